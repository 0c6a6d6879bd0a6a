import { z } from 'zod';

/** True if PostgreSQL can store a text, also in jsonb: no NUL and no unpaired surrogate, which UTF-8 lacks. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Cs}/u.test(text);
}

/** Base schema of every text in a request. Refuses text that PostgreSQL cannot store, to prevent a server error. */
export function storableText(params?: { error: string }, invalido = 'O texto tem um caractere inválido.') {
  // Aborts further checks, so that a fault gives a single message.
  return z.string(params).refine(isStorable, { error: invalido, abort: true });
}

/** The first `max` characters of a text at most, without splitting a surrogate pair. */
export const cutText = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max).replace(/\p{Cs}$/u, '') : text;
