import { sequenceDiff } from '../../../lib/text/sequence-diff.ts';

/** A stretch of words that stayed, went or came. */
export interface DiffPart {
  kind: 'igual' | 'saiu' | 'entrou';
  text: string;
}

/** Beyond so many words the texts are shown whole, one after the other. */
const WORDS_MAX = 600;

/** What became of a text, word by word: the longest common sequence of words stays. */
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
