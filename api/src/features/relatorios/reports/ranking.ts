import { type Media, meanOf, type Somas } from '@escuta/shared/domain/intervals/mean';

/** Fewer scored calls than this are no base for a place. */
export const RANKING_MINIMO = 30;

export type Colocado = {
  media: Media | null;
  /** From 1, the best first; null without a base for comparing. */
  posicao: number | null;
  /** Its interval and that of the one before it overlap: nothing says that the one is better. */
  semDiferenca: boolean;
};

/** Those with RANKING_MINIMO scores by their mean, the others behind them by how many they have. Ties keep the order given. */
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

/** Why somebody has no place. */
export const semBase = (n: number): string =>
  n === 0
    ? 'Nenhuma pontuação para comparar.'
    : `Com ${n} ${n === 1 ? 'ligação' : 'ligações'} não há base para comparar.`;
