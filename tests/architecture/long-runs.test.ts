// Each test that only npm run test:longo runs belongs to a named run, which has a shorter test in npm test.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RUNS } from '../../scripts/lib/long-runs.mjs';
import { NIGHT_RUNS, PART_MINUTES, PARTS } from '../../scripts/lib/night.mjs';
import { filesUnder } from '../support/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['api', 'demo-ai', 'prisma', 'scripts', 'shared', 'tests', 'web', 'worker'];
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const tests = FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
  .map((path) => relative(ROOT, path))
  .filter((file) => /\.test\.tsx?$/.test(file));
/** True if npm test skips the file (vitest.config.ts). */
const isLong = (file: string) => file.includes('.longo.test.ts');
/** Test files that npm test skips partly or wholly. */
const long = tests
  // Files named *.longo.test.ts, and files with both long and short tests.
  .filter((file) => isLong(file) || /from '[^']*\/support\/longo\.ts'/.test(textOf(file)));

it('each file with a long test is one of a named run, and each of a run has one', () => {
  const named = new Set(Object.values(RUNS).flatMap(({ files }) => files));
  expect(long.filter((file) => !named.has(file))).toEqual([]);
  expect([...named].filter((file) => !long.includes(file))).toEqual([]);
});

describe.each(Object.entries(RUNS))('%s', (_name, { files, only, short }) => {
  it('has a short form in npm test', () => {
    expect(short.length).toBeGreaterThan(0);
    expect(short.filter((file) => isLong(file) || !existsSync(join(ROOT, file)))).toEqual([]);
    // A `longo.test` call does not count, because npm test does not run it.
    expect(short.filter((file) => !/^\s*(it|test)(\.each)?\(/m.test(textOf(file)))).toEqual([]);
  });

  it('names what is there', () => {
    expect(files.filter((file) => only && !textOf(file).includes(only))).toEqual([]);
  });
});

it('no test asks by itself whether a run is a long one', () => {
  const askers = tests.filter((file) => /process\.env\.ESCUTA_TESTES_LONGOS/.test(textOf(file)));
  expect(askers).toEqual([]);
});

it('the guide to testing names each run', () => {
  const guide = textOf('docs/dev/testing.md');
  expect(Object.keys(RUNS).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('the night does each run once, in parts that fit', () => {
  const names = PARTS.flatMap((part) => Object.keys(part));
  expect(names.sort()).toEqual(Object.keys(NIGHT_RUNS).sort());
  const minutes = PARTS.map((part) => Object.values<number>(part).reduce((sum, each) => sum + each, 0));
  expect(Math.max(...minutes)).toBeLessThanOrEqual(PART_MINUTES);
});
