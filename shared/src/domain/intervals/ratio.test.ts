import { expect, it } from 'vitest';
import { ratioOf } from './ratio.ts';

// Twelve interviews, each as [wrong cells, cells, 1 ÷ probability of selection].
const UNITS = [
  [0, 10, 1],
  [0, 12, 1],
  [1, 9, 1],
  [0, 10, 1],
  [3, 11, 1],
  [0, 8, 1],
  [0, 10, 1],
  [2, 12, 10],
  [0, 10, 10],
  [0, 9, 10],
  [0, 11, 10],
  [1, 10, 10],
].map(([x, c, peso]) => ({ x, c, peso }) as { x: number; c: number; peso: number });

it('is the ratio of totals, with the interval computed apart with NumPy and SciPy', () => {
  const equal = ratioOf(UNITS.map(({ x, c }) => ({ x, c })));
  expect(equal?.valor).toBeCloseTo(7 / 122, 12);
  expect(equal?.efetivas).toBeCloseTo(11.8503, 3);
  expect(equal?.intervalo?.de).toBe(0);
  expect(equal?.intervalo?.ate).toBeCloseTo(0.3228, 3);
});

it('weighs each unit by 1 ÷ its chance, which leaves fewer units than were seen', () => {
  const weighed = ratioOf(UNITS);
  expect(weighed?.valor).toBeCloseTo(34 / 590, 12);
  expect(weighed?.efetivas).toBeCloseTo(6.2936, 3);
  expect(weighed?.intervalo).toBeNull();
  const more = [...UNITS, ...UNITS];
  expect(ratioOf(more)?.efetivas).toBeCloseTo(12.5872, 3);
  expect(ratioOf(more)?.intervalo?.ate).toBeCloseTo(0.307, 3);
  const scaled = ratioOf(more.map((one) => ({ ...one, peso: one.peso * 7 })));
  expect(scaled?.intervalo?.ate).toBeCloseTo(ratioOf(more)?.intervalo?.ate ?? Number.NaN, 9);
});

it('shows nothing of nine units, nor of twenty of which two hold nearly all cells', () => {
  const units = (n: number, c: number) => Array(n).fill({ x: 0, c });
  expect(ratioOf(units(9, 10))?.intervalo).toBeNull();
  expect(ratioOf(units(10, 10))?.intervalo).not.toBeNull();
  expect(ratioOf([...units(18, 1), ...units(2, 40)])).toMatchObject({
    efetivas: expect.closeTo(2.98, 2),
    intervalo: null,
  });
  expect(ratioOf([...units(10, 10), ...units(5, 0)])?.efetivas).toBeCloseTo(10, 12);
});

it('has a width also where nothing was wrong, and says nothing of no cells', () => {
  const right = ratioOf(Array(40).fill({ x: 0, c: 10 }));
  expect(right).toMatchObject({ valor: 0, intervalo: { de: 0, ate: expect.closeTo(0.0922, 3) } });
  expect(ratioOf([{ x: 0, c: 0 }])).toBeNull();
});
