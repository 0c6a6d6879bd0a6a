/**
 * Ends a reading before an answer that alignment took for a part of the question, because the answer repeats an option
 * or words of the question's end ('… qual é a renda? – Mil e duzentos reais.').
 */

import type { PerguntaCongelada } from '../questionnaire/questionnaire.ts';
import type { Reading } from './alignment.ts';
import { isFunctionWord, isHesitation, likeness, spokenText, type Word, wordsOf } from './words.ts';

/** Maximum words after a number that belong to the answer ('oitocentos reais por mês'). */
const AFTER_NUMBER_MAX = 3;
/** Maximum content words that a number's answer shares with the question's tail; another answer must have fewer. */
const COMMON_MAX = 2;
const ALIKE = 0.6;

/** A sentence that begins with one of these words continues the reading. */
const JOINS = new Set(['ou', 'e']);
const isNumber = (texto: string): boolean => /^\d+$/.test(texto);
const isMeant = (texto: string): boolean => !isFunctionWord(texto) && !isHesitation(texto);
const textsOf = (text: string): string[] => wordsOf([text]).map(({ texto }) => texto);

/** True if all words but hesitations belong to a single option, even if slightly misheard. */
export function isOption(words: readonly string[], options: readonly (readonly string[])[]): boolean {
  const said = words.filter((word) => !isHesitation(word));
  return (
    said.length > 0 &&
    options.some(
      (option) =>
        said.length <= option.length &&
        said.every((word) => option.some((own) => own === word || likeness(own, word) >= ALIKE)),
    )
  );
}

export const endsAsQuestion = (texto: string): boolean => /\?\s*$/.test(texto);
export const isClosed = (texto: string): boolean => /[.?!…]\s*$/.test(texto);

/**
 * Index of a reading's last word, without an answer that alignment included.
 * @param textos the aligned sentences
 */
export function endOfReading(
  { from, to }: Reading,
  words: readonly Word[],
  { texto, opcoes }: Pick<PerguntaCongelada, 'texto' | 'opcoes'>,
  textos: readonly string[],
): number {
  const asked = textsOf(spokenText(texto));
  const options = opcoes.map((opcao) => textsOf(opcao.texto));
  let end = to;
  for (;;) {
    const begin = beginOfSentence(words, from, end);
    if (begin <= from || !isAnswer(words, { from, begin, end }, { asked, options, textos })) break;
    end = begin - 1;
  }
  return beforeNumber(words, { from, end }, asked);
}

function beginOfSentence(words: readonly Word[], from: number, end: number): number {
  let begin = end;
  while (begin > from && words[begin - 1]?.sentenca === words[end]?.sentenca) begin -= 1;
  return begin;
}

/** True if a reading's words from `begin` (a sentence start) are the answer. */
function isAnswer(
  words: readonly Word[],
  { from, begin, end }: { from: number; begin: number; end: number },
  {
    asked,
    options,
    textos,
  }: { asked: readonly string[]; options: readonly (readonly string[])[]; textos: readonly string[] },
): boolean {
  const textOf = (at: number): string => textos[words[at]?.sentenca ?? -1] ?? '';
  const tail = words.slice(begin, end + 1).map(({ texto }) => texto);
  const isWhole = words[end + 1]?.sentenca !== words[end]?.sentenca;
  if (JOINS.has(tail[0] ?? '') || (isWhole && endsAsQuestion(textOf(end)))) return false;
  if (tail.some((word) => isNumber(word) && !asked.includes(word))) return true;
  const before = words.slice(beginOfSentence(words, from, begin - 1), begin).map(({ texto }) => texto);
  // Options may be read as separate sentences, so an option directly after another option is no answer.
  if (isOption(tail, options)) return !isOption(before, options);
  return isClosed(textOf(begin - 1)) && tail.filter(isMeant).length < COMMON_MAX;
}

/** Index of the word before an answer that begins with a number that the question lacks; else `end`. */
function beforeNumber(
  words: readonly Word[],
  { from, end }: { from: number; end: number },
  asked: readonly string[],
): number {
  for (let at = end; at > from && end - at <= AFTER_NUMBER_MAX; at -= 1) {
    const texto = words[at]?.texto ?? '';
    if (!isNumber(texto) || asked.includes(texto)) continue;
    const common = words.slice(at + 1, end + 1).filter((word) => isMeant(word.texto)).length;
    const read = words.slice(from, at).filter((word) => isMeant(word.texto)).length;
    if (common <= COMMON_MAX && read > common) return at - 1;
  }
  return end;
}
