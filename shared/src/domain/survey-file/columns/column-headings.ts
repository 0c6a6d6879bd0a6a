/** Reads a column heading: a question's number or code, its words, an option. */

import { isFunctionWord } from '../../interview/comparison/words.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { plainName, runsOf, withoutZeros } from '../pairing/recording-name.ts';
import { marksOf } from './field-marks.ts';

/** `parte`: the number's suffix ('1' of 'P5_1', 'a' of 'P5a'); `resto`: the words after the suffix. */
export type NumeroDeCabecalho = { chave: string; parte: string | null; resto: string };

const NUMERO =
  /^\s*(?:(?:perguntas?|quest(?:ao|oes|ion)?|quesito|p|q)\s*[.:_#-]?\s*(?:n[o.]*\s*)?)0*(\d{1,3})(?!\d)(.*)$/su;
const SO_NUMERO = /^\s*0*(\d{1,3})(?=\s*$|\s*[.):–—]|\s+[-–—]|-\s|_\d)(?!\.\d{3})(.*)$/su;
const PARTE =
  /^(?:[._-]|\s?[[(]\s?)?(?:(?:sq|op|opcao|r)?0*(\d{1,3})|(?<=[._[(]\s?|^)([a-z]))(?:\s?[\])])?(?![\p{L}\d])(.*)$/su;
const tidy = (text: string): string => text.replace(/^[\s.:)\]\-–—_]+/u, '').trim();

/** The number at a heading's start. */
export function headingNumber(cabecalho: string): NumeroDeCabecalho | null {
  const plain = plainName(cabecalho);
  const hit = NUMERO.exec(plain) ?? SO_NUMERO.exec(plain);
  if (!hit) return null;
  const [, number = '', behind = ''] = hit;
  // Programs whose names allow no sign write the option code '-99' as '__99'.
  const below = /^__0*(\d{1,3})$/u.exec(behind);
  if (below) return { chave: withoutZeros(number), parte: `-${below[1]}`, resto: '' };
  const part = PARTE.exec(behind);
  // 'P1Idade' and '2via' are words, because a letter follows the number directly.
  if (!part && /^\p{L}/u.test(behind)) return null;
  const parte = part?.[1] ?? part?.[2] ?? null;
  return {
    chave: withoutZeros(number),
    parte: parte === null ? null : withoutZeros(parte),
    resto: tidy(part ? (part[3] ?? '') : behind),
  };
}

const PREFIXOS = new Set(['p', 'q', 'pergunta', 'questao']);

/** Lookup key of a question's code: 'P02.1' becomes '2.1', 'F3' becomes 'f.3'. */
export function codeKey(codigo: string): string {
  const runs = runsOf(codigo).map(withoutZeros);
  const own =
    runs.length > 1 && PREFIXOS.has(runs[0] ?? '') && /^\d/u.test(runs[1] ?? '') ? runs.slice(1) : runs;
  return own.join('.');
}

/** Normalises a text for comparison with headings, without its field marks. */
export const comparableText = (text: string): string => normaliseQuote(marksOf(text).texto);

/** Suffixes of columns that accompany an answer, as in the product's own export (interview/microdata.ts). */
export const ACOMPANHA =
  /^(?:rotulo|label|situacao|veredito|veredito por|tempo|duracao|(?:(?:sq ?\d+|other) ?)?comment)$/u;
export const OUTRO = /^(?:outr[oa]s?|other|especifi\p{L}+|qual|quais|texto)(?:\b|$)/u;

const MENCAO =
  /[\s([_–-]*(?:\d{1,2}\s?[ºª°ao]?\.?\s*(?:men[çc][ãa]o|resposta|cita[çc][ãa]o)|(?:men[çc][ãa]o|cita[çc][ãa]o)[\s_]*\d{1,2}[ºª°]?)[\s)\]]*$/iu;
/** True for a column with one of several mentions: 'P2 – 1ª menção'. */
export const isMention = (cabecalho: string): boolean => MENCAO.test(cabecalho);
export const withoutMention = (cabecalho: string): string => cabecalho.replace(MENCAO, '');

/** Common stem of 'filhos', 'filho', 'filha'. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/[aeo]?s?$/u, '') : word);
const wordsOfText = (text: string): Set<string> =>
  new Set(
    comparableText(text)
      .split(' ')
      .filter((word) => word !== '' && !isFunctionWord(word) && !/^(?:qual|quais|the|of)$/u.test(word))
      .map(stem),
  );

/** Similarity of headings and questions by words, weighted by rarity. */
export class Semelhanca {
  readonly #questions: readonly Set<string>[];
  readonly #count = new Map<string, number>();

  constructor(perguntas: readonly PerguntaLida[]) {
    this.#questions = perguntas.map(({ texto }) => wordsOfText(texto));
    for (const words of this.#questions) {
      for (const word of words) this.#count.set(word, (this.#count.get(word) ?? 0) + 1);
    }
  }

  #weight(words: Iterable<string>): number {
    let sum = 0;
    for (const word of words) sum += Math.log(1 + this.#questions.length / (this.#count.get(word) ?? 0.5));
    return sum;
  }

  /** Similarity to each question, 0 to 1; the heading's matched share weighs more. */
  of(texto: string): number[] {
    const own = wordsOfText(texto);
    const all = this.#weight(own);
    if (all === 0) return this.#questions.map(() => 0);
    return this.#questions.map((words) => {
      const shared = this.#weight([...own].filter((word) => words.has(word)));
      // A question with under half of the heading's words, by weight, is about something else ('idade do cônjuge').
      return shared < all / 2 ? 0 : 0.7 * (shared / all) + 0.3 * (shared / this.#weight(words));
    });
  }
}
