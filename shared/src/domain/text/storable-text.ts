import { z } from 'zod';

/**
 * Whether PostgreSQL can hold a text, as text and inside jsonb: no NUL, and no half of a surrogate pair, which is no
 * character of Unicode and has no UTF-8.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Cs}/u.test(text);
}

/**
 * What every text of a request is built from: a bare `z.string()` is refused by tests/architecture, because what only the
 * database refuses answers as a fault of ours.
 */
export function storableText(params?: { error: string }, invalido = 'O texto tem um caractere inválido.') {
  // Nothing more is said of such a text: one fault, one message.
  return z.string(params).refine(isStorable, { error: invalido, abort: true });
}

/** The first `max` characters of a text at most, and no half of one: a character may be written in two places. */
export const cutText = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max).replace(/\p{Cs}$/u, '') : text;
