/** Longest value that an entry of the log keeps of what was changed, in characters of its JSON. */
const VALOR_MAX = 2_000;

/** A value as an entry keeps it: as it is, or the beginning of it. */
function kept(value: unknown): unknown {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= VALOR_MAX) return value;
  return `${text.slice(0, VALOR_MAX - 1)}…`;
}

/** Keys in one order, so that two objects that hold the same are the same text. */
const sorted = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** What a change was: the fields that hold another value now, before and after it. */
export type Mudanca = { antes: Record<string, unknown>; depois: Record<string, unknown> };

/**
 * What a change was, for the details of its entry in the log: of the fields in `depois` those whose value is another than in `antes`.
 * Undefined is not said, and no change. Null: nothing was changed, and nothing is to be logged.
 */
export function whatChanged(antes: object, depois: object): Mudanca | null {
  const before = antes as Record<string, unknown>;
  const changed = Object.entries(depois).filter(
    ([key, value]) =>
      value !== undefined && JSON.stringify(value, sorted) !== JSON.stringify(before[key] ?? null, sorted),
  );
  if (changed.length === 0) return null;
  return {
    antes: Object.fromEntries(changed.map(([key]) => [key, kept(before[key])])),
    depois: Object.fromEntries(changed.map(([key, value]) => [key, kept(value)])),
  };
}
