import { expect, it } from 'vitest';
import { layOut, sumByStep } from './compare.ts';

it('adds days up in their period and step, those before at the same place, and none of neither', () => {
  const laid = layOut({ de: '2026-03-02', ate: '2026-03-04' });
  expect(laid.anterior).toEqual({ de: '2026-02-23', ate: '2026-02-25' });
  const rows = ['2026-03-02', '2026-03-04', '2026-03-04', '2026-02-25', '2026-02-26', '2026-03-05'].map(
    (dia) => ({
      dia,
    }),
  );
  const sums = sumByStep(
    laid,
    rows,
    () => ({ n: 0 }),
    (sum) => {
      sum.n += 1;
    },
  );
  expect([sums.agora.n, sums.antes.n]).toEqual([3, 1]);
  expect(sums.passos.map(({ agora, antes }) => [agora.n, antes.n])).toEqual([
    [1, 0],
    [0, 0],
    [2, 1],
  ]);
});
