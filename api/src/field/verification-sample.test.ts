import { expect, it } from 'vitest';
import {
  chanceOf,
  drawnOf,
  dueOf,
  NADA_VISTO,
  type RegraVerificacao,
  rankOf,
  VERIFICACAO_PADRAO,
  withSeen,
} from './verification-sample.ts';

const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `entrevista-${from + n}`);
/** Draws from a whole list, of which some were drawn before. */
function draw(semente: number, all: readonly string[], before: ReadonlySet<string>, regra: RegraVerificacao) {
  const seen = withSeen(
    NADA_VISTO,
    all.filter((id) => !before.has(id)),
    semente,
    regra,
  );
  return drawnOf(seen, { concluidas: all.length, sorteadas: before.size }, regra).ids;
}
const NONE: ReadonlySet<string> = new Set();

it.each([
  { concluidas: 0, sorteadas: 0, devidas: 0 },
  { concluidas: 2, sorteadas: 0, devidas: 2 },
  { concluidas: 30, sorteadas: 0, devidas: 3 },
  { concluidas: 30, sorteadas: 5, devidas: 5 },
])('at least 3: of $concluidas completed and $sorteadas drawn, $devidas', ({ devidas, ...of }) => {
  expect(dueOf(of, VERIFICACAO_PADRAO)).toBe(devidas);
});

it('without percentage and minimum nobody verifies anything; with 100 %, everything', () => {
  expect(draw(1, ids(1, 50), NONE, { percentual: 0, minimo: 0 })).toEqual([]);
  expect(draw(1, ids(1, 50), NONE, { percentual: 100, minimo: 3 })).toHaveLength(50);
  expect(draw(1, ids(1, 50), NONE, { percentual: 0, minimo: 3 })).toHaveLength(3);
  expect(draw(1, ids(1, 2), NONE, { percentual: 0, minimo: 3 })).toHaveLength(2);
});

it('the same seed and list, in any order or in parts, give the same draw; another seed gives another', () => {
  const all = ids(1, 80);
  const drawn = draw(42, all, NONE, VERIFICACAO_PADRAO);
  expect(draw(42, all.toReversed(), NONE, VERIFICACAO_PADRAO)).toEqual(drawn);
  expect(draw(43, all, NONE, VERIFICACAO_PADRAO)).not.toEqual(drawn);
  const few = { percentual: 2, minimo: 7 };
  const first = withSeen(NADA_VISTO, ids(1, 60), 9, few);
  const { ids: parts } = drawnOf(withSeen(first, ids(61, 80), 9, few), { concluidas: 80, sorteadas: 0 }, few);
  expect(parts.toSorted()).toEqual(draw(9, all, NONE, few).toSorted());
});

it('a drawn one stays and counts for the minimum, also where it left the list', () => {
  const regra = { percentual: 0, minimo: 3 };
  const first = draw(7, ids(1, 20), NONE, regra);
  expect(draw(7, ids(1, 50), new Set(first), regra)).toEqual([]);
  expect(draw(7, ids(1, 20), new Set(['apagada', 'outra', 'mais-uma']), regra)).toEqual([]);
  expect(draw(7, ids(1, 20), new Set(first.slice(1)), regra)).toEqual(first.slice(0, 1));
});

it('drawing now and then, each interview has the same chance whenever it comes; the minimum takes none from later ones', () => {
  const SEEDS = 2000;
  const chances = (regra: RegraVerificacao) => {
    const times = new Map(ids(1, 30).map((id) => [id, 0]));
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const drawn = new Set<string>();
      for (const n of [3, 10, 20, 30]) for (const id of draw(seed, ids(1, n), drawn, regra)) drawn.add(id);
      for (const id of drawn) times.set(id, (times.get(id) ?? 0) + 1);
    }
    return [...times.values()];
  };
  // One of ten: 200 of 2,000 draws expected, standard deviation 13.
  const [low, high] = [200 - 5 * 13, 200 + 5 * 13];
  const alone = chances({ percentual: 10, minimo: 0 });
  const withMinimum = chances(VERIFICACAO_PADRAO);
  for (const n of [...alone, ...withMinimum.slice(3)]) {
    expect(n).toBeGreaterThan(low);
    expect(n).toBeLessThan(high);
  }
  // All three interviews of an interviewer with three are verified.
  expect(withMinimum.slice(0, 3)).toEqual([SEEDS, SEEDS, SEEDS]);
  expect(rankOf(1, 'a')).not.toBe(rankOf(2, 'a'));
});

it('keeps the chance that each had: weighted by 1 ÷ it, the drawn ones give the totals of all', () => {
  // By hand, 2 interviews at 10 %, at least one: (1 × 0.99 + 2 × 0.01) ÷ 2.
  expect(chanceOf(2, 1, 10)).toBeCloseTo(0.505, 12);
  expect([
    chanceOf(3, 3, 10),
    chanceOf(40, 0, 10),
    chanceOf(12, 3, 0),
    chanceOf(5, 9, 0),
    chanceOf(7, 2, 100),
  ]).toEqual([1, 0.1, 0.25, 1, 1]);
  const SEEDS = 2000;
  let [first, second] = [0, 0];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const drawn = new Set<string>();
    for (const n of [3, 8, 30]) {
      const open = ids(1, n).filter((id) => !drawn.has(id));
      const seen = withSeen(NADA_VISTO, open, seed, { percentual: 10, minimo: 5 });
      const regra = { percentual: 10, minimo: 5 };
      const { ids: more, chance } = drawnOf(seen, { concluidas: n, sorteadas: drawn.size }, regra);
      for (const id of more) {
        drawn.add(id);
        if (Number(id.split('-')[1]) <= 15) first += 1 / chance;
        else second += 1 / chance;
      }
    }
  }
  // Of 30 interviews, 15 are in each half; the first half has twice the chance.
  expect(first / SEEDS).toBeGreaterThan(14.2);
  expect(first / SEEDS).toBeLessThan(15.8);
  expect(second / SEEDS).toBeGreaterThan(14.2);
  expect(second / SEEDS).toBeLessThan(15.8);
});
