/**
 * Means and ratios of values within known limits, with 95 % intervals that hold where values are few, skewed or all equal.
 *
 * To the units that were seen, one and a half more are added at each end of the scale, and Student's interval is taken of all of them
 * (Agresti & Coull 1998, Am. Stat. 52:119, add two at each end of a proportion; Student 1908, Biometrika 6:1). What the added units
 * bring is the spread of values that were possible and not met. Coverage was simulated (coverage.longo.test.ts).
 */
import { studentQuantile } from './quantiles.ts';

/** Fewer units than this have no interval: it would span most of the scale. */
export const UNIDADES_MINIMO = 10;

/** Units added at each end. */
const ADDED = 1.5;

export type Intervalo = { de: number; ate: number };

/** A unit that was drawn, an interview of the sample: `x` of its `c` cells. `peso`: 1 ÷ its chance of being drawn. */
export type Unidade = { x: number; c: number; peso: number };

/** The interval of a mean of `n` units plus the added ones; `squares`: their squared distances from `centre`, added ones included. */
export function intervalAround(
  { n, centre, squares }: { n: number; centre: number; squares: number },
  [least, most]: readonly [number, number],
): Intervalo | null {
  if (n < UNIDADES_MINIMO) return null;
  const all = n + 2 * ADDED;
  const half = studentQuantile(n - 1) * Math.sqrt(squares / (all * (all - 1)));
  return { de: Math.max(least, centre - half), ate: Math.min(most, centre + half) };
}

/** Mean of `n` values whose sum is known, with the added ones at `least` and `most`. */
export const withAdded = (n: number, soma: number, [least, most]: readonly [number, number]): number =>
  (soma + ADDED * (least + most)) / (n + 2 * ADDED);

/** Squared distances of the added values from `centre`. */
export const addedSquares = (centre: number, [least, most]: readonly [number, number]): number =>
  ADDED * ((least - centre) ** 2 + (most - centre) ** 2);

export type Razao = {
  /** Σ weight × x ÷ Σ weight × c. */
  valor: number;
  /** As many equally weighted units would say as much (Kish 1965, Survey Sampling, 11.7). */
  efetivas: number;
  /** Null under `UNIDADES_MINIMO` effective units. */
  intervalo: Intervalo | null;
};

/**
 * A ratio of totals over units that were drawn with known chances, Σ x/π ÷ Σ c/π (Hájek 1971; Särndal, Swensson & Wretman 1992, Model
 * Assisted Survey Sampling, 5.6 and 5.7), with the linearised error over units: cells of one unit are alike and do not count as
 * independent. `limits`: the least and the most that x ÷ c can be. Null without a cell.
 */
export function ratioOf(units: readonly Unidade[], limits: readonly [number, number] = [0, 1]): Razao | null {
  const counted = units.filter(({ c }) => c > 0);
  const total = counted.reduce((sum, { peso }) => sum + peso, 0);
  if (counted.length === 0) return null;
  const efetivas = total ** 2 / counted.reduce((sum, { peso }) => sum + peso ** 2, 0);
  // Weights that add up to the effective number of units.
  const scaled = counted.map(({ x, c, peso }) => ({ x, c, w: (peso * efetivas) / total }));
  const size = scaled.reduce((sum, { c, w }) => sum + w * c, 0) / efetivas;
  const found = scaled.reduce((sum, { x, w }) => sum + w * x, 0) / size;
  const centre = withAdded(efetivas, found, limits);
  const squares =
    scaled.reduce((sum, { x, c, w }) => sum + (w * (x - centre * c)) ** 2, 0) / size ** 2 +
    addedSquares(centre, limits);
  return {
    valor: found / efetivas,
    efetivas,
    intervalo: intervalAround({ n: efetivas, centre, squares }, limits),
  };
}
