/**
 * Formats every number, date and size on screen: in pt-BR, and always in Brasília's time zone, so that everyone sees
 * the same hour of a call. Uses only the browser's Intl, which adds nothing to the script's size.
 */

import { once } from '@escuta/shared/domain/once';
import { showPhone } from '@escuta/shared/domain/text/phone';

export const NAO_DISPONIVEL = 'N/A';
export const DATA_INVALIDA = 'Data inválida';
/** Time zone of every date on screen. */
export const FUSO = 'America/Sao_Paulo';

export const MESES_CURTOS = [
  'jan',
  'fev',
  'mar',
  'abr',
  'mai',
  'jun',
  'jul',
  'ago',
  'set',
  'out',
  'nov',
  'dez',
];

const dateParts = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: FUSO,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
);

interface WallClock {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

/** Date and time in Brasília at the instant `date`. */
function wallClock(date: Date): WallClock {
  const parts: WallClock = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of dateParts().formatToParts(date)) {
    if (type in parts) parts[type as keyof WallClock] = value;
  }
  parts.year = parts.year.padStart(4, '0');
  return parts;
}

type DateInput = string | number | Date | null | undefined;

/** A date without a time. It is read as noon in Brasília, because midnight UTC is still the day before in Brasília. */
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

function toDate(value: DateInput): Date | null | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const isDay = typeof value === 'string' && DAY_ALONE.test(value);
  const date = value instanceof Date ? value : new Date(isDay ? `${value}T15:00:00Z` : value);
  return Number.isNaN(date.getTime()) ? null : date;
}

function formatWith(value: DateInput, write: (clock: WallClock) => string): string {
  const date = toDate(value);
  if (date === undefined) return NAO_DISPONIVEL;
  if (date === null) return DATA_INVALIDA;
  return write(wallClock(date));
}

/** ISO instant → 'dd/MM/yyyy'; 'N/A' when missing, 'Data inválida' when unreadable. */
export function formatDate(value: DateInput): string {
  return formatWith(value, (c) => `${c.day}/${c.month}/${c.year}`);
}

/** ISO instant → 'dd/MM/yyyy HH:mm'; 'N/A' when missing, 'Data inválida' when unreadable. */
export function formatDateTime(value: DateInput): string {
  return formatWith(value, (c) => `${c.day}/${c.month}/${c.year} ${c.hour}:${c.minute}`);
}

/** Start of an interview: only the day if its time is unknown, '-' if its day is unknown, too. */
export function formatStart(value: string | null, precisao: 'instante' | 'dia' | null): string {
  if (value === null || precisao === null) return '-';
  return precisao === 'dia' ? formatDate(value) : formatDateTime(value);
}

/** ISO instant → 'dd/MM/yyyy HH:mm:ss', for timelines where seconds matter. */
export function formatDateTimeSeconds(value: DateInput): string {
  return formatWith(value, (c) => `${c.day}/${c.month}/${c.year} ${c.hour}:${c.minute}:${c.second}`);
}

/** ISO instant → 'dd/MM'. */
export function formatDayMonth(value: DateInput): string {
  return formatWith(value, (c) => `${c.day}/${c.month}`);
}

/** ISO instant → 'yyyy-MM-ddTHH:mm' as read in Brasília, for inputs; '' when missing or unreadable. */
export function toLocalDateTime(value: DateInput): string {
  const date = toDate(value);
  if (!date) return '';
  const c = wallClock(date);
  return `${c.year}-${c.month}-${c.day}T${c.hour}:${c.minute}`;
}

/** ISO instant → 'yyyy-MM-dd' as read in Brasília; '' when missing or unreadable. */
export function toLocalDate(value: DateInput): string {
  return toLocalDateTime(value).slice(0, 10);
}

/**
 * 'yyyy-MM-ddTHH:mm[:ss]' in Brasília → the instant as an ISO string; null if it is no date. Uses that date's UTC
 * offset (Brazil had daylight saving time until 2019). For a time that a clock change skipped, gives the instant right
 * after the change.
 */
export function fromLocalDateTime(local: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(local);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  const check = new Date(asUtc);
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null;
  const offsetAt = (instant: number): number => {
    const c = wallClock(new Date(instant));
    return (
      Date.UTC(+c.year, +c.month - 1, +c.day, +c.hour, +c.minute, +c.second) -
      Math.floor(instant / 1000) * 1000
    );
  };
  // Looks up the offset twice, because the first guess may be on the other side of a change of daylight saving time.
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first)).toISOString();
}

const integer = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));
const decimals = new Map<number, Intl.NumberFormat>();

/** Number with a fixed count of decimals, pt-BR ('1.234,50'); 'N/A' when missing or not finite. */
export function formatNumber(value: number | null | undefined, fractionDigits = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NAO_DISPONIVEL;
  if (fractionDigits === 0) return integer().format(value);
  let format = decimals.get(fractionDigits);
  if (!format) {
    format = new Intl.NumberFormat('pt-BR', {
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    });
    decimals.set(fractionDigits, format);
  }
  return format.format(value);
}

/** Share from 0 to 1 → '87%' (rounded, as for scores), or '87,5%' with `fractionDigits` 1; 'N/A' when missing. */
export function formatShare(share: number | null | undefined, fractionDigits = 0): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return NAO_DISPONIVEL;
  return `${formatNumber(share * 100, fractionDigits)}%`;
}

/** Seconds → 'm:ss' (61 → '1:01'; an hour or more → 'h:mm:ss'); 'N/A' when missing. */
export function formatClock(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0)
    return NAO_DISPONIVEL;
  const total = Math.floor(seconds);
  const s = String(total % 60).padStart(2, '0');
  const minutes = Math.floor(total / 60);
  if (minutes < 60) return `${minutes}:${s}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${s}`;
}

/** Position in milliseconds → 'm:ss', rounded down, so that playback from it never starts after the position. */
export function formatClockMs(ms: number | null | undefined): string {
  return formatClock(ms === null || ms === undefined ? ms : ms / 1000);
}

/**
 * A length in milliseconds → 'm:ss', rounded to the second like lists and exports (83 s is '1:23'). For positions use
 * `formatClockMs`, which rounds down.
 */
export function formatDurationMs(ms: number | null | undefined): string {
  return formatClock(ms === null || ms === undefined ? ms : Math.round(ms / 1000));
}

/**
 * Minutes → '12,5 min' under 60, otherwise '2h 5min' (specification 2 §9). A value that rounds to 60,0 becomes '1h
 * 0min'.
 */
export function formatMinutes(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined || !Number.isFinite(minutes) || minutes < 0)
    return NAO_DISPONIVEL;
  if (Math.round(minutes * 10) / 10 < 60) return `${formatNumber(minutes, 1)} min`;
  const whole = Math.round(minutes);
  return `${integer().format(Math.floor(whole / 60))}h ${whole % 60}min`;
}

const usd = once(
  () =>
    new Intl.NumberFormat('pt-BR', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 4,
      maximumFractionDigits: 4,
    }),
);

/** Amount in USD with 4 decimals: 'US$ 0,0123'. */
export function formatUsd(amount: number | null | undefined): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return NAO_DISPONIVEL;
  return usd()
    .format(amount)
    .replace(/\u00a0/g, ' ');
}

/** Amount in a currency (ISO code; USD when missing) with 4 decimals. */
export function formatCost(amount: number | null | undefined, currency = 'USD'): string {
  if (currency === 'USD') return formatUsd(amount);
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return NAO_DISPONIVEL;
  return `${currency} ${formatNumber(amount, 4)}`;
}

/** Bytes → '1,23 MB' (audio; 1 MB = 1024² bytes). */
export function formatMegabytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return NAO_DISPONIVEL;
  return `${formatNumber(bytes / 1024 ** 2, 2)} MB`;
}

/** A file's size in KB or MB, with decimals as needed: '0,7 KB', '0,98 MB', '485 MB'. Never '0,00 MB'. */
export function formatFileSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return NAO_DISPONIVEL;
  if (bytes === 0) return '0 KB';
  if (bytes < 100 * 1024) return formatKilobytes(bytes);
  return bytes < 10 * 1024 ** 2 ? formatMegabytes(bytes) : `${formatNumber(bytes / 1024 ** 2)} MB`;
}

/** Bytes → '12,3 KB' (1 KB = 1024 bytes). */
export function formatKilobytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return NAO_DISPONIVEL;
  return `${formatNumber(bytes / 1024, 1)} KB`;
}

/** Cuts a file name that is longer than `max` characters, and appends '…'. */
export function truncateFileName(name: string, max = 20): string {
  return name.length > max ? `${name.slice(0, max)}…` : name;
}

/** First `length` characters of a checksum or id. */
export function shorten(value: string, length = 8): string {
  return value.slice(0, length);
}

/** Shortens an id for people to its beginning and end; the end is needed, as ids of the same minute begin alike. */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

/** '11987654321' → '(11) 98765-4321', '08007701234' → '0800 770 1234'; other numbers unchanged; 'N/A' when missing. */
export function formatPhone(value: string | null | undefined): string {
  return value ? (showPhone(value) ?? value) : NAO_DISPONIVEL;
}
