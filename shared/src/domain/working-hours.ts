// Call-centre hours: Monday to Saturday, 8 to 20 in São Paulo (UTC−3, no summer time since 2019).
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SAO_PAULO_MS = -3 * HOUR_MS;
const OPENS = 8;
const CLOSES = 20;
/** Relative number of calls in each hour, from 8 o'clock on. */
const POR_HORA = [4, 8, 12, 11, 7, 5, 8, 11, 10, 7, 4, 2] as const;

const midnight = (at: number) => Math.floor((at + SAO_PAULO_MS) / DAY_MS) * DAY_MS - SAO_PAULO_MS;
const weekday = (at: number) => new Date(at + SAO_PAULO_MS).getUTCDay();
const isSunday = (at: number) => weekday(at) === 0;

export function isWorkingTime(at: Date): boolean {
  const hour = (at.getTime() - midnight(at.getTime())) / HOUR_MS;
  return !isSunday(at.getTime()) && hour >= OPENS && hour < CLOSES;
}

/** The latest working time up to `until`, an hour after opening or later. */
export function lastWorkingTime(until: Date): Date {
  let day = midnight(until.getTime());
  while (isSunday(day) || until.getTime() < day + (OPENS + 1) * HOUR_MS) day -= DAY_MS;
  return new Date(Math.min(until.getTime(), day + CLOSES * HOUR_MS - 1));
}

/**
 * Draws a working time in [from, to), which must contain one; a draw on Sunday or after `to` moves to an earlier day.
 * @param random returns numbers in [0, 1)
 */
export function workingTime(from: Date, to: Date, random: () => number): Date {
  let day = midnight(from.getTime() + random() * (to.getTime() - from.getTime()));
  let left = random() * POR_HORA.reduce((sum, n) => sum + n, 0);
  const hour = POR_HORA.findIndex((n) => {
    left -= n;
    return left < 0;
  });
  const within = (OPENS + hour + random()) * HOUR_MS;
  while (isSunday(day) || day + within >= to.getTime()) day -= DAY_MS;
  return new Date(day + within);
}

const MORNING_MS = (10 * 60 + 14) * 60_000;

/** The latest 10:14 in São Paulo on Monday to Friday, at least `lengthMs` ago. */
export function workingMorning(now: Date, lengthMs: number): Date {
  let day = midnight(now.getTime());
  while (isSunday(day) || weekday(day) === 6 || day + MORNING_MS + lengthMs > now.getTime()) day -= DAY_MS;
  return new Date(day + MORNING_MS);
}
