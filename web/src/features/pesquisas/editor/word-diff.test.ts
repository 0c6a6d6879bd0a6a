import { expect, it } from 'vitest';
import { wordDiff } from './word-diff.ts';

it('says which words went and which came', () => {
  expect(wordDiff('Qual a sua nota?', 'Qual seria a sua nota hoje?')).toEqual([
    { kind: 'igual', text: 'Qual' },
    { kind: 'entrou', text: 'seria' },
    { kind: 'igual', text: 'a sua' },
    { kind: 'saiu', text: 'nota?' },
    { kind: 'entrou', text: 'nota hoje?' },
  ]);
});

it('takes what is equal as it is, and texts that are empty or too long whole', () => {
  expect(wordDiff('um dois', 'um dois')).toEqual([{ kind: 'igual', text: 'um dois' }]);
  expect(wordDiff('', 'novo')).toEqual([{ kind: 'entrou', text: 'novo' }]);
  const long = 'a '.repeat(601).trim();
  expect(wordDiff(long, 'b')).toEqual([
    { kind: 'saiu', text: long },
    { kind: 'entrou', text: 'b' },
  ]);
});
