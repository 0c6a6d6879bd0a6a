import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPrograms } from './compiled.mjs';
import { ROOT } from './paths.mjs';

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n');
/** Index of the only line with this text. */
function lineWith(lines: readonly string[], text: string): number {
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index] : []));
  expect(found).toHaveLength(1);
  return found[0]!;
}

it('a stack trace names lines of our sources, none of packages, and package files need no map', async () => {
  const folder = await sharedPrograms();
  const worker = linesOf(join(folder, 'worker.mjs'));
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'worker.mjs.map'), 'utf8')));
  const start = 'async function startWorker(';
  expect(map.findEntry(lineWith(worker, start), 0)).toMatchObject({
    originalSource: expect.stringMatching(/worker\/src\/worker\.ts$/),
    originalLine: lineWith(linesOf(join(ROOT, 'worker/src/worker.ts')), start),
  });
  const ofPackage =
    worker.findIndex((line) => line.includes('// ') && line.includes('node_modules/openai/')) + 1;
  expect(ofPackage).toBeGreaterThan(0);
  expect(map.findEntry(ofPackage, 0)).toMatchObject({ originalSource: undefined });
  const programs = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const named = programs.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('sourceMappingURL='),
  );
  const maps = readdirSync(folder).filter((name) => name.endsWith('.map'));
  expect(named.map((name) => `${name}.map`).sort()).toEqual(maps.sort());
  expect(named.length).toBeLessThan(programs.length);
});
