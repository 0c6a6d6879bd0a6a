import { expect, it } from 'vitest';
import { clusteredProportion, proportion } from './proportion.ts';
import { addUnit, noUnits } from './ratio.ts';

it.each([
  // Expected values: SciPy 1.17, t.interval over the zeros and ones and the three added values.
  { n: 81, d: 263, de: 0.2542, ate: 0.3661 },
  { n: 15, d: 148, de: 0.0589, ate: 0.1596 },
  { n: 0, d: 20, de: 0, ate: 0.1754 },
  { n: 5, d: 10, de: 0.1735, ate: 0.8265 },
  { n: 95, d: 100, de: 0.8891, ate: 0.9847 },
  { n: 12, d: 12, de: 0.7235, ate: 1 },
])('gives $n of $d its interval', ({ n, d, de, ate }) => {
  const share = proportion(n, d);
  expect(share?.valor).toBe(n / d);
  expect(share?.de).toBeCloseTo(de, 4);
  expect(share?.ate).toBeCloseTo(ate, 4);
});

it('says nothing of nothing, and no interval of nine', () => {
  expect(proportion(0, 0)).toBeNull();
  expect(clusteredProportion(noUnits())).toBeNull();
  expect(proportion(4, 9)).toEqual({ n: 4, d: 9, valor: 4 / 9, de: null, ate: null });
});

it('is wider of cells that come together, as they do in interviews', () => {
  const sums = noUnits();
  for (let interview = 0; interview < 20; interview += 1) addUnit(sums, { x: interview < 5 ? 10 : 0, c: 10 });
  const together = clusteredProportion(sums);
  const apart = proportion(50, 200);
  expect(together).toMatchObject({ n: 50, d: 200, valor: 0.25 });
  // Twenty interviews, whose cells are all equal within an interview, are as precise as twenty independent cells.
  expect(together?.de).toBeCloseTo(proportion(5, 20)?.de ?? Number.NaN, 12);
  expect(together?.ate).toBeCloseTo(proportion(5, 20)?.ate ?? Number.NaN, 12);
  expect(together?.de).toBeLessThan(apart?.de ?? 0);
});
