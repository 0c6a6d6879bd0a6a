/** Breaks `text` into lines of at most `width` characters, between words if possible; a longer word is cut. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/**
 * Formats a table of texts as lines: a head, a rule, and rows in columns as wide as their longest text.
 * @param widest greatest number of characters of each column; longer texts wrap. Without it no text wraps
 */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  widest: readonly number[] = [],
): string[] {
  const cells = [head, ...rows].map((row) =>
    head.map((_, column) => wrap(row[column] ?? '', widest[column] ?? Number.POSITIVE_INFINITY)),
  );
  const widths = head.map((_, column) =>
    Math.max(...cells.map((row) => Math.max(...(row[column] ?? []).map(({ length }) => length)))),
  );
  const linesOf = (row: readonly (readonly string[])[]) =>
    Array.from({ length: Math.max(...row.map(({ length }) => length)) }, (_, at) =>
      row
        .map((lines, column) => (lines[at] ?? '').padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  const [first = [], ...others] = cells.map(linesOf);
  return [...first, widths.map((width) => '─'.repeat(width)).join('  '), ...others.flat()];
}

/** Prints a table of texts to the console (`tableLines`). */
export function table(...what: Parameters<typeof tableLines>): void {
  console.log(`\n${tableLines(...what).join('\n')}`);
}
