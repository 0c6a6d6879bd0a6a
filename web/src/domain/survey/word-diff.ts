/** A question as it is written beside what was heard of it, word by word. */

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

/** The words of both in order, by their longest common subsequence; accents, case and punctuation do not count. */
export function wordDiff(written: string, heard: string): Palavra[] {
  const a = wordsOf(written);
  const b = wordsOf(heard);
  const pa = a.map(plain);
  const pb = b.map(plain);
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const next =
        pa[i] === pb[j]
          ? (length[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(length[(i + 1) * width + j] ?? 0, length[i * width + j + 1] ?? 0);
      length[i * width + j] = next;
    }
  }
  const words: Palavra[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && pa[i] === pb[j]) {
      words.push({ texto: a[i] as string, tipo: 'igual' });
      i += 1;
      j += 1;
    } else if (
      j >= b.length ||
      (i < a.length && (length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0))
    ) {
      words.push({ texto: a[i] as string, tipo: 'faltou' });
      i += 1;
    } else {
      words.push({ texto: b[j] as string, tipo: 'acrescentada' });
      j += 1;
    }
  }
  return words;
}
