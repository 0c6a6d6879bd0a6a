/** A question as it is written beside what was heard of it, word by word. */
import { sequenceDiff } from '../../../lib/text/sequence-diff.ts';

export type Palavra = { texto: string; tipo: 'igual' | 'faltou' | 'acrescentada' };

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Longer texts are compared up to here, words. */
const WORDS_MAX = 400;
const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/u)
    .filter((word) => plain(word) !== '')
    .slice(0, WORDS_MAX);

/**
 * A question beside its reading. What was read of its options (`opcoes`, those that are read aloud) is told beside
 * them, and is no addition to the question.
 */
export function readingDiff(written: string, opcoes: readonly string[], heard: string): Palavra[] {
  const own = wordsOf(written).length;
  let place = 0;
  return wordDiff([written, ...opcoes].join(' '), heard).filter(({ tipo }) => {
    if (tipo === 'acrescentada') return true;
    place += 1;
    return place <= own;
  });
}

/** The words of both in order, by their longest common subsequence; accents, case and punctuation do not count. */
export function wordDiff(written: string, heard: string): Palavra[] {
  const a = wordsOf(written);
  const b = wordsOf(heard);
  return sequenceDiff(a.map(plain), b.map(plain)).map((step) => {
    if (step.kind === 'entrou') return { texto: b[step.to] as string, tipo: 'acrescentada' };
    return { texto: a[step.from] as string, tipo: step.kind === 'saiu' ? 'faltou' : 'igual' };
  });
}
