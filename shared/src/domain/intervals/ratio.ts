/**
 * Shares, means and ratios of values within known limits, with 95 % intervals that hold where values are few, skewed or all equal.
 *
 * To the units that were seen, one and a half more are added at each end of the scale, and Student's interval is taken of all of them
 * (Agresti & Coull 1998, Am. Stat. 52:119, add two at each end of a proportion; Student 1908, Biometrika 6:1). What the added units
 * bring is the spread of values that were possible and not met. Coverage was counted (coverage.test.ts).
 */
import { studentQuantile } from './quantiles.ts';

/** Fewer units than this have no interval: it would span most of the scale. */
export const UNIDADES_MINIMO = 10;

/** Nor have those that say no more than fewer than so many of equal weight would. */
export const EFETIVAS_MINIMO = 8;

/** Units added at each end. */
const ADDED = 1.5;

export type Intervalo = { de: number; ate: number };

/** A unit, such as an interview: `x` of its `c` cells. `peso`: 1 ÷ its chance of being drawn; 1 where all were taken. */
export type Unidade = { x: number; c: number; peso?: number };

/** What is kept of many units so that their ratio and how sure it is can be told; x and c of each times its weight. */
export type SomasDeUnidades = {
  /** Units with a cell. */
  unidades: number;
  x: number;
  c: number;
  /** Σ x², Σ x·c, Σ c². */
  xx: number;
  xc: number;
  cc: number;
};

export const noUnits = (): SomasDeUnidades => ({ unidades: 0, x: 0, c: 0, xx: 0, xc: 0, cc: 0 });

/** Adds a unit to `sums`, which is changed: a map adds a thousand with each verdict. */
export function addUnit(sums: SomasDeUnidades, { x, c, peso = 1 }: Unidade): void {
  if (c === 0) return;
  sums.unidades += 1;
  sums.x += peso * x;
  sums.c += peso * c;
  sums.xx += (peso * x) ** 2;
  sums.xc += peso ** 2 * x * c;
  sums.cc += (peso * c) ** 2;
}

export type Razao = {
  /** Σ weight × x ÷ Σ weight × c. */
  valor: number;
  /** As many units of equal weight and size would say as much (Kish 1965, Survey Sampling, 11.7). */
  efetivas: number;
  /** Null under `UNIDADES_MINIMO` units and under `EFETIVAS_MINIMO` effective ones. */
  intervalo: Intervalo | null;
};

/**
 * A ratio of totals over units that were drawn with known chances, Σ x/π ÷ Σ c/π (Hájek 1971; Särndal, Swensson & Wretman 1992, Model
 * Assisted Survey Sampling, 5.6 and 5.7), with the linearised error over units: cells of one unit are alike and do not count as
 * independent. A large unit weighs as its cells do, so few large ones among many small ones leave few effective units.
 * @param limits the least and the most that x ÷ c can be. Null without a cell.
 */
export function ratioOfSums(
  { unidades, x, c, xx, xc, cc }: SomasDeUnidades,
  [least, most]: readonly [number, number] = [0, 1],
): Razao | null {
  if (c === 0) return null;
  const valor = x / c;
  const efetivas = c ** 2 / cc;
  if (unidades < UNIDADES_MINIMO || efetivas < EFETIVAS_MINIMO) return { valor, efetivas, intervalo: null };
  const all = efetivas + 2 * ADDED;
  const centre = (efetivas * valor + ADDED * (least + most)) / all;
  // Sums of rounded figures may say a hair less than none.
  const own = Math.max(0, xx - 2 * centre * xc + centre ** 2 * cc) * (efetivas / c) ** 2;
  const squares = own + ADDED * ((least - centre) ** 2 + (most - centre) ** 2);
  const half = studentQuantile(efetivas - 1) * Math.sqrt(squares / (all * (all - 1)));
  return {
    valor,
    efetivas,
    intervalo: { de: Math.max(least, centre - half), ate: Math.min(most, centre + half) },
  };
}

/** The same of units as they are. */
export function ratioOf(units: readonly Unidade[], limits?: readonly [number, number]): Razao | null {
  const sums = noUnits();
  for (const unit of units) addUnit(sums, unit);
  return ratioOfSums(sums, limits);
}
