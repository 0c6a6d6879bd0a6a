/**
 * JSON in one way only (RFC 8785, JSON Canonicalization Scheme): members in the order of their names' UTF-16 units, no blanks, numbers
 * and strings as ECMAScript writes them. What is signed is this text, whoever made it.
 * @throws TypeError for what JSON cannot say
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`not a number of JSON: ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`not of JSON: ${typeof value}`);
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    // By UTF-16 units, as `<` compares texts.
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`);
  return `{${members.join(',')}}`;
}
