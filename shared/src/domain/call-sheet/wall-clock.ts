import { shownAt } from '../zone-clock.ts';
import type { Momento } from './cells.ts';
import type { Fuso } from './fields.ts';

/** Offset of each day, minutes, except days on which clocks change. */
const days = new Map<string, number>();
const DAYS_KEPT = 5000;
const DAY_MS = 86_400_000;

/** Minutes east of UTC. */
const offsetAt = (fuso: Fuso, ms: number): number => Math.round((shownAt(fuso, ms) - ms) / 60_000);

/** Offset, minutes. A local time skipped by a clock change counts as an hour later, a repeated one as the first. */
function exactOffset(fuso: Fuso, wallMs: number): number {
  const guess = offsetAt(fuso, wallMs - offsetAt(fuso, wallMs) * 60_000);
  const earlier = offsetAt(fuso, wallMs - DAY_MS);
  return offsetAt(fuso, wallMs - earlier * 60_000) === earlier ? earlier : guess;
}

/** Converts a zone's local time to an instant, ms since 1970. */
export function instantOf({ ano, mes, dia, offset }: Momento, segundos: number, fuso: Fuso): number {
  const day = Date.UTC(ano, mes - 1, dia);
  const wall = day + segundos * 1000;
  if (offset !== null) return wall - offset * 60_000;
  const key = `${fuso} ${day}`;
  const known = days.get(key);
  if (known !== undefined) return wall - known * 60_000;
  const [first, last] = [exactOffset(fuso, day - DAY_MS / 2), exactOffset(fuso, day + 1.5 * DAY_MS)];
  if (first !== last) return wall - exactOffset(fuso, wall) * 60_000;
  if (days.size >= DAYS_KEPT) days.clear();
  days.set(key, first);
  return wall - first * 60_000;
}
