import { formatDate, formatDayMonth, toLocalDateTime } from './format.ts';

/**
 * Short text for the start of something: 'desde 14h', 'desde 14h05'; on another day 'desde 28/11', in another year
 * 'desde 28/11/2025'.
 */
export function sinceText(value: string | number, now: number = Date.now()): string {
  const [then, today] = [toLocalDateTime(value), toLocalDateTime(now)];
  if (then.slice(0, 10) === today.slice(0, 10)) {
    const [hour, minute] = then.slice(11).split(':');
    return `desde ${Number(hour)}h${minute === '00' ? '' : minute}`;
  }
  return `desde ${then.slice(0, 4) === today.slice(0, 4) ? formatDayMonth(value) : formatDate(value)}`;
}
