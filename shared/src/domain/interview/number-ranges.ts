/** Ranges in which the numbers that a survey's question was answered by are counted. */

/** Values up to here are counted one by one. */
export const VALORES_MAX = 11;
/** Ranges aimed at otherwise; there are at most half as many again. */
const FAIXAS = 8;

export type Faixas = {
  /** Where the first begins. */
  inicio: number;
  /** Of each; from 1 of whole numbers counted one by one. */
  largura: number;
  quantas: number;
  /** Each is one whole number. */
  porValor: boolean;
};

export type Valores = { minimo: number; maximo: number; inteiros: boolean };

/** The next 1, 2 or 5 times a power of ten. */
function niceStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return ([1, 2, 5].find((step) => step * power >= width * (1 - 1e-9)) ?? 10) * power;
}

/**
 * Equal ranges that begin and end at round numbers and leave no gap; a few whole numbers are counted one by one, a scale from its
 * lower to its upper end (`escala`) although nobody said them.
 */
export function numberRanges(
  { minimo, maximo, inteiros }: Valores,
  escala: { minimo: number | null; maximo: number | null },
): Faixas {
  if (inteiros) {
    const from = Math.min(minimo, escala.minimo ?? minimo);
    const to = Math.max(maximo, escala.maximo ?? maximo);
    const whole = [from, to].every(Number.isInteger) && to - from < VALORES_MAX;
    const [first, last] = whole ? [from, to] : [minimo, maximo];
    if (last - first < VALORES_MAX) {
      return { inicio: first, largura: 1, quantas: last - first + 1, porValor: true };
    }
  }
  const span = maximo - minimo;
  const step = niceStep(Math.max(span / FAIXAS, Math.abs(maximo) * 1e-9, 1e-6));
  const largura = inteiros ? Math.max(1, step) : step;
  const inicio = Math.floor(minimo / largura) * largura;
  return { inicio, largura, quantas: Math.floor((maximo - inicio) / largura) + 1, porValor: false };
}
