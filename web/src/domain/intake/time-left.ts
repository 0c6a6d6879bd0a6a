import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';

/** A past reading of the progress: its time in ms (`at`), and the units done (`feito`). */
type Seen = { at: number; feito: number };

/** The least number of units, and the least time (ms), from which a speed can be computed. */
const UNITS = 2;
const MS = 4000;

/** Remaining time of a task at its speed since the start, ms; null: too little progress for an estimate. */
export function timeLeft(first: Seen, now: Seen, total: number): number | null {
  const [units, ms] = [now.feito - first.feito, now.at - first.at];
  return units < UNITS || ms < MS || total <= now.feito ? null : ((total - now.feito) * ms) / units;
}

/** Words for a remaining time: 'Falta cerca de 2 min.' */
export function leftWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'Falta menos de 1 min.';
  return minutes < 90
    ? `${minutes === 1 ? 'Falta' : 'Faltam'} cerca de ${minutes} min.`
    : `Faltam cerca de ${plural(Math.round(minutes / 60), 'hora', 'horas')}.`;
}

/** Remaining time of a task in words, by the speed since this page began to show the task; null while unknown. */
export function useTimeLeft(id: string | undefined, feito: number, total: number | null): string | null {
  const now = Date.now();
  const [seen, setSeen] = useState<{ id: string | undefined; first: Seen; last: Seen }>({
    id,
    first: { at: now, feito },
    last: { at: now, feito },
  });
  // If another task is shown, or the same task begins anew, the speed is measured from this moment.
  if (seen.id !== id || feito < seen.last.feito) {
    setSeen({ id, first: { at: now, feito }, last: { at: now, feito } });
  } else if (feito !== seen.last.feito) setSeen({ ...seen, last: { at: now, feito } });
  if (total === null) return null;
  const left = timeLeft(seen.first, seen.last, total);
  return left === null ? null : leftWords(left);
}
