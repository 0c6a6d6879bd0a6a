import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compiledParts } from './scripts/lib/compiled.mjs';
import { FileOrder } from './tests/support/file-order.ts';
import { kept, moduleCache } from './tests/support/module-cache.ts';

const LEAVE = join(import.meta.dirname, 'tests/support/leave-with-parent.mjs');

// Four kinds of tests (those of the web in two parts); `npm test` runs them all, `npx vitest run --project integration
// <file>` just one.
// The server's packages resolve ./node/* under the `node` condition.
const server = {
  resolve: { conditions: ['node', 'import', 'module', 'default'] },
  plugins: [compiledParts(), moduleCache()],
};
const hermetic = {
  experimental: kept,
  env: { NODE_ENV: 'test', TZ: 'America/Sao_Paulo' },
  restoreMocks: true,
  setupFiles: ['tests/support/core-seconds.ts'],
  execArgv: [
    // Less garbage collection than by Node's default, and none on threads beside, which the other workers would miss.
    '--max-semi-space-size=64',
    '--single-threaded-gc',
    // A worker runs much code once and little code often: compiling code for a long life costs more than it saves.
    // V8 12 and later (Node 22 and 24) do not know this option.
    ...(Number.parseInt(process.versions.v8, 10) < 12 ? ['--interrupt-budget=1000000'] : []),
    '--wasm-tiering-budget=20000000',
    // No worker outlives its Vitest.
    `--import=${pathToFileURL(LEAVE).href}`,
  ],
  // The limit of a wait says nothing about the product: a busy machine takes its time.
  testTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Files that npm run test:longo does as a whole (scripts/lib/long-runs.mjs). */
const WHOLE = process.env.ESCUTA_TESTES_LONGOS === '1' ? [] : ['**/*.longo.test.ts'];

/**
 * Tests of components that put something in a module's place: what has loaded it before would keep the module itself.
 */
const replacing = readdirSync(join(import.meta.dirname, 'web/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.tsx'))
  .map((path) => join('web/src', path))
  .filter((path) => readFileSync(join(import.meta.dirname, path), 'utf8').includes('vi.mock('));
const page = { extends: 'web/vite.config.ts', root: import.meta.dirname, plugins: [moduleCache()] };
const component = {
  ...hermetic,
  environment: 'jsdom' as const,
  setupFiles: [...hermetic.setupFiles, 'tests/support/web-setup.ts'],
};

export default defineConfig({
  test: {
    experimental: kept,
    passWithNoTests: false,
    // One more than there are cores: some wait (for leases, processes, frozen servers) while others work. Vitest's own
    // choice
    // is one fewer, which on two cores is one.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: FileOrder },
    projects: [
      {
        ...server,
        test: {
          ...hermetic,
          name: 'unit',
          environment: 'node',
          include: [
            '{shared,prisma,api,worker,demo-ai}/{src,seed}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
            // Of the web what needs no page; what needs one is *.test.tsx, below.
            'web/{src,vite}/**/*.test.ts',
          ],
          // As for integration below: modules are loaded once a worker.
          isolate: false,
        },
      },
      {
        ...page,
        test: {
          ...component,
          name: 'web',
          include: ['web/src/**/*.test.tsx'],
          exclude: replacing,
          // React, jsdom and the product once a worker: a third of what they cost once a file.
          isolate: false,
        },
      },
      { ...page, test: { ...component, name: 'web-alone', include: replacing } },
      {
        ...server,
        test: {
          ...hermetic,
          name: 'integration',
          environment: 'node',
          include: ['tests/{integration,access}/**/*.test.ts'],
          exclude: WHOLE,
          globalSetup: ['tests/support/integration-global.mjs'],
          setupFiles: [...hermetic.setupFiles, 'tests/support/integration-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 120_000 } },
          // A worker loads the product once, not once a file: what a file changes stands in its own database, Redis and
          // folder, and its environment is made anew (integration-setup.ts). No vi.mock here: it would come too late.
          isolate: false,
        },
      },
      {
        ...server,
        test: {
          ...hermetic,
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: WHOLE,
          globalSetup: ['tests/support/e2e-global.mjs'],
          // A busy machine takes its time for whatever a test waits for (tests/support/browser.ts).
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 60_000 } },
          // One product and two cores: files one after the other, in one process with one Chromium.
          fileParallelism: false,
          // After the others, where a filter picks files of both.
          sequence: { groupOrder: 1 },
          isolate: false,
        },
      },
    ],
  },
});
