import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingOptionals } from '../../scripts/complete-lockfile.mjs';
import { runningPart } from '../../scripts/lib/install.mjs';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean }>;
};

it('the lockfile is whole, or npm ci refuses it (node scripts/complete-lockfile.mjs)', () => {
  expect(missingOptionals(lockfile)).toEqual([]);
});

it('the lockfile names no registry: every installation brings its own', () => {
  const resolved = Object.values(lockfile.packages).map((entry) => (entry.link ? undefined : entry.resolved));
  expect(resolved.filter(Boolean)).toEqual([]);
});

it('a lockfile that lost an optional package of another system is noticed', () => {
  const packages = { ...lockfile.packages };
  delete packages['node_modules/@biomejs/cli-darwin-arm64'];
  expect(missingOptionals({ packages })).toEqual([
    {
      parent: 'node_modules/@biomejs/biome',
      name: '@biomejs/cli-darwin-arm64',
      version: packages['node_modules/@biomejs/biome']!.version,
    },
  ]);
});

it('npm start installs few packages: what runs the product, without the tools of tests', () => {
  const running = Object.entries(runningPart(lockfile).packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  const names = running.map(([path]) => path);
  expect(names).toContain('node_modules/esbuild');
  expect(names).not.toContain('node_modules/vitest');
  // Counts the packages for all systems, because the lockfile has them all.
  expect(running.length).toBeLessThanOrEqual(860);
  const { stdout } = spawnSync(
    'du',
    ['-sk', ...names.filter((path) => existsSync(path) && !/node_modules\/.*node_modules\//.test(path))],
    {
      encoding: 'utf8',
    },
  );
  const megabytes =
    stdout.split('\n').reduce((sum, line) => sum + Number.parseInt(line || '0', 10), 0) / 1024;
  expect(megabytes).toBeGreaterThan(100);
  expect(megabytes).toBeLessThanOrEqual(850);
});
