/** Greatest length of a changed value in a log entry, characters of its JSON. */
const VALOR_MAX = 2_000;

/** Cuts a value longer than VALOR_MAX to a text of that length; converts undefined to null. */
function truncate(value: unknown): unknown {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= VALOR_MAX) return value;
  return `${text.slice(0, VALOR_MAX - 1)}…`;
}

/** Sorts an object's keys, so that equal objects give equal JSON. */
const sortKeys = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export type Mudanca = { antes: Record<string, unknown>; depois: Record<string, unknown> };

/**
 * Compares the fields of `depois` with those of `antes` for a log entry; ignores undefined fields of `depois`. Returns
 * null if no field changed.
 */
export function diffOf(antes: object, depois: object): Mudanca | null {
  const before = antes as Record<string, unknown>;
  const changed = Object.entries(depois).filter(
    ([key, value]) =>
      value !== undefined &&
      JSON.stringify(value, sortKeys) !== JSON.stringify(before[key] ?? null, sortKeys),
  );
  if (changed.length === 0) return null;
  return {
    antes: Object.fromEntries(changed.map(([key]) => [key, truncate(before[key])])),
    depois: Object.fromEntries(changed.map(([key, value]) => [key, truncate(value)])),
  };
}
