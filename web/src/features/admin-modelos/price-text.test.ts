import { expect, it } from 'vitest';
import { parsePrice, showPrice } from './price-text.ts';

it('shows prices for a minute and for a million tokens, exactly', () => {
  expect(showPrice('0.006', 'minuto_audio')).toBe('0,006');
  expect(showPrice('0.000004', 'token_entrada')).toBe('4,00');
  expect(showPrice('0.0000001', 'token_entrada')).toBe('0,10');
  expect(showPrice('0.000000000001', 'token_saida')).toBe('0,000001');
  expect(showPrice('0.00125', 'token_saida')).toBe('1.250,00');
  expect(showPrice('12', 'minuto_audio')).toBe('12,00');
  expect(showPrice('0', 'token_entrada')).toBe('0,00');
});

it('reads what people type, and gives it back as it was', () => {
  expect(parsePrice('4', 'token_entrada')).toBe('0.000004');
  expect(parsePrice(' US$ 1.200,50 ', 'token_entrada')).toBe('0.0012005');
  expect(parsePrice('0,0045', 'minuto_audio')).toBe('0.0045');
  for (const text of ['0,10', '4,00', '0,075', '1.250,00', '0,000001']) {
    expect(showPrice(parsePrice(text, 'token_saida') ?? '', 'token_saida')).toBe(text);
  }
});

it.each(['', 'abc', '-1', '1,2,3', '1.2', '0,0000001', '1e5', '999999999999'])('refuses %j', (text) => {
  expect(parsePrice(text, 'token_entrada')).toBeNull();
});
