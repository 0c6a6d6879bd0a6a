// Loaded first in each test worker: ends the worker when Vitest is killed, and with it Chromium, which Playwright
// closes at exit. Otherwise the worker would wait for ever. Vitest's own process.exit throws, so this calls the
// original.
const exit = process.exit.bind(process);
process.on('disconnect', () => exit(1));
