import { expect, it } from 'vitest';
import { inOrder, moved, movedTogether, placeAt } from './reorder.ts';

it('moves up and down, and nowhere beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  const list = ['a', 'b'];
  for (const [from, to] of [
    [0, -1],
    [1, 2],
    [1, 1],
    [5, 0],
  ] as const)
    expect(moved(list, from, to)).toBe(list);
});

it.each([
  // These cases move an item within its battery and out of it, and drop a question into a battery from both sides.
  [1, 3, 'a X2 X3 X1 b Y1 Y2'],
  [3, 4, 'a b X1 X2 X3 Y1 Y2'],
  [1, 0, 'X1 X2 X3 a b Y1 Y2'],
  [2, 5, 'a b Y1 Y2 X1 X2 X3'],
  [6, 2, 'a Y1 Y2 X1 X2 X3 b'],
  [0, 2, 'X1 X2 X3 a b Y1 Y2'],
  [4, 2, 'a b X1 X2 X3 Y1 Y2'],
  [4, 7, 'a X1 X2 X3 b Y1 Y2'],
])('keeps batteries together: from %i to %i gives %s', (from, to, wanted) => {
  const groupOf = (row: string) => (/[XY]/u.test(row) ? row.charAt(0) : null);
  const list = 'a X1 X2 X3 b Y1 Y2'.split(' ');
  expect(movedTogether(list, from, to, groupOf).join(' ')).toBe(wanted);
});

it('brings the items of a battery together that stand apart', () => {
  const groupOf = (row: string) => (row.startsWith('X') ? 'X' : null);
  expect(movedTogether(['X1', 'a', 'X2', 'b'], 2, 3, groupOf)).toEqual(['a', 'b', 'X1', 'X2']);
});

it('keeps rows that came or went while the order was being saved', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'novo' }];
  expect(inOrder(rows, ['b', 'sumiu', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'novo']);
});

it('lands by the middles of the others', () => {
  const spans = [0, 100, 200].map((top) => ({ top, height: 100 }));
  expect(placeAt(spans, 0, 40)).toBe(0);
  expect(placeAt(spans, 0, 160)).toBe(1);
  expect(placeAt(spans, 0, 900)).toBe(2);
  expect(placeAt(spans, 2, 40)).toBe(0);
  expect(placeAt(spans, 2, 60)).toBe(1);
  expect(placeAt(spans, 1, -50)).toBe(0);
});
