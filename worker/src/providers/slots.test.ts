import { expect, it } from 'vitest';
import { keepPlace, leavePlace, type Slots, takePlace, VALIDADE_LUGAR_MS } from './slots.ts';

function server(lugares: number) {
  let slots: Slots | null = null;
  return {
    ask: (id: string, now: number) => {
      const after = takePlace(slots, { id, lugares, now });
      slots = after.slots;
      return after.passa;
    },
    keep: (id: string, now: number) => {
      slots = keepPlace(slots, { id, now });
    },
    leave: (id: string, now: number) => {
      slots = leavePlace(slots, { id, now });
      return slots;
    },
  };
}

it('lets in as many as there are places, and the others in the order in which they came', () => {
  const { ask, leave } = server(1);
  expect(['a', 'b', 'c'].map((id, at) => ask(id, at))).toEqual([true, false, false]);
  leave('a', 10);
  // 'c' asks first, but 'b' has waited longer.
  expect(ask('c', 11)).toBe(false);
  expect(ask('b', 12)).toBe(true);
  leave('b', 13);
  expect(ask('c', 14)).toBe(true);
  expect(leave('c', 15)).toBeNull();
});

it('keeps a place for whoever says that it is still there, and gives away that of a dead worker', () => {
  const { ask, keep } = server(2);
  expect([ask('a', 0), ask('b', 0), ask('c', 0), ask('d', 0)]).toEqual([true, true, false, false]);
  const later = VALIDADE_LUGAR_MS - 1;
  keep('a', later);
  expect(ask('d', later)).toBe(false);
  expect([ask('d', later + 2), ask('e', later + 2)]).toEqual([true, false]);
});

it('puts no place back that was given up, or that somebody else has by now', () => {
  const { ask, keep, leave } = server(1);
  expect(ask('a', 0)).toBe(true);
  leave('a', 1);
  keep('a', 2);
  expect(ask('b', 3)).toBe(true);
  const late = 4 + VALIDADE_LUGAR_MS;
  expect(ask('c', late)).toBe(true);
  keep('b', late + 1);
  leave('c', late + 2);
  expect(ask('d', late + 3)).toBe(true);
});
