import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingOptionals } from '../../scripts/complete-lockfile.mjs';

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
