import { phoneKey } from '../../domain/calls/phone-key.ts';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '../../domain/runs/status.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { join, param, type Sql, sql } from '../../platform/database/sql.ts';

/** Least number of digits of a complete phone number, with area code. */
const WHOLE = 10;

/** Digits of a typed number, of a complete one without country code and trunk 0; null for other terms. */
export function digitsOf(term: string): string | null {
  const digits = term.replace(/\D/g, '');
  if (!/^[\d\s()+.-]+$/.test(term) || digits.length === 0 || digits.length > 32) return null;
  return digits.length < WHOLE ? digits : phoneKey(term).replace(/\D/g, '').replace(/^0/, '');
}

/** A typed term with single spaces, without full-width characters. */
export const plainTerm = (q: string) => q.normalize('NFKC').replace(/\s+/g, ' ').trim();

/**
 * Part of a term to look up in the trigram index: letters around a word boundary, or a number's last digits. It is
 * short, because each trigram reads a list of the index.
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

/** True if name, phone or extension contains the term; a term below 3 characters must begin the name. */
export function partCondition(term: string): Sql {
  const part = indexPart(term);
  const p = param(escapeLike(part));
  if ([...term].length < 3) return sql`left(i.busca, 16) like escuta_normaliza(${p}) || '%'`;
  const like = sql`i.busca like '%' || escuta_normaliza(${p}) || '%'`;
  // position() uses no index; it only filters what the trigram index found.
  return part === term ? like : sql`(${like} and position(escuta_normaliza(${term}) in i.busca) > 0)`;
}

/** Returns two conditions: the call's number begins with the digits, and the call's number ends with the digits. */
export function numberEnds(digits: string): [begin: Sql, end: Sql] {
  const begin = param(digits);
  const end = param([...digits].reverse().join(''));
  return [
    sql`left(i.numero_digitos, 32) like ${begin} || '%'`,
    sql`left(reverse(i.numero_digitos), 32) like ${end} || '%'`,
  ];
}

/** States that begin with a term of at least three letters, whatever accents and case. */
export function statusesNamed(term: string): StatusProcessamento[] {
  const plain = term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length < 3 ? [] : STATUS_PROCESSAMENTO.filter((status) => status.startsWith(plain));
}

/** True if the call's text contains the term, or the call's state begins with it. */
export function textCondition(term: string): Sql {
  const states = statusesNamed(term).map((status) => sql`i.status = ${status}::status_processamento`);
  return sql`(${join([partCondition(term), ...states], ' or ')})`;
}
