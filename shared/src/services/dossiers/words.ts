import { once } from '../../domain/once.ts';
import { clockOf } from '../exports/cells.ts';

/** Formats a time as '03/11/2026 10:02' in São Paulo's time zone, or only its day; '' for null. */
export function momentText(iso: string | null, precision: 'instante' | 'dia' | null = 'instante'): string {
  const at = iso === null ? null : clockOf(new Date(iso));
  if (!at) return '';
  const day = `${at.dia}/${at.mes}/${at.ano}`;
  return precision === 'dia' ? day : `${day} ${at.hora}:${at.minuto}`;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Formats whole seconds as '1:01', or '1:00:05' from an hour on. */
export function clockText(seconds: number | null): string {
  if (seconds === null || !(seconds >= 0)) return '';
  const total = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60];
  const rest = twoDigits(total % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

const integer = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));
const oneDecimal = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));
const usd = once(
  () => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
);

/** Formats a share (0 to 1) as '87%'; null: '–'. */
export const shareText = (share: number | null): string =>
  share === null ? '–' : `${integer().format(share * 100)}%`;
export const numberText = (n: number): string => oneDecimal().format(n);
export const usdText = (amount: number): string => `US$ ${usd().format(amount)}`;
/** Formats milliseconds as '12,5 s'. */
export const secondsText = (ms: number): string => `${oneDecimal().format(ms / 1000)} s`;

/** Cuts a text to `max` characters, at a word, with '…'. */
export function shortText(text: string, max: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= max) return plain;
  const cut = plain.slice(0, max);
  const word = cut.lastIndexOf(' ');
  return `${(word > max / 2 ? cut.slice(0, word) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}
