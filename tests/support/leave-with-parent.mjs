// Loaded first in each test worker: when Vitest is killed, its workers end too, and with them Chromium, which Playwright closes
// as its process exits. Otherwise a worker waits for ever for a Vitest that is gone.
// Vitest replaces process.exit by one that throws: this is the real one.
const exit = process.exit.bind(process);
process.on('disconnect', () => exit(1));
