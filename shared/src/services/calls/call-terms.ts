/** Search of calls by typed text: a number by either end; name, phone or extension by a part. */

import { phoneKey } from '../../domain/calls/phone-key.ts';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '../../domain/runs/status.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { join, param, type Sql, sql } from '../../platform/database/sql.ts';

/** A term with at least this many digits is a whole number with area code. */
const WHOLE = 10;

/**
 * Digits of a punctuated number; a whole number in the domestic form, which ends every spelling; null for other terms.
 */
export function digitsOf(term: string): string | null {
  const digits = term.replace(/\D/g, '');
  if (!/^[\d\s()+.-]+$/.test(term) || digits.length === 0 || digits.length > 32) return null;
  return digits.length < WHOLE ? digits : phoneKey(term).replace(/\D/g, '').replace(/^0/, '');
}

/** A typed term in search form: single spaces, no full-width characters. */
export const plainTerm = (q: string) => q.normalize('NFKC').replace(/\s+/g, ' ').trim();

/**
 * Part of a term for the trigram lookup, because each trigram costs an index list: a word boundary, or the last digits
 * of a number.
 */
function indexPart(term: string): string {
  if (/^\d{5,}$/.test(term)) return term.slice(-4);
  const words = term.split(' ').map((word) => [...word]);
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (next && word.length >= 3 && next.length >= 3) {
      return `${word.slice(-3).join('')} ${next.slice(0, 3).join('')}`;
    }
  }
  return term;
}

/** Part of name, phone or extension from 3 characters on (trigrams); with fewer, the beginning of the name. */
export function partCondition(term: string): Sql {
  const part = indexPart(term);
  const p = param(escapeLike(part));
  if ([...term].length < 3) return sql`left(i.busca, 16) like escuta_normaliza(${p}) || '%'`;
  const like = sql`i.busca like '%' || escuta_normaliza(${p}) || '%'`;
  // position() uses no index: it filters the trigram matches.
  return part === term ? like : sql`(${like} and position(escuta_normaliza(${term}) in i.busca) > 0)`;
}

/** Conditions on a number's beginning and end. */
export function numberEnds(digits: string): [begin: Sql, end: Sql] {
  const begin = param(digits);
  const end = param([...digits].reverse().join(''));
  return [
    sql`left(i.numero_digitos, 32) like ${begin} || '%'`,
    sql`left(reverse(i.numero_digitos), 32) like ${end} || '%'`,
  ];
}

/** States whose names begin with a term of at least three letters, ignoring accents and case. */
export function statusesNamed(term: string): StatusProcessamento[] {
  const plain = term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length < 3 ? [] : STATUS_PROCESSAMENTO.filter((status) => status.startsWith(plain));
}

/** Condition on a part of the text, or on a state's name. */
export function textCondition(term: string): Sql {
  const states = statusesNamed(term).map((status) => sql`i.status = ${status}::status_processamento`);
  return sql`(${join([partCondition(term), ...states], ' or ')})`;
}
