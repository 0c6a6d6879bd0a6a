/** Figures of calls drawn at random, which hold for all calls, apart from those of the chosen ones. */

/** Calls drawn at random of all, or all others. */
export const AMOSTRAS = ['sim', 'nao'] as const;
export type Amostra = (typeof AMOSTRAS)[number];

/** The drawn calls and the others. */
export type Separadas<T> = { sorteadas: T; outras: T };

/** Tells sums of all calls apart: the drawn ones, and what is left. Null: none of them was drawn. */
export function apart<T extends { n: number } & { readonly [K in keyof T]: number }>(
  all: T,
  drawn: T | undefined,
): Separadas<T> | null {
  if (!drawn || drawn.n === 0) return null;
  const others = Object.fromEntries(
    Object.keys(drawn).map((key) => [key, all[key as keyof T] - drawn[key as keyof T]]),
  );
  return { sorteadas: drawn, outras: others as T };
}
