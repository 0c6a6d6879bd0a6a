import { z } from 'zod';

/** True if PostgreSQL can store a text, also in jsonb: no NUL, no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Cs}/u.test(text);
}

/** Base schema of text in requests; refuses text that PostgreSQL cannot store. */
export function storableText(params?: { error: string }, invalido = 'O texto tem um caractere inválido.') {
  // `abort` stops further checks, so that one fault gives one message.
  return z.string(params).refine(isStorable, { error: invalido, abort: true });
}

/** Cuts a text to `max` characters without splitting a surrogate pair. */
export const cutText = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max).replace(/\p{Cs}$/u, '') : text;
