import { expect, it } from 'vitest';
import { parseReais, showReais } from './price.ts';

it.each([
  ['1.200,00', 120_000],
  ['R$ 1.200,5', 120_050],
  ['1200', 120_000],
  ['0,99', 99],
  ['1.234.567,89', 123_456_789],
])('reads %s', (text, cents) => {
  expect(parseReais(text)).toBe(cents);
});

it.each(['', 'abc', '1,234', '12.00', '-5', '1.2000', '1,2,3'])('refuses %j', (text) => {
  expect(parseReais(text)).toBeNull();
});

it('shows what it reads', () => {
  for (const cents of [1, 99, 120_000, 123_456_789]) expect(parseReais(showReais(cents))).toBe(cents);
  expect(showReais(null)).toBe('');
});
