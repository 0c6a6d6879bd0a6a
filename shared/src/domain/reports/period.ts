/** Periods of a report. Days are yyyy-MM-dd in São Paulo, both ends inclusive. */

export type Periodo = { de: string; ate: string };

export const PASSOS = ['dia', 'semana', 'mes'] as const;
export type Passo = (typeof PASSOS)[number];

export const RELATORIO_MESES_MAX = 24;

const DAY_MS = 86_400_000;
const stamp = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: string, n: number): string => dayOf(stamp(day) + n * DAY_MS);

export const daysOf = ({ de, ate }: Periodo): number => Math.round((stamp(ate) - stamp(de)) / DAY_MS) + 1;

/** True if a period exceeds 24 months, to the day. */
export function isTooLong({ de, ate }: Periodo): boolean {
  const limit = new Date(stamp(de));
  limit.setUTCMonth(limit.getUTCMonth() + RELATORIO_MESES_MAX);
  return stamp(ate) >= limit.getTime();
}

/** The previous period: as many days, on the same weekdays, so that up to six days lie between the periods. */
export function previousPeriod({ de, ate }: Periodo): Periodo {
  const back = Math.ceil(daysOf({ de, ate }) / 7) * 7;
  return { de: addDays(de, -back), ate: addDays(ate, -back) };
}

/** Step of a period: days up to five weeks, weeks up to half a year, else months. */
export function stepOf(periodo: Periodo): Passo {
  const days = daysOf(periodo);
  if (days <= 35) return 'dia';
  return days <= 184 ? 'semana' : 'mes';
}

/** Steps of a period, cut at its ends. Weeks begin on Mondays. */
export function stepsOf({ de, ate }: Periodo, passo: Passo): Periodo[] {
  const steps: Periodo[] = [];
  for (let start = de; start <= ate; ) {
    const end = endOfStep(start, passo);
    steps.push({ de: start, ate: end < ate ? end : ate });
    start = addDays(end, 1);
  }
  return steps;
}

function endOfStep(day: string, passo: Passo): string {
  if (passo === 'dia') return day;
  const date = new Date(stamp(day));
  if (passo === 'semana') return addDays(day, (7 - date.getUTCDay()) % 7);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

export function stepIndex(steps: readonly Periodo[], day: string): number {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (day <= (steps[middle] as Periodo).ate) high = middle;
    else low = middle + 1;
  }
  return low;
}

export type MesesEDias = {
  meses: Periodo | null;
  mais: Periodo[];
  menos: Periodo[];
};

/** Splits a period into whole months, with at most half a month of days to add or subtract at each end. */
export function monthsAndDays({ de, ate }: Periodo): MesesEDias {
  const sums: MesesEDias = { meses: null, mais: [], menos: [] };
  for (const parte of stepsOf({ de, ate }, 'mes')) {
    const mes = { de: `${parte.de.slice(0, 7)}-01`, ate: endOfStep(parte.de, 'mes') };
    const outside = daysOf(mes) - daysOf(parte);
    if (outside >= daysOf(parte)) {
      sums.mais.push(parte);
      continue;
    }
    sums.meses = { de: sums.meses?.de ?? mes.de, ate: mes.ate };
    if (mes.de < parte.de) sums.menos.push({ de: mes.de, ate: addDays(parte.de, -1) });
    if (parte.ate < mes.ate) sums.menos.push({ de: addDays(parte.ate, 1), ate: mes.ate });
  }
  return sums;
}

/** The whole months that a period touches, and as many before them. */
export function wholeMonths({ de, ate }: Periodo): { agora: Periodo; antes: Periodo } {
  const first = (day: string, months: number) => {
    const date = new Date(stamp(`${day.slice(0, 7)}-01`));
    date.setUTCMonth(date.getUTCMonth() + months);
    return dayOf(date.getTime());
  };
  const month = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const count = month(ate) - month(de) + 1;
  const begin = first(de, 0);
  const before = first(de, -count);
  return {
    agora: { de: begin, ate: addDays(first(ate, 1), -1) },
    antes: { de: before, ate: addDays(begin, -1) },
  };
}
