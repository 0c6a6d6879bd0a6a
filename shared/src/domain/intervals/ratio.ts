/**
 * Shares, means and ratios of bounded values, with 95 % intervals that hold for few, skewed or equal values: Student's
 * interval (1908, Biometrika 6:1) after one and a half imaginary units are added at each end of the scale (Agresti &
 * Coull 1998, Am. Stat. 52:119, add two for a proportion).
 */
import { studentQuantile } from './quantiles.ts';

/** Minimum units for an interval; with fewer, the interval would span most of the scale. */
export const UNIDADES_MINIMO = 10;

export const EFETIVAS_MINIMO = 8;

const ADDED = 1.5;

export type Intervalo = { de: number; ate: number };

/** A unit, such as an interview: sum `x` over `c` cells. `peso`: 1 ÷ probability of selection; default 1. */
export type Unidade = { x: number; c: number; peso?: number };

export type SomasDeUnidades = {
  unidades: number;
  x: number;
  c: number;
  xx: number;
  xc: number;
  cc: number;
};

export const noUnits = (): SomasDeUnidades => ({ unidades: 0, x: 0, c: 0, xx: 0, xc: 0, cc: 0 });

/** Adds a unit to `sums` in place, for speed: the survey's heat map adds a thousand units for each verdict. */
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
  valor: number;
  /** Effective number: as precise as this many units of equal weight and size (Kish 1965, Survey Sampling, 11.7). */
  efetivas: number;
  /** 95 % interval; null below `UNIDADES_MINIMO` or `EFETIVAS_MINIMO`. */
  intervalo: Intervalo | null;
};

/**
 * Ratio of totals, Σ x/π ÷ Σ c/π (Hájek 1971; Särndal, Swensson & Wretman 1992, Model Assisted Survey Sampling, 5.6 and
 * 5.7), with the linearised error over units.
 * @param limits range of x ÷ c
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
  // Rounding may make the sum slightly negative.
  const own = Math.max(0, xx - 2 * centre * xc + centre ** 2 * cc) * (efetivas / c) ** 2;
  const squares = own + ADDED * ((least - centre) ** 2 + (most - centre) ** 2);
  const half = studentQuantile(efetivas - 1) * Math.sqrt(squares / (all * (all - 1)));
  return {
    valor,
    efetivas,
    intervalo: { de: Math.max(least, centre - half), ate: Math.min(most, centre + half) },
  };
}

/** `ratioOfSums` for a list of units. */
export function ratioOf(units: readonly Unidade[], limits?: readonly [number, number]): Razao | null {
  const sums = noUnits();
  for (const unit of units) addUnit(sums, unit);
  return ratioOfSums(sums, limits);
}
