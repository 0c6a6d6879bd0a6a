import { normaliseQuote } from '../../transcripts/evidence.ts';
import type { OpcaoLida } from '../documents/read-questionnaire.ts';

const PALAVRAS = 400;

/**
 * Indices of the options that a program joins by blanks in a text ('tv radio'), each word used once.
 * @returns null for unmatched words, or ambiguous readings
 */
export function joinedByBlanks(opcoes: readonly OpcaoLida[], text: string): number[] | null {
  const words = normaliseQuote(text).split(' ').filter(Boolean);
  if (words.length < 2 || words.length > PALAVRAS) return null;
  const names = opcoes.flatMap(({ texto, nome }, place) =>
    [...new Set([texto, nome ?? ''].map(normaliseQuote))]
      .filter((name) => name !== '')
      .map((name) => ({ place, parts: name.split(' ') })),
  );
  /** Possible sets of options from each word to the end. A second set makes the text ambiguous. */
  const readings: Set<string>[] = Array.from({ length: words.length + 1 }, () => new Set<string>());
  readings[words.length]?.add('');
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const here = readings[at] as Set<string>;
    for (const { place, parts } of names) {
      if (!parts.every((part, i) => words[at + i] === part)) continue;
      for (const rest of readings[at + parts.length] ?? []) {
        const all = new Set([place, ...rest.split(',').filter(Boolean).map(Number)]);
        if (here.size < 2) here.add([...all].sort((a, b) => a - b).join());
      }
    }
  }
  const [only, ...more] = readings[0] ?? [];
  return only !== undefined && more.length === 0 ? only.split(',').map(Number) : null;
}
