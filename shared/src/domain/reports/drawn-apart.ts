/** Separates figures of randomly drawn calls, which represent all calls, from those of other calls. */

export const AMOSTRAS = ['sim', 'nao'] as const;
export type Amostra = (typeof AMOSTRAS)[number];

export type Separadas<T> = { sorteadas: T; outras: T };

/** Splits sums over all calls into drawn and other calls. Null: no call was drawn. */
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
