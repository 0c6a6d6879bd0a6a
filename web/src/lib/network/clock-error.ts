/** Detects a wrong clock of the device, and describes its error in words. */
import { plural } from '@escuta/shared/domain/text/in-words';
import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/**
 * Least error of a clock that counts as wrong, ms: Kerberos' default tolerance (RFC 4120, section 3.1.3 and 'clockskew'
 * of MIT krb5: 300 s).
 */
const FAR_MS = 5 * 60_000;
/** Interval of comparing the clocks, ms. */
const LOOK_MS = 2000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Words for a clock's error: '13 horas adiantado', '2 dias atrasado'; null within tolerance.
 * @param errorMs the device's clock minus the server's
 */
export function describeClockError(errorMs: number): string | null {
  const size = Math.abs(errorMs);
  if (size < FAR_MS) return null;
  const length =
    size >= 2 * DAY_MS
      ? plural(Math.round(size / DAY_MS), 'dia', 'dias')
      : size >= HOUR_MS
        ? plural(Math.round(size / HOUR_MS), 'hora', 'horas')
        : plural(Math.round(size / MINUTE_MS), 'minuto', 'minutos');
  return `${length} ${errorMs > 0 ? 'adiantado' : 'atrasado'}`;
}

/** Advice shown beside the error of a wrong clock. */
export const ACERTE_O_RELOGIO =
  'Acerte a data e a hora nas configurações do aparelho; de preferência, deixe-as automáticas. Enquanto isso, a Escuta segue a hora do servidor.';

function look(): string | null {
  const now = serverNow();
  return now === null ? null : describeClockError(Date.now() - now);
}

/**
 * Words for this device's clock error (`describeClockError`); null within tolerance, or before the server has answered.
 */
export function useClockError(): string | null {
  const [error, setError] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => setError(look()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return error;
}
