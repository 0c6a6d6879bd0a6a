/** Drops accents, case and punctuation. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const NUMERO_POR_EXTENSO: Record<string, number> = {
  zero: 0,
  um: 1,
  uma: 1,
  dois: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  dez: 10,
  cem: 100,
};
const countOf = (word: string): number | null =>
  /^\d+$/.test(word) ? Number(word) : (NUMERO_POR_EXTENSO[word] ?? null);

/** The ends of a scale: "De zero a dez", "nota de 1 a 5". */
export function scaleOf(text: string): { minimo: number; maximo: number } | null {
  const hit = /\b(?:de|entre) (\d{1,3}|[a-z]+) (?:a|ate|e) (\d{1,3}|[a-z]+)\b/.exec(plainWords(text));
  const minimo = hit && countOf(hit[1] ?? '');
  const maximo = hit && countOf(hit[2] ?? '');
  if (minimo === null || maximo === null || minimo > 1 || maximo < 3) return null;
  return { minimo, maximo };
}
