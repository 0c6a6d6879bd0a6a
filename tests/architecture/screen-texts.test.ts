// Words that people and their manuals know stay on their screens: each of the list stands in what a person is shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const LIST = new URL('./screen-texts.tsv', import.meta.url);

/** As it is read, not as it is broken into lines or escaped. */
const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ');

const shown = plain(
  ['web/src', 'shared/src/domain', 'shared/src/contracts', 'shared/src/node', 'api/src']
    .flatMap((folder) => filesUnder(join(folder)))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n'),
);

const texts = readFileSync(LIST, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [screen: string, text: string]);

it('finds every text of the list, and no text that is not there', () => {
  expect(texts.length).toBeGreaterThan(200);
  expect(shown.includes(plain('Um texto que nenhuma tela diz.'))).toBe(false);
  const missing = texts.filter(([, text]) => !shown.includes(plain(text))).map((row) => row.join(': '));
  expect(missing).toEqual([]);
});

it('lists each text once a screen', () => {
  const rows = texts.map((row) => row.join('\t'));
  expect(rows).toEqual([...new Set(rows)].sort((a, b) => (a < b ? -1 : 1)));
});
