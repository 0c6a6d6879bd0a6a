/**
 * How calls are looked for by what a person typed: a number by its beginning or end, a name, phone or extension by a part
 * of it. Conditions over `auditoria_itens i`; the indices that answer them stand in the migrations.
 */

import { phoneKey } from '../../domain/calls/phone-key.ts';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '../../domain/runs/status.ts';
import { escapeLike } from '../../platform/database/like.ts';
import { join, param, type Sql, sql } from '../../platform/database/sql.ts';

/** Digits from which on a term is a whole number, with its area code. */
const WHOLE = 10;

/**
 * Digits that say which number is meant, with how people punctuate numbers; null for any other term. A whole number is looked for as it
 * is dialled within the country: every way in which it may be written ends with that.
 */
export function digitsOf(term: string): string | null {
  const digits = term.replace(/\D/g, '');
  if (!/^[\d\s()+.-]+$/.test(term) || digits.length === 0 || digits.length > 32) return null;
  return digits.length < WHOLE ? digits : phoneKey(term).replace(/\D/g, '').replace(/^0/, '');
}

/** What a client typed, as it is looked for: one kind of spaces, full-width forms as plain ones. */
export const plainTerm = (q: string) => q.normalize('NFKC').replace(/\s+/g, ' ').trim();

/**
 * A few characters out of a term that its trigrams are looked up by: each further one costs another list of the index,
 * and those of one word are in the same rows anyway. The end of a word and the beginning of the next (which few rows
 * have beside each other), or a number's last digits (which differ more than its first). The term itself if it is short.
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

/** A part of name, phone or extension from 3 characters on (trigrams); the beginning of the name under that. */
export function partCondition(term: string): Sql {
  const part = indexPart(term);
  const p = param(escapeLike(part));
  if ([...term].length < 3) return sql`left(i.busca, 16) like escuta_normaliza(${p}) || '%'`;
  const like = sql`i.busca like '%' || escuta_normaliza(${p}) || '%'`;
  // No index knows position(): it only sifts what the trigrams found.
  return part === term ? like : sql`(${like} and position(escuta_normaliza(${term}) in i.busca) > 0)`;
}

/** By digits: the beginning of the number, and its end. */
export function numberEnds(digits: string): [begin: Sql, end: Sql] {
  const begin = param(digits);
  const end = param([...digits].reverse().join(''));
  return [
    sql`left(i.numero_digitos, 32) like ${begin} || '%'`,
    sql`left(reverse(i.numero_digitos), 32) like ${end} || '%'`,
  ];
}

/** The states whose names begin with a term of three letters or more, accents and case apart. */
export function statusesNamed(term: string): StatusProcessamento[] {
  const plain = term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length < 3 ? [] : STATUS_PROCESSAMENTO.filter((status) => status.startsWith(plain));
}

/** A part of the text, or a state by its name. */
export function textCondition(term: string): Sql {
  const states = statusesNamed(term).map((status) => sql`i.status = ${status}::status_processamento`);
  return sql`(${join([partCondition(term), ...states], ' or ')})`;
}
