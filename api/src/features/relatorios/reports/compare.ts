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

/** A period, the previous one, and both in equal steps: earlier steps are shifted by a constant number of days. */
export type Comparacao = {
  periodo: Periodo;
  anterior: Periodo;
  passo: Passo;
  passos: Periodo[];
};

export function layOut(periodo: Periodo): Comparacao {
  const passo = stepOf(periodo);
  return { periodo, anterior: previousPeriod(periodo), passo, passos: stepsOf(periodo, passo) };
}

/** Sums of daily rows over the period (`agora`) and the previous one (`antes`), in total and by step. */
export type Somados<T> = { agora: T; antes: T; passos: { agora: T; antes: T }[] };

/** Sums daily rows. `empty` creates an empty sum, `add` adds a row to it. */
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
