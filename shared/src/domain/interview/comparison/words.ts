import { normaliseQuote } from '../../transcripts/evidence.ts';
import { readNumeral } from '../questionnaire/numerals.ts';

export type Word = {
  texto: string;
  sentenca: number;
  /** Range of characters in the sentence, `fim` exclusive. */
  inicio: number;
  fim: number;
};

const SPOKEN = /\d{1,3}(?:\.\d{3})+|[\p{L}\p{N}]+/gu;

const FUNCTION_WORDS = new Set(
  (
    'a o as os um uma uns umas de do da dos das no na nos nas em e ou que se com por para pra pro pela pelo ao aos ' +
    'eu ele ela nos voce voces senhor senhora sr sra me lhe seu sua seus suas meu minha este esta esse essa isso isto aquele ' +
    'aquela ja mais muito tem ter foi ser esta estao sao era eh ne ai entao assim bem sim la ca so tambem como quando'
  ).split(' '),
);

export function isFunctionWord(texto: string): boolean {
  return FUNCTION_WORDS.has(texto);
}

const HESITATIONS = new Set('a e o ah eh hum ne tipo entao olha bom bem assim deixa eu ver'.split(' '));

export function isHesitation(texto: string): boolean {
  return HESITATIONS.has(texto);
}

export function wordsOf(sentencas: readonly string[]): Word[] {
  const words: Word[] = [];
  for (const [sentenca, text] of sentencas.entries()) {
    const raw = [...text.matchAll(SPOKEN)].map((found) => ({
      texto: normaliseQuote(found[0].replaceAll('.', '')),
      sentenca,
      inicio: found.index,
      fim: found.index + found[0].length,
    }));
    const texts = raw.map(({ texto }) => texto);
    for (let at = 0; at < raw.length; ) {
      const first = raw[at] as Word;
      const numeral = readNumeral(texts, at);
      const last = raw[at + (numeral?.length ?? 1) - 1] as Word;
      words.push({ ...first, fim: last.fim, texto: numeral ? String(numeral.value) : first.texto });
      at += numeral?.length ?? 1;
    }
  }
  return words;
}

const GENDER_ENDING = /(?<=\p{L})\((?:a|o|as|os|es)\)/giu;
const BRACKETED = /\([^()]*\)|\[[^[\]]*\]/gu;
/** Field instructions: two or more words in capitals ('NÃO LER', 'MOSTRAR CARTÃO 2'). */
const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{2,}(?:[\s,/-]+(?:\p{Lu}{1,}|\d+)(?![\p{Ll}]))+(?![\p{L}])/gu;

/** The part of a question read aloud: without brackets and capitals, unless all is in capitals. */
export function spokenText(texto: string): string {
  const asked = texto.replace(GENDER_ENDING, '').replace(BRACKETED, ' ');
  return (/\p{Ll}{2}/u.test(asked) ? asked.replace(CAPITALS, ' ') : asked).replace(/\s+/g, ' ').trim();
}

/**
 * Similarity of two words, 0 to 1: 1 − Levenshtein distance ÷ longer length, or 0 below 0.6. Numbers and words under
 * four letters must be equal.
 */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 4 || long.length - short.length > long.length * 0.4) return 0;
  if (/\d/.test(a) || /\d/.test(b)) return 0;
  let previous = Array.from({ length: short.length + 1 }, (_, i) => i);
  for (let i = 1; i <= long.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= short.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (long[i - 1] === short[j - 1] ? 0 : 1);
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  const alike = 1 - (previous[short.length] ?? 0) / long.length;
  return alike >= 0.6 ? alike : 0;
}
