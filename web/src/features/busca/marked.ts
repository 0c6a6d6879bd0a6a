/** A piece of a sentence: a match, or the text between matches. */
export type Piece = { text: string; found: boolean; at: number };

/** A text cut at the ends of its matches; matches that touch or overlap are merged. */
export function markedPieces(text: string, marks: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const put = (until: number, found: boolean) => {
    if (until <= at) return;
    pieces.push({ text: text.slice(at, until), found, at });
    at = until;
  };
  for (const [from, until] of [...marks].sort(([a], [b]) => a - b)) {
    put(Math.min(from, text.length), false);
    put(Math.min(until, text.length), true);
  }
  put(text.length, false);
  return pieces;
}
