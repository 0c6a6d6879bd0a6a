import { expect, it } from 'vitest';
import { addSums, meanOf, type Somas } from './mean.ts';

const sumsOf = (values: number[]): Somas =>
  values.map((v) => ({ n: 1, soma: v, quadrados: v * v })).reduce(addSums, { n: 0, soma: 0, quadrados: 0 });

it('gives the interval that tables of Student give', () => {
  expect(meanOf(sumsOf([]))).toBeNull();
  expect(meanOf(sumsOf([0.4]))).toEqual({ n: 1, valor: 0.4, intervalo: null });
  // Mean 0.5, deviation 0.1, n = 10: t(9) = 2.2622.
  const ten = meanOf({ n: 10, soma: 5, quadrados: 2.5 + 9 * 0.01 });
  expect(ten?.intervalo?.de).toBeCloseTo(0.5 - (2.2622 * 0.1) / Math.sqrt(10), 4);
  expect(ten?.intervalo?.ate).toBeCloseTo(0.5 + (2.2622 * 0.1) / Math.sqrt(10), 4);
  for (const [n, t] of [
    [5, 2.7764],
    [31, 2.0423],
    [1001, 1.9623],
  ] as const) {
    const got = meanOf({ n, soma: n / 2, quadrados: n / 4 + (n - 1) * 0.01 });
    expect(Math.abs(((got?.intervalo?.ate ?? 0) - 0.5) / (0.1 / Math.sqrt(n)) / t - 1)).toBeLessThan(0.003);
  }
});

it('stays within 0 and 1, and is a point where all are alike', () => {
  expect(meanOf(sumsOf([0.1, 0.1, 0.1]))?.intervalo?.de).toBeCloseTo(0.1, 6);
  expect(meanOf(sumsOf([0, 1]))?.intervalo).toEqual({ de: 0, ate: 1 });
});
