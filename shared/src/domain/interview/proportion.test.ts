import { expect, it } from 'vitest';
import { proportion } from './proportion.ts';

it.each([
  // Values of the score interval without continuity correction, R's prop.test(n, d, correct = FALSE).
  { n: 0, d: 10, de: 0, ate: 0.2775 },
  { n: 5, d: 10, de: 0.2366, ate: 0.7634 },
  { n: 95, d: 100, de: 0.8882, ate: 0.9785 },
  { n: 12, d: 12, de: 0.7575, ate: 1 },
])('gives $n of $d its interval', ({ n, d, de, ate }) => {
  const share = proportion(n, d);
  expect(share?.valor).toBe(n / d);
  expect(share?.de).toBeCloseTo(de, 4);
  expect(share?.ate).toBeCloseTo(ate, 4);
});

it('says nothing of nothing', () => {
  expect(proportion(0, 0)).toBeNull();
});
