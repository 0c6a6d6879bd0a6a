/** Punctuation put in while a person types (Maskito), and what stands between the typed text and the value. */

import { showPhone } from '@escuta/shared/domain/text/phone';
import type { MaskitoOptions } from '@maskito/core';

export type Mask = MaskitoOptions;

const digit = /\d/;
const letterOrDigit = /[0-9A-Z]/;

/** 'AA/A' → the mask's parts: 'A' takes what `of` takes, '9' a digit, all else stands by itself. */
function parts(pattern: string): (RegExp | string)[] {
  return [...pattern].map((sign) => (sign === '9' ? digit : sign === 'A' ? letterOrDigit : sign));
}

/** Characters of 'dd/MM/yyyy HH:mm'. */
export const DATE_TIME_LENGTH = 16;

/**
 * A mask of fixed length: in a full input a typed character replaces the one at the caret.
 * @param full from how many characters on the input is whole: what may follow (seconds) is typed at its end, and a
 * correction in the middle pushes nothing into it
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

/** CNPJ '12.ABC.345/01DE-35': 12 letters or digits, then 2 check digits (letters are allowed since July 2026). */
export const CNPJ = fixed('AA.AAA.AAA/AAAA-99');
/** CEP '01310-100'. */
export const CEP = fixed('99999-999');
/** 'dd/MM/yyyy'. */
export const DATE = fixed('99/99/9999');
/** 'dd/MM/yyyy HH:mm'. */
export const DATE_TIME = fixed('99/99/9999 99:99');
/** 'dd/MM/yyyy HH:mm' with or without ':ss'. */
export const DATE_TIME_SECONDS = fixed('99/99/9999 99:99:99', DATE_TIME_LENGTH);

/**
 * A phone, punctuated once it is a whole number ('(11) 98765-4321', '0800 770 1234', '4004-0001'); until then, and for
 * extensions or numbers of other countries, as it is typed.
 */
export const PHONE: Mask = {
  mask: ({ value }) => {
    const typed = value.replace(/\D/g, '');
    const shown = showPhone(value);
    // '11987654' may become a number with its area code; only companies' own numbers are whole at eight digits.
    const whole = typed.length >= 10 || (typed.length === 8 && /^[34]00/.test(typed));
    // A prefix that would be left out is typed on purpose.
    return shown && whole && shown.replace(/\D/g, '') === typed ? parts(shown.replace(/\d/g, '9')) : /^.*$/;
  },
};

/** 'dd/MM/yyyy' → 'yyyy-MM-dd', or null when it is no day of the calendar. */
export function parseMaskedDate(text: string): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!match) return null;
  const [, day, month, year] = match as unknown as [string, string, string, string];
  const date = new Date(Date.UTC(+year, +month - 1, +day));
  if (date.getUTCDate() !== +day || date.getUTCMonth() !== +month - 1 || date.getUTCFullYear() !== +year)
    return null;
  return `${year}-${month}-${day}`;
}

/** 'yyyy-MM-dd' → 'dd/MM/yyyy'; '' for an empty value. */
export function showDate(day: string | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  return match ? `${match[3]}/${match[2]}/${match[1]}` : '';
}

/** True if a `DateInput`'s value is a whole day ('yyyy-MM-dd'), and not what somebody is still typing. */
export function isTypedDate(value: string): boolean {
  return showDate(value) !== '';
}

/** Said of a day that is none, or not finished. */
export const DIA_INVALIDO = 'Informe um dia válido, como 31/12/2026.';

/**
 * 'dd/MM/yyyy HH:mm[:ss]' → 'yyyy-MM-ddTHH:mm[:ss]' (give it to `fromLocalDateTime`), or null when it is no date and
 * time.
 */
export function parseMaskedDateTime(text: string): string | null {
  const [date, time] = text.split(' ');
  const day = parseMaskedDate(date ?? '');
  const match = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/.exec(time ?? '');
  return day && match ? `${day}T${time}` : null;
}

/** 'yyyy-MM-ddTHH:mm[:ss]' → 'dd/MM/yyyy HH:mm[:ss]'; '' for an empty value. */
export function showDateTime(local: string): string {
  const [day, time] = local.split('T');
  const shown = showDate(day);
  return shown && time ? `${shown} ${time.slice(0, 8)}` : '';
}

/** The day ('yyyy-MM-dd') in a date and time's value, as far as it was typed; '' while it is none. */
export function dayOf(value: string): string {
  return parseMaskedDate((showDateTime(value) || value).slice(0, 10)) ?? '';
}

/** A date and time's value with its day exchanged: the hour stays as far as it was typed. */
export function withDay(value: string, day: string): string {
  const time = (showDateTime(value) || value).slice(11);
  const text = time ? `${showDate(day)} ${time}` : showDate(day);
  return parseMaskedDateTime(text) ?? text;
}
