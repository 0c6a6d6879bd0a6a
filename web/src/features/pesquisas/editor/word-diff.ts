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
  // common[i][j]: the longest common sequence of a from i and b from j.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      add('igual', left);
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      add('saiu', left);
      i += 1;
    } else {
      add('entrou', right ?? '');
      j += 1;
    }
  }
  return parts;
}
