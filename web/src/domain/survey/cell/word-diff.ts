/** Compares a question's written words with the words heard. */
import { sequenceDiff } from '../../../lib/text/sequence-diff.ts';

export type Palavra = { texto: string; tipo: 'igual' | 'faltou' | 'acrescentada' };

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const WORDS_MAX = 400;
const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/u)
    .filter((word) => plain(word) !== '')
    .slice(0, WORDS_MAX);

/** Words that join options when they are read aloud: 'barato, justo ou caro'. */
const JOINING = new Set(['e', 'ou']);

/**
 * A written question compared with its reading. Read options (`opcoes`) are reported apart; neither they nor the words
 * that join them count as additions to the question.
 */
export function readingDiff(written: string, opcoes: readonly string[], heard: string): Palavra[] {
  const own = wordsOf(written).length;
  let place = 0;
  return wordDiff([written, ...opcoes].join(' '), heard).filter(({ texto, tipo }) => {
    // After the question's last word the interviewer reads the options.
    if (tipo === 'acrescentada') return opcoes.length === 0 || place < own || !JOINING.has(plain(texto));
    place += 1;
    return place <= own;
  });
}

/** The words of both texts in order, by their longest common subsequence; ignores accents, case and punctuation. */
export function wordDiff(written: string, heard: string): Palavra[] {
  const a = wordsOf(written);
  const b = wordsOf(heard);
  return sequenceDiff(a.map(plain), b.map(plain)).map((step) => {
    if (step.kind === 'entrou') return { texto: b[step.to] as string, tipo: 'acrescentada' };
    return { texto: a[step.from] as string, tipo: step.kind === 'saiu' ? 'faltou' : 'igual' };
  });
}
