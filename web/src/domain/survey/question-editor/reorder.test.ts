import { expect, it } from 'vitest';
import { inOrder, moved, placeAt } from './reorder.ts';

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
