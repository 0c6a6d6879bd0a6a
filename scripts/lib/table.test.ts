import { expect, it } from 'vitest';
import { tableLines } from './table.ts';

it('breaks long cells between words, cuts a word longer than its column, and loses no letter', () => {
  expect(
    tableLines(['', 'caso', 'fonte'], [['✓', 'fila com três ramais', 'x'.repeat(9)]], [1, 8, 6]),
  ).toEqual([
    '   caso      fonte',
    '─  ────────  ──────',
    '✓  fila com  xxxxxx',
    '   três      xxx',
    '   ramais',
  ]);
});

it('breaks nothing where no column has a limit', () => {
  expect(tableLines(['a'], [['uma frase longa']])).toEqual(['a', '─'.repeat(15), 'uma frase longa']);
});
