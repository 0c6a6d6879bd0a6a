/** The list with the element of index `from` moved to `to`; the same list if nothing moves. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined || from === to || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/**
 * Moves a row as `moved` does, but keeps groups together: inside its group a row moves alone, beyond it the whole group
 * moves, and no row lands inside another group.
 * @param groupOf the id of a row's group; null if the row has no group
 */
export function movedTogether<T>(
  list: readonly T[],
  from: number,
  to: number,
  groupOf: (row: T) => string | null,
): readonly T[] {
  const [item, target] = [list[from], list[to]];
  if (item === undefined || target === undefined || from === to) return list;
  const group = groupOf(item);
  if (group !== null && groupOf(target) === group) return moved(list, from, to);
  const goes = (row: T) => row === item || (group !== null && groupOf(row) === group);
  const rest = list.filter((row) => !goes(row));
  const splits = (at: number): boolean => {
    const [before, after] = [rest[at - 1], rest[at]];
    if (before === undefined || after === undefined) return false;
    return groupOf(before) !== null && groupOf(before) === groupOf(after);
  };
  let place = rest.indexOf(target) + (to > from ? 1 : 0);
  while (splits(place)) place += to > from ? 1 : -1;
  return [...rest.slice(0, place), ...list.filter(goes), ...rest.slice(place)];
}

/** Rows sorted by `ids`, the wished order. Ids without a row (deleted) are ignored; rows that `ids` lacks come last. */
export function inOrder<T extends { id: string }>(rows: readonly T[], ids: readonly string[]): readonly T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(ids);
  return [...ids.flatMap((id) => byId.get(id) ?? []), ...rows.filter(({ id }) => !known.has(id))];
}

/**
 * Index at which a dragged row would be dropped: after every row whose middle lies above `y`.
 * @param spans tops and heights of the rows, in order, in the coordinates of `y`
 * @param from index of the dragged row
 */
export function placeAt(spans: readonly { top: number; height: number }[], from: number, y: number): number {
  const before = spans.filter(({ top, height }, index) => index !== from && top + height / 2 < y).length;
  return Math.min(before, spans.length - 1);
}
