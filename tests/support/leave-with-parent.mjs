// Loaded first in each test worker. When Vitest is killed, this ends the worker, which would otherwise wait for ever,
// and with it Chromium, which Playwright closes at exit. Vitest replaces process.exit by a function that throws, so
// that the original is kept here.
const exit = process.exit.bind(process);
process.on('disconnect', () => exit(1));
