/** A step of comparing two sequences, with the element's index in each sequence that contains the element. */
export type DiffStep =
  | { kind: 'igual'; from: number; to: number }
  | { kind: 'saiu'; from: number }
  | { kind: 'entrou'; to: number };

/**
 * The steps from `from` to `to` by their longest common subsequence, in order; a removal precedes the insertion in its
 * place. Needs from.length × to.length × 2 bytes, so the caller limits the two lengths (at most 65,535 each).
 */
export function sequenceDiff(from: readonly string[], to: readonly string[]): DiffStep[] {
  const width = to.length + 1;
  // Length of the longest common subsequence of `from.slice(i)` and `to.slice(j)`, for all i and j.
  const common = new Uint16Array((from.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: DiffStep[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      steps.push({ kind: 'igual', from: i, to: j });
      i += 1;
      j += 1;
    } else if (i < from.length && (j === to.length || at(i + 1, j) >= at(i, j + 1))) {
      steps.push({ kind: 'saiu', from: i });
      i += 1;
    } else {
      steps.push({ kind: 'entrou', to: j });
      j += 1;
    }
  }
  return steps;
}
