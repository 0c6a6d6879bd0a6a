import { sequenceDiff } from '../../../lib/text/sequence-diff.ts';

/** Words that were kept, removed or added. */
export interface DiffPart {
  kind: 'igual' | 'saiu' | 'entrou';
  text: string;
}

/** Texts with more words than this are not compared: both are shown whole, one after the other. */
const WORDS_MAX = 600;

/** Difference of two texts word by word, by the longest common subsequence. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const a = before.split(/\s+/u).filter(Boolean);
  const b = after.split(/\s+/u).filter(Boolean);
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart['kind'], word: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += ` ${word}`;
    else parts.push({ kind, text: word });
  };
  if (a.length > WORDS_MAX || b.length > WORDS_MAX) {
    if (before) parts.push({ kind: 'saiu', text: before });
    if (after) parts.push({ kind: 'entrou', text: after });
    return parts;
  }
  for (const step of sequenceDiff(a, b))
    add(step.kind, (step.kind === 'entrou' ? b[step.to] : a[step.from]) ?? '');
  return parts;
}
