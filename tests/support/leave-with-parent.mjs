// Loaded first in each test worker: ends it when Vitest is killed, and with it Chromium, which Playwright closes at
// exit. Else the worker would wait for ever. Vitest replaces process.exit by one that throws; this is the real one.
const exit = process.exit.bind(process);
process.on('disconnect', () => exit(1));
