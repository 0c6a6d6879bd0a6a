import {
  addDays,
  daysOf,
  type Passo,
  type Periodo,
  previousPeriod,
  stepIndex,
  stepOf,
  stepsOf,
} from '@escuta/shared/domain/reports/period';

/** A period, the one it is compared with, and both cut into the same steps: each earlier one lies the same number of days before. */
export type Comparacao = {
  periodo: Periodo;
  anterior: Periodo;
  passo: Passo;
  passos: Periodo[];
};

/** A period laid out for a report. */
export function layOut(periodo: Periodo): Comparacao {
  const passo = stepOf(periodo);
  return { periodo, anterior: previousPeriod(periodo), passo, passos: stepsOf(periodo, passo) };
}

/** What rows of days add up to: in the period and the one before, whole and step by step. */
export type Somados<T> = { agora: T; antes: T; passos: { agora: T; antes: T }[] };

/** Adds rows of days up. `empty` makes a sum of nothing, `add` puts a row into a sum. */
export function sumByStep<R extends { dia: string }, T>(
  { periodo, anterior, passos }: Comparacao,
  rows: readonly R[],
  empty: () => T,
  add: (sum: T, row: R) => void,
): Somados<T> {
  const back = daysOf({ de: anterior.de, ate: periodo.de }) - 1;
  const sums: Somados<T> = {
    agora: empty(),
    antes: empty(),
    passos: passos.map(() => ({ agora: empty(), antes: empty() })),
  };
  for (const row of rows) {
    const isNow = row.dia >= periodo.de && row.dia <= periodo.ate;
    if (!isNow && (row.dia < anterior.de || row.dia > anterior.ate)) continue;
    const half = isNow ? 'agora' : 'antes';
    add(sums[half], row);
    const step = sums.passos[stepIndex(passos, isNow ? row.dia : addDays(row.dia, back))];
    if (step) add(step[half], row);
  }
  return sums;
}
