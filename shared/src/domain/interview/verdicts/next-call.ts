/** Parts of the day for calls, hours of São Paulo. */
const PARTES = [
  { de: 9, ate: 12 },
  { de: 14, ate: 17 },
  { de: 18, ate: 20 },
] as const;

/** São Paulo keeps UTC−3 all year. */
const FUSO_H = -3;
const HORA_MS = 3_600_000;
const DIA_MS = 24 * HORA_MS;
/** Least time between calls to a person, ms. */
const ESPERA_MS = 2 * HORA_MS;
const DIAS_ADIANTE = 8;

const local = (moment: number): number => moment + FUSO_H * HORA_MS;
const hourOf = (moment: number): number => (local(moment) % DIA_MS) / HORA_MS;
const isSunday = (dayStart: number): boolean => new Date(local(dayStart)).getUTCDay() === 0;

/** Part of the day that a call fell into, or was nearest to. */
function partOf(moment: number): number {
  const distances = PARTES.map(({ de, ate }) => Math.max(de - hourOf(moment), hourOf(moment) - ate, 0));
  return distances.indexOf(Math.min(...distances));
}

/**
 * Proposes the next call to a respondent: the earliest moment in a part of the day that had the fewest calls, never on
 * a Sunday. Null before the first call.
 */
export function nextCallAt(calls: readonly Date[], now: Date): Date | null {
  if (calls.length === 0) return null;
  const moments = calls.map((call) => call.getTime());
  const earliest = Math.max(now.getTime(), Math.max(...moments) + ESPERA_MS);
  const used = PARTES.map((_, part) => moments.filter((moment) => partOf(moment) === part).length);
  const fewest = Math.min(...used);
  const firstDay = Math.floor(local(earliest) / DIA_MS) * DIA_MS - FUSO_H * HORA_MS;
  for (let day = firstDay; day < firstDay + DIAS_ADIANTE * DIA_MS; day += DIA_MS) {
    if (isSunday(day)) continue;
    for (const [part, { de, ate }] of PARTES.entries()) {
      if (used[part] !== fewest) continue;
      const at = Math.max(day + de * HORA_MS, earliest);
      if (at < day + ate * HORA_MS) return new Date(at);
    }
  }
  return null;
}
