import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from './paths.mjs';
import { USAGE, usageText } from './usage.mjs';

const run = promisify(execFile);
/** Scripts of this repository, without those that run biome, tsc, knip or prisma, which answer --help themselves. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const OWN = Object.entries<string>(scripts).filter(([, command]) => command.startsWith('node scripts/'));

it('every npm script of ours has a usage, and every usage a script', () => {
  expect(Object.keys(USAGE).sort()).toEqual(OWN.map(([name]) => name).sort());
  expect(usageText('telas').split('\n')[0]).toBe('Uso: npm run telas -- [nome] [--site]');
  expect(usageText('start')).toContain('Uso: npm start -- [--tempos]');
});

it('answers --help at once, before it starts or writes anything', async () => {
  // Tests each script that has a file of its own; of the scripts that scripts/run.mjs starts, only one.
  const asked = OWN.filter(([name, command]) => name === 'seed' || !command.includes('scripts/run.mjs'));
  expect(asked.length).toBeGreaterThan(8);
  const answers = await Promise.all(
    asked.map(async ([name, command]) => {
      const { stdout } = await run(process.execPath, [...command.split(' ').slice(1), '--help'], {
        cwd: ROOT,
      });
      return [name, stdout.trim()];
    }),
  );
  expect(answers).toEqual(asked.map(([name]) => [name, usageText(name)]));
});
