/**
 * Reads JSON with a comma after the last entry (mem0ai/mem0, pull request 5623), or with a line break or tab inside a
 * text (letta-ai/letta, issue 297).
 */

const CONTROL: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Parses JSON text strictly, then leniently; undefined if both fail. */
export function parseLoosely(text: string): unknown {
  return tryParse(text) ?? tryParse(makeStrict(text));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function makeStrict(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  const replace = (at: number, piece: string) => {
    pieces.push(text.slice(from, at), piece);
    from = at + 1;
  };
  let quoted = false;
  let comma = -1;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    const control = CONTROL[char];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
      else if (control !== undefined) replace(at, control);
      continue;
    }
    if (comma >= 0 && (char === '}' || char === ']')) replace(comma, '');
    if (char === ',') comma = at;
    else if (control === undefined && char !== ' ') comma = -1;
    quoted = char === '"';
  }
  return pieces.join('') + text.slice(from);
}
