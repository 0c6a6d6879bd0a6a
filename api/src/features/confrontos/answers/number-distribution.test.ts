import { expect, it } from 'vitest';
import { numberDistribution, numberRanges } from './number-distribution.ts';

const free = { minimo: null, maximo: null };

it('few whole numbers count one by one, also those that nobody said', () => {
  expect(numberRanges({ minimo: 2, maximo: 9, inteiros: true }, free)).toEqual({
    inicio: 2,
    largura: 1,
    quantas: 8,
    porValor: true,
  });
  expect(numberRanges({ minimo: 2, maximo: 9, inteiros: true }, { minimo: 0, maximo: 10 })).toMatchObject({
    inicio: 0,
    quantas: 11,
    porValor: true,
  });
  expect(numberRanges({ minimo: 2, maximo: 9, inteiros: true }, { minimo: 1, maximo: 100 })).toMatchObject({
    inicio: 2,
    quantas: 8,
  });
  expect(numberRanges({ minimo: 7, maximo: 7, inteiros: true }, free)).toMatchObject({
    inicio: 7,
    quantas: 1,
  });
});

it.each([
  [
    { minimo: 26, maximo: 70, inteiros: true },
    { inicio: 20, largura: 10, quantas: 6 },
  ],
  [
    { minimo: 19, maximo: 300, inteiros: true },
    { inicio: 0, largura: 50, quantas: 7 },
  ],
  [
    { minimo: -3.5, maximo: 4, inteiros: false },
    { inicio: -4, largura: 1, quantas: 9 },
  ],
  [{ minimo: 0.5, maximo: 0.5, inteiros: false }, { quantas: 1 }],
  [
    { minimo: 1e11, maximo: 9e11, inteiros: true },
    { inicio: 1e11, largura: 1e11, quantas: 9 },
  ],
])('%o falls into round ranges', (values, expected) => {
  expect(numberRanges(values, free)).toMatchObject({ ...expected, porValor: false });
});

it('every value falls into one of the ranges', () => {
  for (const [minimo, maximo] of [
    [0, 1000],
    [0.1, 0.3],
    [-17, 3],
    [99.9, 100.1],
    [1, 13],
  ] as const) {
    const { inicio, largura, quantas } = numberRanges({ minimo, maximo, inteiros: false }, free);
    expect(inicio).toBeLessThanOrEqual(minimo);
    expect(inicio + largura * quantas).toBeGreaterThan(maximo);
    expect(quantas).toBeLessThanOrEqual(12);
  }
});

it('sums up the values given, and apart those that agree', () => {
  const found = numberDistribution(
    [
      { valor: 40, todas: 1, conferem: 0 },
      { valor: 10, todas: 2, conferem: 2 },
      { valor: 20, todas: 1, conferem: 1 },
    ],
    free,
  );
  expect(found?.todas).toEqual({ media: 20, mediana: 15, q1: 10, q3: 25, minimo: 10, maximo: 40 });
  expect(found?.conferem).toEqual({ media: 40 / 3, mediana: 10, q1: 10, q3: 15, minimo: 10, maximo: 20 });
  expect(found?.faixas.reduce((sum, { todas }) => sum + todas, 0)).toBe(4);
  expect(numberDistribution([], free)).toBeNull();
  expect(numberDistribution([{ valor: 3, todas: 1, conferem: 0 }], free)).toMatchObject({
    conferem: null,
    faixas: [{ de: 3, ate: 3, todas: 1 }],
  });
});
