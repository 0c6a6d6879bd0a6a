/** Characters per line, the same as in the sources. */
const WIDTH = 120;

const isFlat = (value: object): boolean =>
  Object.values(value).every((inner) => typeof inner !== 'object' || inner === null);

/**
 * Formats a document for its committed file: two spaces, short flat lists and objects on one line, so that a changed
 * property is a single changed line. Ends with a line break.
 */
export function documentText(document: unknown): string {
  const write = (value: unknown, indent: string, used: number): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    const entry = (inner: unknown, key: string, deeper: string) => {
      const start = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
      return start + write(inner, deeper, deeper.length + start.length);
    };
    const entries = Object.entries(value);
    if (entries.length === 0) return `${open}${close}`;
    if (isFlat(value)) {
      const pad = Array.isArray(value) ? '' : ' ';
      const line = `${open}${pad}${entries.map(([key, inner]) => entry(inner, key, '')).join(', ')}${pad}${close}`;
      // Leaves room for a comma.
      if (used + line.length < WIDTH) return line;
    }
    const deeper = `${indent}  `;
    const all = entries.map(([key, inner]) => deeper + entry(inner, key, deeper));
    return `${open}\n${all.join(',\n')}\n${indent}${close}`;
  };
  return `${write(document, '', 0)}\n`;
}
