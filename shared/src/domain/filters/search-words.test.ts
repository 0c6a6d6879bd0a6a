import { expect, it } from 'vitest';
import { wordsOf } from './search-words.ts';

const read = (text: string) => wordsOf(text).map(({ palavra, de, ate }) => [palavra, text.slice(de, ate)]);

it('a word is what was said in lower case, at the place where it stands', () => {
  expect(read('Bom DIA, a 2ª via?')).toEqual([
    ['bom', 'Bom'],
    ['dia', 'DIA'],
    ['a', 'a'],
    ['2', '2'],
    ['a', 'ª'],
    ['via', 'via'],
  ]);
  expect(read('e-mail, guarda-chuva: 1.234 de 12.34')).toEqual([
    ['email', 'e-mail'],
    ['guarda', 'guarda'],
    ['chuva', 'chuva'],
    ['1234', '1.234'],
    ['de', 'de'],
    ['12', '12'],
    ['34', '34'],
  ]);
});

it('a text written otherwise has the same words, each at its own place', () => {
  const said = 'Não é a ação de José';
  const apart = said.normalize('NFD');
  expect(apart).not.toBe(said);
  expect(read(apart).map(([word]) => word)).toEqual(read(said).map(([word]) => word));
  expect(read(apart).map(([, place]) => place?.normalize('NFC'))).toEqual([
    'Não',
    'é',
    'a',
    'ação',
    'de',
    'José',
  ]);
  // 'İ' is longer in lower case; '😀' takes two UTF-16 units.
  expect(read('😀 İlha ﬁm')).toEqual([
    ['i', 'İ'],
    ['lha', 'lha'],
    ['fim', 'ﬁm'],
  ]);
  expect(read('İlha')).toEqual([
    ['i', 'İ'],
    ['lha', 'lha'],
  ]);
  // This accent does not combine with the preceding letter.
  expect(read('x\u0301 y')).toEqual([
    ['x', 'x\u0301'],
    ['y', 'y'],
  ]);
});

it('what is too long for one word is several', () => {
  expect(read('x'.repeat(65)).map(([word]) => word?.length)).toEqual([30, 30, 5]);
  expect(read('é'.normalize('NFD').repeat(65)).map(([word]) => word?.length)).toEqual([30, 30, 5]);
  // PostgreSQL reads only the first 100,000 characters of a text.
  expect(wordsOf(`${' '.repeat(99_999)}ab`).map(({ palavra }) => palavra)).toEqual(['a']);
});
