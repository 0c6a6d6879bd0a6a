import { expect, it } from 'vitest';
import { logOdds, Z_NOTAVEL } from './log-odds.ts';

const totals = { agora: 100_000, antes: 100_000 };
const zOf = (palavra: string, agora: number, antes: number, of = totals) =>
  logOdds([{ palavra, agora, antes }], of)[0]?.z ?? Number.NaN;

it('brings up what is said more or less, not what is common or rare', () => {
  const found = logOdds(
    [
      { palavra: 'cancelamento', agora: 300, antes: 100 },
      { palavra: 'que', agora: 5000, antes: 5010 },
      { palavra: 'zebra', agora: 2, antes: 0 },
      { palavra: 'boleto', agora: 80, antes: 240 },
    ],
    totals,
  );
  expect(found.slice(0, 2).map(({ palavra }) => palavra)).toEqual(['cancelamento', 'boleto']);
  expect([found[0]?.z ?? 0, -(found[1]?.z ?? 0)].every((z) => z > 5)).toBe(true);
  expect(found.slice(2).every(({ z }) => Math.abs(z) < Z_NOTAVEL)).toBe(true);
});

it('is symmetric, follows the sizes of the periods and needs both', () => {
  expect(zOf('a', 200, 100)).toBeCloseTo(-zOf('a', 100, 200), 10);
  // Twice as often among twice as many words is the same frequency.
  expect(zOf('a', 200, 100, { agora: 200_000, antes: 100_000 })).toBeCloseTo(0, 1);
  expect(logOdds([{ palavra: 'a', agora: 5, antes: 0 }], { agora: 10, antes: 0 })).toEqual([]);
});
