import { useState } from 'react';
import { plural } from '../../lib/text/format.ts';

/** Progress as it was seen: time, ms, and units done. */
type Seen = { at: number; feito: number };

/** Units and time, ms, from which the speed is believed. */
const UNITS = 2;
const MS = 4000;

/** The time that the rest of a task takes at the speed seen so far, ms; null: too little was seen. */
export function timeLeft(first: Seen, now: Seen, total: number): number | null {
  const [units, ms] = [now.feito - first.feito, now.at - first.at];
  return units < UNITS || ms < MS || total <= now.feito ? null : ((total - now.feito) * ms) / units;
}

/** 'Falta cerca de 2 min.' */
export function leftWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'Falta menos de 1 min.';
  return minutes < 90
    ? `${minutes === 1 ? 'Falta' : 'Faltam'} cerca de ${minutes} min.`
    : `Faltam cerca de ${plural(Math.round(minutes / 60), 'hora', 'horas')}.`;
}

/** The time left of a task in words, by its progress since the page shows the task; null while that is unknown. */
export function useTimeLeft(id: string | undefined, feito: number, total: number | null): string | null {
  const now = Date.now();
  const [seen, setSeen] = useState<{ id: string | undefined; first: Seen; last: Seen }>({
    id,
    first: { at: now, feito },
    last: { at: now, feito },
  });
  // Another task, or a further reading of this one, is measured from its own beginning.
  if (seen.id !== id || feito < seen.last.feito) {
    setSeen({ id, first: { at: now, feito }, last: { at: now, feito } });
  } else if (feito !== seen.last.feito) setSeen({ ...seen, last: { at: now, feito } });
  if (total === null) return null;
  const left = timeLeft(seen.first, seen.last, total);
  return left === null ? null : leftWords(left);
}
