import { currentTime } from '../../../lib/network/server-clock.ts';

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'always' });

/** ISO instant → 'há 3 dias' by the server's clock; 'agora' below a minute, or for the future. */
export function since(iso: string, now: Date = new Date(currentTime())): string {
  const seconds = (now.getTime() - new Date(iso).getTime()) / 1000;
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  }
  return 'agora';
}
