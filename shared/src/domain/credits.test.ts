import { expect, it } from 'vitest';
import { crossesLimit, formatCentavos, formatCreditos, isLowBalance } from './credits.ts';

it('warns below the limit, not at it', () => {
  expect([isLowBalance(49, 50), isLowBalance(50, 50), isLowBalance(0, 0)]).toEqual([true, false, false]);
});

it('sees the one step that crosses the limit', () => {
  expect(crossesLimit(50, 49, 50)).toBe(true);
  expect(crossesLimit(51, 50, 50)).toBe(false);
  expect(crossesLimit(49, 48, 50)).toBe(false);
  expect(crossesLimit(49, 50, 50)).toBe(false);
  expect(crossesLimit(900, 3, 50)).toBe(true);
});

it('writes credits and prices as Brazilians read them', () => {
  expect(formatCreditos(1)).toBe('1 crédito');
  expect(formatCreditos(4000)).toBe('4.000 créditos');
  expect(formatCreditos(-1)).toBe('-1 crédito');
  expect(formatCentavos(396_000)).toBe('R$ 3.960,00');
  expect(formatCentavos(99)).toBe('R$ 0,99');
});
