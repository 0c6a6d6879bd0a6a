/** Reads a call sheet's cells: phones, times, durations. The functions are pure; a failure carries its reason. */
import type { OrdemData, UnidadeDuracao } from './fields.ts';
import { firstPhone } from './phone-text.ts';

/** A value, or the reason for its absence ('a data "31/02/2026" não existe'). */
export type Lido<T> = { valor: T } | { motivo: string };

/** Reason for refusing a number that lost digits in Excel. `what`: 'o número', 'o ramal'. */
export const roundedReason = (what: string, text: string): string =>
  `o Excel arredondou ${what} ${quoted(text)}; gere a planilha de novo, com a coluna formatada como texto`;
const ARREDONDADO = /^\d(?:[.,]\d+)?E\+\d{1,3}$/iu;

const QUOTED_MAX = 60;
export const quoted = (text: string): string =>
  `"${text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX).replace(/\p{Cs}$/u, '')}…` : text}"`;

/** Normalises blanks of all kinds; strips ="…" and a leading apostrophe. */
export function plainCell(cell: string): string {
  const text = cell.replace(/[\s\u00a0\u2007\u202f\u200b\ufeff]+/gu, ' ').trim();
  const formula = /^="(.*)"$/u.exec(text);
  return (formula?.[1] ?? text).replace(/^'(?=\S)/u, '').trim();
}

export const isRounded = (text: string): boolean => ARREDONDADO.test(text);

/** Ten-digit numbers that lost a leading zero; recognised because no area code is 30, 50, 80 or 90. */
const SEM_ZERO = /^(?:[3589]00)\d{7}$/u;
const NAO_GEOGRAFICO = /^0[3589]00\d{6,7}$/u;

/** Returns a number as dialled in Brazil: without +55, carrier digits or a 0 after 55. Foreign numbers keep '+'. */
export function canonicalNumber(digits: string, plus: boolean): string {
  let n = digits;
  if (n.startsWith('0055')) n = n.slice(4);
  else if (/^55(?:\d{10,11}|0(?:[1-9]\d)?[1-9]\d{9,10})$/u.test(n)) n = n.slice(2);
  else if (plus) return `+${n}`;
  if (SEM_ZERO.test(n)) return `0${n}`;
  if (NAO_GEOGRAFICO.test(n)) return n;
  // The number begins with 0, or with 0 and a carrier, before an area code.
  if (/^0[1-9]\d{9,10}$/u.test(n) && n.length <= 12) return n.slice(1);
  if (/^0[1-9]\d[1-9]\d{9,10}$/u.test(n)) return n.slice(3);
  return n;
}

export function readNumber(cell: string): Lido<string> {
  const text = plainCell(cell);
  if (isRounded(text)) return { motivo: roundedReason('o número', text) };
  const bare = firstPhone(text.replace(/[.,]0+$/u, ''));
  const odd = { motivo: `o número ${quoted(text)} não é um telefone` };
  if (!/^[+*#]?[\d\s().\-/*#]+$/u.test(bare)) return odd;
  const digits = bare.replace(/\D/gu, '');
  const marks = bare.replace(/[^\d*#]/gu, '');
  const whole = bare.startsWith('+') || /^\(0?\d\d\)/u.test(bare) ? 8 : 2;
  if (digits.length < whole || digits.length > 20) return odd;
  if (/[*#]/u.test(marks)) return marks.length <= 20 ? { valor: marks } : odd;
  return { valor: canonicalNumber(digits, bare.startsWith('+')) };
}

/** A local time; `offset`: minutes east of UTC, if stated. */
export type Momento = {
  ano: number;
  mes: number;
  dia: number;
  /** Seconds since midnight; null for a day without a time. */
  segundos: number | null;
  offset: number | null;
};

const MESES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const HORA = '(\\d{1,2})[:h](\\d{2})(?:[:m](\\d{2})(?:[.,]\\d{1,9})?)?s?\\s*(a\\.?m\\.?|p\\.?m\\.?)?';
const ISO = new RegExp(
  `^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?:[T ,]+${HORA})?\\s*(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?$`,
  'iu',
);
const PARTES = new RegExp(
  `^(?:[a-zçá]{3,}[,.]?\\s+)?(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})(?:[T ,\\-–às]+${HORA})?$`,
  'iu',
);
const POR_EXTENSO = new RegExp(
  `^(\\d{1,2})[\\s/.-]+(?:de\\s+)?([a-zç]{3,9})\\.?[\\s/.,-]+(?:de\\s+)?(\\d{4}|\\d{2})(?:[T ,às]+${HORA})?$`,
  'iu',
);
const JUNTO = /^(\d{4})(\d{2})(\d{2})(?:[T _-]?(\d{2})(\d{2})(\d{2})?)?$/u;
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/u;
const EPOCH = /^(\d{10})(?:\.\d{1,9}|\d{3})?$/u;

const DAY_S = 86_400;

const fullYear = (text: string): number => {
  const n = Number(text);
  return text.length > 2 ? n : n < 70 ? 2000 + n : 1900 + n;
};

function secondsOf(
  h: string | undefined,
  m: string | undefined,
  s: string | undefined,
  half: string | undefined,
): number | null | 'fora' {
  if (h === undefined) return null;
  let hours = Number(h);
  if (half) {
    if (hours < 1 || hours > 12) return 'fora';
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  const minutes = Number(m);
  const seconds = Number(s ?? 0);
  return hours > 23 || minutes > 59 || seconds > 59 ? 'fora' : hours * 3600 + minutes * 60 + seconds;
}

const offsetOf = (text: string | undefined): number | null => {
  if (!text) return null;
  const found = /^([+-])(\d{2}):?(\d{2})$/u.exec(text);
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0;
};

function isCalendarDay(ano: number, mes: number, dia: number): boolean {
  const date = new Date(Date.UTC(ano, mes - 1, dia));
  return mes >= 1 && mes <= 12 && dia >= 1 && date.getUTCMonth() === mes - 1 && date.getUTCDate() === dia;
}

/** Returns the order of day and month in a numeric date; null for other cells. */
export function orderOf(cell: string): OrdemData | 'ambigua' | null {
  const found = PARTES.exec(plainCell(cell));
  if (!found) return null;
  const [first, second] = [Number(found[1]), Number(found[2])];
  if (first === second || (first > 12 && second > 12)) return null;
  if (first > 12) return 'dma';
  return second > 12 ? 'mda' : 'ambigua';
}

function fromSerial(days: number, from1904: boolean): Momento {
  const begin = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const at = new Date(begin + Math.round(days * DAY_S) * 1000);
  const segundos = at.getUTCHours() * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds();
  return {
    ano: at.getUTCFullYear(),
    mes: at.getUTCMonth() + 1,
    dia: at.getUTCDate(),
    segundos: Number.isInteger(days) ? null : segundos,
    offset: null,
  };
}

/**
 * Reads a day with or without time.
 * @param ordem order of day and month
 * @param from1904 true if the workbook counts days from 1904
 */
export function readMoment(cell: string, ordem: OrdemData, from1904: boolean): Lido<Momento> {
  const text = plainCell(cell);
  const not = { motivo: `a data ${quoted(text)} não foi entendida` };
  const toMoment = (
    ano: number,
    mes: number,
    dia: number,
    segundos: ReturnType<typeof secondsOf>,
    offset: number | null = null,
  ): Lido<Momento> => {
    if (!isCalendarDay(ano, mes, dia)) return { motivo: `a data ${quoted(text)} não existe` };
    if (segundos === 'fora') return { motivo: `a hora de ${quoted(text)} não existe` };
    return { valor: { ano, mes, dia, segundos, offset } };
  };
  const iso = ISO.exec(text);
  if (iso)
    return toMoment(
      Number(iso[1]),
      Number(iso[2]),
      Number(iso[3]),
      secondsOf(iso[4], iso[5], iso[6], iso[7]),
      offsetOf(iso[8]),
    );
  const parts = PARTES.exec(text);
  if (parts) {
    const [first, second] = [Number(parts[1]), Number(parts[2])];
    const [dia, mes] = ordem === 'dma' ? [first, second] : [second, first];
    return toMoment(
      fullYear(parts[3] as string),
      mes,
      dia,
      secondsOf(parts[4], parts[5], parts[6], parts[7]),
    );
  }
  const words = POR_EXTENSO.exec(text);
  if (words) {
    const name = (words[2] as string).toLowerCase().slice(0, 3);
    const mes = Math.max(MESES.indexOf(name), MONTHS.indexOf(name)) + 1;
    if (mes > 0)
      return toMoment(
        fullYear(words[3] as string),
        mes,
        Number(words[1]),
        secondsOf(words[4], words[5], words[6], words[7]),
      );
  }
  const epoch = EPOCH.exec(text);
  if (epoch && /^\d{10}(?:\d{3})?$|^\d{10}\.\d+$/u.test(text)) {
    const at = new Date(Number(epoch[1]) * 1000);
    const ano = at.getUTCFullYear();
    if (ano >= 2000 && ano <= 2100) {
      const segundos = at.getUTCHours() * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds();
      return toMoment(ano, at.getUTCMonth() + 1, at.getUTCDate(), segundos, 0);
    }
  }
  const joined = JUNTO.exec(text);
  if (joined)
    return toMoment(
      Number(joined[1]),
      Number(joined[2]),
      Number(joined[3]),
      secondsOf(joined[4], joined[5], joined[6], undefined),
    );
  const serial = SERIAL.exec(text);
  if (serial && Number(serial[1]) >= 20_000 && Number(serial[1]) < 80_000)
    return { valor: fromSerial(Number(`${serial[1]}.${serial[2] ?? '0'}`), from1904) };
  return not;
}

const CLOCK = new RegExp(`^${HORA}$`, 'iu');

/** Reads a time of day, seconds since midnight. */
export function readClock(cell: string): Lido<number> {
  const text = plainCell(cell);
  const not = { motivo: `a hora ${quoted(text)} não existe` };
  // Excel's fraction of a day, from a cell without a format.
  if (/^0?[.,]\d+$/u.test(text) || text === '0')
    return { valor: Math.round(Number(text.replace(',', '.')) * DAY_S) % DAY_S };
  // Spreadsheets may prefix a time with a day of 1899, 1900 or 1904.
  const bare = text.replace(
    /^(?:1899-12-3[01]|1900-01-0[01]|1904-01-01|3[01]\/12\/1899|0[01]\/01\/1900)[ T]/u,
    '',
  );
  const found = CLOCK.exec(bare);
  if (!found) return not;
  const seconds = secondsOf(found[1], found[2], found[3], found[4]);
  return typeof seconds === 'number' ? { valor: seconds } : not;
}

/** Reads a duration, s. Decimals are minutes, except '190.0' in a column of seconds, '12.5 s', and parts of a day. */
export function readDuration(cell: string, unidade: UnidadeDuracao): Lido<number> {
  const text = plainCell(cell);
  const not = { motivo: `a duração ${quoted(text)} não foi entendida` };
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,]\d+)?$/u.exec(text);
  if (clock) {
    const [hours, minutes, seconds] = [Number(clock[1] ?? 0), Number(clock[2]), Number(clock[3])];
    if (seconds > 59 || (clock[1] !== undefined && minutes > 59)) return not;
    return { valor: hours * 3600 + minutes * 60 + seconds };
  }
  // Elastix and Issabel write '185s (3m 5s)'.
  const both = /^(\d{1,7}) ?s \((?:\d+h )?(?:\d+m )?\d+s\)$/iu.exec(text);
  if (both) return { valor: Number(both[1]) };
  const whole = /^(\d{1,7})(?:\s*(s|seg|segs|segundos?|m|min|mins|minutos?)\.?)?$/iu.exec(text);
  if (whole) {
    const inMinutes = whole[2] ? /^m/iu.test(whole[2]) : unidade === 'minutos';
    return { valor: Number(whole[1]) * (inMinutes ? 60 : 1) };
  }
  const decimal = /^(\d{1,6})[.,](\d{1,17})(?:\s*(min|m|s|seg)\.?)?$/iu.exec(text);
  if (decimal) {
    const n = Number(`${decimal[1]}.${decimal[2]}`);
    // 190.0 and 190,000 come from programs that count seconds.
    if (/^0+$/u.test(decimal[2] as string) && unidade === 'segundos') return { valor: Number(decimal[1]) };
    if (decimal[3]?.toLowerCase().startsWith('s')) return { valor: Math.round(n) };
    // Seven or more decimals are a fraction of a day, because minutes never have so many.
    if (n < 1 && (decimal[2] as string).length >= 7) return { valor: Math.round(n * DAY_S) };
    return { valor: Math.round(n * 60) };
  }
  const words =
    /^(?:(\d{1,3})\s*h(?:oras?|s)?\.?\s*)?(?:(\d{1,3})\s*m(?:in(?:utos?|s)?)?\.?\s*)?(?:(\d{1,5})\s*s(?:eg(?:undos?|s)?)?\.?)?$/iu.exec(
      text,
    );
  if (text !== '' && words && (words[1] ?? words[2] ?? words[3]) !== undefined)
    return { valor: Number(words[1] ?? 0) * 3600 + Number(words[2] ?? 0) * 60 + Number(words[3] ?? 0) };
  return not;
}
