import { describe, expect, it } from 'vitest';
import {
  creditsFor,
  creditsForInsights,
  creditsOfItem,
  creditsOfNext,
  creditsReserved,
  creditsUsed,
  crossesLimit,
  formatCentavos,
  formatCreditos,
  isLowBalance,
} from './credits.ts';

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

describe('what processing takes', () => {
  it.each([
    [0, 1],
    [0.4, 1],
    [20, 1],
    [20.01, 2],
    [21, 2],
    [40, 2],
    [59, 3],
    [60.1, 4],
  ])('an interview of %d minutes takes %d', (minutos, creditos) => {
    expect(creditsFor('entrevista', minutos, 20)).toBe(creditos);
    expect(creditsFor('pesquisa', minutos, 20)).toBe(creditos);
  });

  it('is one for a call, however long', () => {
    for (const tipo of ['ligacao', 'arquivo', 'call_data'] as const)
      expect([creditsFor(tipo, 0, 20), creditsFor(tipo, 240, 20)]).toEqual([1, 1]);
  });

  it("follows the installation's minutes", () => {
    expect([creditsFor('entrevista', 59, 60), creditsFor('entrevista', 59, 1)]).toEqual([1, 59]);
  });

  it('is not known of an interview that nobody has measured', () => {
    expect(creditsOfItem({ tipo: 'entrevista', gravacaoMs: null }, 20)).toBeNull();
    expect(creditsOfItem({ tipo: 'entrevista', gravacaoMs: 21 * 60_000 }, 20)).toBe(2);
    expect(creditsOfItem({ tipo: 'ligacao', gravacaoMs: null }, 20)).toBe(1);
  });

  it('is said in words', () => {
    expect([creditsReserved(1), creditsReserved(3)]).toEqual([
      'Um crédito foi reservado.',
      '3 créditos foram reservados.',
    ]);
    expect([creditsUsed(1), creditsUsed(2)]).toEqual([
      'Um crédito foi utilizado.',
      '2 créditos foram utilizados.',
    ]);
  });
});

it('takes one credit for each started ten calls of further insights, from the first of them', () => {
  expect([0, 1, 10, 11, 100].map(creditsForInsights)).toEqual([0, 1, 1, 2, 10]);
  const taken = Array.from({ length: 21 }, (_, antes) => creditsOfNext(antes));
  expect(taken.reduce<number>((sum, one) => sum + one, 0)).toBe(creditsForInsights(21));
  expect(taken.flatMap((one, antes) => (one > 0 ? [antes] : []))).toEqual([0, 10, 20]);
});
