import { expect, it } from 'vitest';
import { addSums, meanOf, type Somas } from './mean.ts';
import { studentQuantile } from './quantiles.ts';

const sumsOf = (values: number[]): Somas =>
  values.map((v) => ({ n: 1, soma: v, quadrados: v * v })).reduce(addSums, { n: 0, soma: 0, quadrados: 0 });

it('has the quantiles that tables of Student give', () => {
  for (const [v, t] of [
    [9, 2.2622],
    [14, 2.1448],
    [30, 2.0423],
    [1000, 1.9623],
  ] as const)
    expect(studentQuantile(v)).toBeCloseTo(t, 3);
});

it.each([
  // Expected values: SciPy 1.17 (t.ppf), from the values and the added imaginary units.
  { name: 'ten equal ones', of: { n: 10, soma: 8, quadrados: 6.4 }, de: 0.5535, ate: 0.908 },
  {
    name: 'thirty, deviation 0.15',
    of: { n: 30, soma: 24, quadrados: 19.2 + 29 * 0.0225 },
    de: 0.6919,
    ate: 0.8535,
  },
  {
    name: 'a hundred, deviation 0.15',
    of: { n: 100, soma: 80, quadrados: 64 + 99 * 0.0225 },
    de: 0.7564,
    ate: 0.8261,
  },
  { name: 'ten of the best', of: { n: 10, soma: 10, quadrados: 10 }, de: 0.676, ate: 1 },
  { name: 'forty of the worst', of: { n: 40, soma: 0, quadrados: 0 }, de: 0, ate: 0.0922 },
])('gives the mean of $name its interval, never a point', ({ of, de, ate }) => {
  const mean = meanOf(of);
  expect(mean?.valor).toBe(of.soma / of.n);
  expect(mean?.intervalo?.de).toBeCloseTo(de, 3);
  expect(mean?.intervalo?.ate).toBeCloseTo(ate, 3);
});

it('has no interval under ten values, and nothing of none', () => {
  expect(meanOf(sumsOf([]))).toBeNull();
  expect(meanOf(sumsOf([0.4]))).toEqual({ n: 1, valor: 0.4, intervalo: null });
  expect(meanOf(sumsOf(Array(9).fill(0.1)))?.intervalo).toBeNull();
  expect(meanOf(sumsOf(Array(10).fill(0.1)))?.intervalo).not.toBeNull();
});
