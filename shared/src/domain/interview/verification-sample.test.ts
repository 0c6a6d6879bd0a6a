import { expect, it } from 'vitest';
import { drawSample, dueOf, lowestRanks, rankOf, VERIFICACAO_PADRAO } from './verification-sample.ts';

const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `entrevista-${from + n}`);
const NONE: ReadonlySet<string> = new Set();

it.each([
  { concluidas: 0, devidas: 0 },
  { concluidas: 2, devidas: 2 },
  { concluidas: 3, devidas: 3 },
  { concluidas: 30, devidas: 3 },
  { concluidas: 31, devidas: 4 },
  { concluidas: 200, devidas: 20 },
])('10 %, ao menos 3: de $concluidas concluídas, $devidas', ({ concluidas, devidas }) => {
  expect(dueOf(concluidas, VERIFICACAO_PADRAO)).toBe(devidas);
});

it('sem percentual e sem mínimo ninguém verifica nada; com 100 %, tudo', () => {
  expect(dueOf(50, { percentual: 0, minimo: 0 })).toBe(0);
  expect(dueOf(50, { percentual: 100, minimo: 3 })).toBe(50);
});

it('a mesma semente e a mesma lista, em qualquer ordem, dão o mesmo sorteio; outra semente, outro', () => {
  const all = ids(1, 80);
  const drawn = drawSample(42, all, NONE, VERIFICACAO_PADRAO);
  expect(drawn).toHaveLength(8);
  expect(drawSample(42, all.toReversed(), NONE, VERIFICACAO_PADRAO)).toEqual(drawn);
  expect(drawSample(43, all, NONE, VERIFICACAO_PADRAO)).not.toEqual(drawn);
});

it('com mais entrevistas só acrescenta o que passou a ser devido, e nunca troca o que saiu', () => {
  const first = drawSample(7, ids(1, 20), NONE, VERIFICACAO_PADRAO);
  expect(first).toHaveLength(3);
  const drawn = new Set(first);
  expect(drawSample(7, ids(1, 30), drawn, VERIFICACAO_PADRAO)).toEqual([]);
  const more = drawSample(7, ids(1, 50), drawn, VERIFICACAO_PADRAO);
  expect(more).toHaveLength(2);
  expect(more.filter((id) => drawn.has(id))).toEqual([]);
});

it('o que saiu e não está mais na lista ainda conta: nada é sorteado em seu lugar', () => {
  expect(drawSample(7, ids(1, 20), new Set(['apagada', 'outra', 'mais-uma']), VERIFICACAO_PADRAO)).toEqual(
    [],
  );
});

it('uma lista em partes dá o mesmo que inteira', () => {
  const whole = lowestRanks(9, ids(1, 100), 5);
  const first = lowestRanks(9, ids(1, 60), 5);
  expect(lowestRanks(9, [...first, ...ids(61, 100)], 5)).toEqual(whole);
});

it('cada entrevista tem a mesma chance, venha quando vier', () => {
  // 4.000 seeds × 10 of 100: each is expected 400 times, standard deviation 19.
  const all = ids(1, 100);
  const times = new Map(all.map((id) => [id, 0]));
  for (let seed = 1; seed <= 4000; seed += 1) {
    for (const id of lowestRanks(seed, all, 10)) times.set(id, (times.get(id) ?? 0) + 1);
  }
  expect(Math.min(...times.values())).toBeGreaterThan(400 - 5 * 19);
  expect(Math.max(...times.values())).toBeLessThan(400 + 5 * 19);
  expect(rankOf(1, 'a')).not.toBe(rankOf(2, 'a'));
});
