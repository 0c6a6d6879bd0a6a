/** Statistics of the numbers that answer a survey question, and ranges for counting them. */

/** Greatest number of whole values counted one by one. */
const VALORES_MAX = 11;
/** Desired number of ranges for more than VALORES_MAX values; the result may have up to 50 % more. */
const FAIXAS = 8;

type Faixas = {
  inicio: number;
  /** Width of a range; 1 for whole numbers counted one by one. */
  largura: number;
  quantas: number;
  /** True if each range is a single whole number. */
  porValor: boolean;
};

type Valores = { minimo: number; maximo: number; inteiros: boolean };

/** Rounds up to 1, 2 or 5 times a power of ten. */
function niceStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return ([1, 2, 5].find((step) => step * power >= width * (1 - 1e-9)) ?? 10) * power;
}

/**
 * Computes equal ranges with round ends and no gap. Counts few whole numbers one by one; shows a scale from end to end
 * (`escala`).
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

/** A number with its count; `conferem`: answers that the recording confirms. */
export type ValorContado = { valor: number; todas: number; conferem: number };
export type ResumoNumeros = {
  media: number;
  mediana: number;
  q1: number;
  q3: number;
  minimo: number;
  maximo: number;
};
export type DistribuicaoNumeros = {
  todas: ResumoNumeros | null;
  conferem: ResumoNumeros | null;
  /** `de` = `ate`: a single whole number; otherwise `ate` is excluded. */
  faixas: { de: number; ate: number; todas: number; conferem: number }[];
};

/**
 * Mean, quartiles, minimum and maximum of ascending numbers that occur `n` times each; null without numbers. Quartiles
 * interpolate linearly at (count − 1) × p (method 7 of Hyndman & Fan 1996, PostgreSQL's percentile_cont).
 */
function summaryOf(values: readonly { valor: number; n: number }[]): ResumoNumeros | null {
  const given = values.filter(({ n }) => n > 0);
  const [first, last] = [given[0], given.at(-1)];
  if (!first || !last) return null;
  const count = given.reduce((sum, { n }) => sum + n, 0);
  const at = (place: number): number => {
    let before = 0;
    for (const { valor, n } of given) {
      before += n;
      if (place < before) return valor;
    }
    return last.valor;
  };
  const quantile = (share: number): number => {
    const place = (count - 1) * share;
    const [low, high] = [at(Math.floor(place)), at(Math.ceil(place))];
    return low + (high - low) * (place - Math.floor(place));
  };
  return {
    media: given.reduce((sum, { valor, n }) => sum + valor * n, 0) / count,
    mediana: quantile(0.5),
    q1: quantile(0.25),
    q3: quantile(0.75),
    minimo: first.valor,
    maximo: last.valor,
  };
}

/**
 * Summarises numbers for display; null without numbers.
 * @param values each number once, in any order
 * @param escala ends of the question's scale, if any
 */
export function numberDistribution(
  values: readonly ValorContado[],
  escala: { minimo: number | null; maximo: number | null },
): DistribuicaoNumeros | null {
  const sorted = values.toSorted((a, b) => a.valor - b.valor);
  const todas = summaryOf(sorted.map(({ valor, todas: n }) => ({ valor, n })));
  if (!todas) return null;
  const { inicio, largura, quantas, porValor } = numberRanges(
    { ...todas, inteiros: sorted.every(({ valor }) => Number.isInteger(valor)) },
    escala,
  );
  // Rounds floating-point sums of decimal widths.
  const edge = (n: number) => Number((inicio + n * largura).toPrecision(12));
  const faixas = Array.from({ length: quantas }, (_, n) => ({
    de: edge(n),
    ate: porValor ? edge(n) : edge(n + 1),
    todas: 0,
    conferem: 0,
  }));
  for (const { valor, todas: all, conferem } of sorted) {
    const place = Math.floor((valor - inicio) / largura + 1e-9);
    const faixa = faixas[Math.min(Math.max(place, 0), quantas - 1)];
    if (!faixa) continue;
    faixa.todas += all;
    faixa.conferem += conferem;
  }
  return { todas, conferem: summaryOf(sorted.map(({ valor, conferem: n }) => ({ valor, n }))), faixas };
}
