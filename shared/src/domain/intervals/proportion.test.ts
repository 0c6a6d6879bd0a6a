import { expect, it } from 'vitest';
import { proportion } from './proportion.ts';

it.each([
  // R. G. Newcombe 1998, Stat. Med. 17:857, table I, method 3 (score, no continuity correction).
  { n: 81, d: 263, de: 0.2553, ate: 0.3662 },
  { n: 15, d: 148, de: 0.0624, ate: 0.1605 },
  { n: 0, d: 20, de: 0, ate: 0.1611 },
  { n: 1, d: 29, de: 0.0061, ate: 0.1718 },
  // R's prop.test(n, d, correct = FALSE).
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
