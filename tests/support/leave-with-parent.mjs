// Loaded first in each test worker. When Vitest is killed, this module ends the worker, which would otherwise wait for
// ever, and with it Chromium, which Playwright closes at exit. Keeps the original process.exit, because Vitest replaces
// it
// by a function that throws.
const exit = process.exit.bind(process);
process.on('disconnect', () => exit(1));
