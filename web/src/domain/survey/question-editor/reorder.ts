/** The list with the element of index `from` moved to `to`; the same list if nothing moves. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined || from === to || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Rows sorted by a wished order of ids. Deleted ids are ignored; rows outside the wish come last. */
export function inOrder<T extends { id: string }>(rows: readonly T[], ids: readonly string[]): readonly T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(ids);
  return [...ids.flatMap((id) => byId.get(id) ?? []), ...rows.filter(({ id }) => !known.has(id))];
}

/**
 * Index at which a dragged row would be dropped: the middles of the rows decide.
 * @param spans tops and heights of the rows, in order, in the coordinates of `y`
 * @param from index of the dragged row
 */
export function placeAt(spans: readonly { top: number; height: number }[], from: number, y: number): number {
  const before = spans.filter(({ top, height }, index) => index !== from && top + height / 2 < y).length;
  return Math.min(before, spans.length - 1);
}
