/** Masks that format text while a person types (Maskito), and conversions between text and value. */

import { showPhone } from '@escuta/shared/domain/text/phone';
import type { MaskitoOptions } from '@maskito/core';

export type Mask = MaskitoOptions;

const digit = /\d/;
const letterOrDigit = /[0-9A-Z]/;

/** Splits a pattern into the mask's parts: 'A' accepts a letter or digit, '9' a digit, any other sign only itself. */
function parts(pattern: string): (RegExp | string)[] {
  return [...pattern].map((sign) => (sign === '9' ? digit : sign === 'A' ? letterOrDigit : sign));
}

/** Length of 'dd/MM/yyyy HH:mm'. */
export const DATE_TIME_LENGTH = 16;

/**
 * A mask of fixed length: in a full input, a typed character replaces the character at the caret.
 * @param full length from which the input counts as full. If it is less than the pattern's length, the rest (seconds)
 * is optional, and a correction in the middle moves no digit into the rest.
 */
function fixed(pattern: string, full = pattern.length): Mask {
  return {
    mask: parts(pattern),
    overwriteMode: ({ value }) => (value.length >= full ? 'replace' : 'shift'),
    preprocessors: [
      ({ elementState, data }) => ({
        elementState: { ...elementState, value: elementState.value.toUpperCase() },
        data: data.toUpperCase(),
      }),
    ],
  };
}

/** CNPJ '12.ABC.345/01DE-35': 12 letters or digits (letters since July 2026), then 2 check digits. */
export const CNPJ = fixed('AA.AAA.AAA/AAAA-99');
export const CEP = fixed('99999-999');
/** 'dd/MM/yyyy'. */
export const DATE = fixed('99/99/9999');
/** 'dd/MM/yyyy HH:mm'. */
export const DATE_TIME = fixed('99/99/9999 99:99');
/** 'dd/MM/yyyy HH:mm' with or without ':ss'. */
export const DATE_TIME_SECONDS = fixed('99/99/9999 99:99:99', DATE_TIME_LENGTH);

/**
 * A phone number, formatted once it is complete ('(11) 98765-4321', '0800 770 1234', '4004-0001'); before that, and for
 * extensions or foreign numbers, the typed text.
 */
export const PHONE: Mask = {
  mask: ({ value }) => {
    const typed = value.replace(/\D/g, '');
    const shown = showPhone(value);
    // Eight digits are complete only for a service number (300x, 400x), because others may begin a longer number.
    const whole = typed.length >= 10 || (typed.length === 8 && /^[34]00/.test(typed));
    // Leaves the text as typed if formatting would drop a digit, such as a typed prefix.
    return shown && whole && shown.replace(/\D/g, '') === typed ? parts(shown.replace(/\d/g, '9')) : /^.*$/;
  },
};

/** 'dd/MM/yyyy' → 'yyyy-MM-dd', or null for an invalid day. */
export function parseMaskedDate(text: string): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!match) return null;
  const [, day, month, year] = match as unknown as [string, string, string, string];
  const date = new Date(Date.UTC(+year, +month - 1, +day));
  if (date.getUTCDate() !== +day || date.getUTCMonth() !== +month - 1 || date.getUTCFullYear() !== +year)
    return null;
  return `${year}-${month}-${day}`;
}

/** 'yyyy-MM-dd' → 'dd/MM/yyyy'; '' for any other text. */
export function showDate(day: string | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  return match ? `${match[3]}/${match[2]}/${match[1]}` : '';
}

/** True if a `DateInput`'s value is a complete day ('yyyy-MM-dd'), not half-typed text. */
export function isTypedDate(value: string): boolean {
  return showDate(value) !== '';
}

export const DIA_INVALIDO = 'Informe um dia válido, como 31/12/2026.';

export const MOMENTO_INVALIDO = 'Informe data e hora válidas, como 31/12/2026 10:15.';

/** 'dd/MM/yyyy HH:mm[:ss]' → 'yyyy-MM-ddTHH:mm[:ss]' (for `fromLocalDateTime`), or null if invalid. */
export function parseMaskedDateTime(text: string): string | null {
  const [date, time] = text.split(' ');
  const day = parseMaskedDate(date ?? '');
  const match = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/.exec(time ?? '');
  return day && match ? `${day}T${time}` : null;
}

/** 'yyyy-MM-ddTHH:mm[:ss]' → 'dd/MM/yyyy HH:mm[:ss]'; '' for any other text. */
export function showDateTime(local: string): string {
  const [day, time] = local.split('T');
  const shown = showDate(day);
  return shown && time ? `${shown} ${time.slice(0, 8)}` : '';
}

/** The day ('yyyy-MM-dd') of a date and time, even if its hour is unfinished; '' without a valid day. */
export function dayOf(value: string): string {
  return parseMaskedDate((showDateTime(value) || value).slice(0, 10)) ?? '';
}

/** Replaces the day of a date and time, and keeps the typed part of the hour. */
export function withDay(value: string, day: string): string {
  const time = (showDateTime(value) || value).slice(11);
  const text = time ? `${showDate(day)} ${time}` : showDate(day);
  return parseMaskedDateTime(text) ?? text;
}
