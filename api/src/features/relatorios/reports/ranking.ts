import { type Media, meanOf, type Somas } from '@escuta/shared/domain/intervals/mean';

/** Least number of scored calls of a ranked agent. */
export const RANKING_MINIMO = 30;

export type Colocado = {
  media: Media | null;
  /** Rank from 1, best first; null with too few scores. */
  posicao: number | null;
  /** True if the agent's interval overlaps the previous agent's, so that their order may be due to chance. */
  semDiferenca: boolean;
};

/** Ranks agents with at least RANKING_MINIMO scores by mean; others follow by number of scores. The sort is stable. */
export function rank<T extends { somas: Somas }>(given: readonly T[]): (T & Colocado)[] {
  const all = given.map((one) => ({ ...one, media: meanOf(one.somas) }));
  const placed = all.filter(({ somas }) => somas.n >= RANKING_MINIMO);
  const others = all.filter(({ somas }) => somas.n < RANKING_MINIMO);
  placed.sort((a, b) => (b.media?.valor ?? 0) - (a.media?.valor ?? 0));
  others.sort((a, b) => b.somas.n - a.somas.n);
  return [
    ...placed.map((one, index) => ({
      ...one,
      posicao: index + 1,
      semDiferenca: index > 0 && overlap(placed[index - 1]?.media ?? null, one.media),
    })),
    ...others.map((one) => ({ ...one, posicao: null, semDiferenca: false })),
  ];
}

function overlap(a: Media | null, b: Media | null): boolean {
  if (!a?.intervalo || !b?.intervalo) return false;
  return a.intervalo.de <= b.intervalo.ate && b.intervalo.de <= a.intervalo.ate;
}

/** The reason for a missing rank. */
export const semBase = (n: number): string =>
  n === 0
    ? 'Não há pontuações para comparar.'
    : `Com ${n} ${n === 1 ? 'ligação' : 'ligações'}, não há base para comparar.`;
