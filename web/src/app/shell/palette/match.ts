/** Text without case and accents: 'Ligações' and 'ligacoes' become the same word. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Score of an entry for the typed text, from 0 (no match) to 1. Each typed word must begin one of the entry's words
 * or synonyms; synonyms count less.
 */
export function score(label: string, synonyms: readonly string[], typed: string): number {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return 1;
  const own = wordsOf(label);
  const others = synonyms.flatMap(wordsOf);
  const begins = (words: readonly string[], word: string) => words.some((one) => one.startsWith(word));
  let sum = 0;
  for (const word of wanted) {
    if (begins(own, word)) sum += 1;
    else if (begins(others, word)) sum += 0.5;
    else return 0;
  }
  const whole = fold(label).startsWith(fold(typed).trim()) ? 0.1 : 0;
  return Math.min(1, (sum / wanted.length) * 0.9 + whole);
}
