import { defineConfig } from 'vitest/config';

// Configuration of npm run test:chart (scripts/chart.mjs), apart from npm test.
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  resolve: { conditions: ['node', 'import', 'module', 'default'] },
  test: { include: ['tests/chart/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
