import { expect, it } from 'vitest';
import { partsOf } from './parts.ts';

const item = (id: number, length: number) => ({
  id,
  pergunta: 'P',
  opcoes: [],
  falado: 'a'.repeat(length),
  contexto: null,
  digitado: null,
});
const ids = (parts: readonly (readonly { id: number }[])[]) => parts.map((part) => part.map(({ id }) => id));

it('holds as many items in a call as it may, in their order', () => {
  const short = Array.from({ length: 61 }, (_, id) => item(id, 10));
  expect(partsOf(short).map(({ length }) => length)).toEqual([30, 30, 1]);
  expect(partsOf(short).flat()).toEqual(short);
  expect(partsOf([])).toEqual([]);
});

it('holds no more text in a call than it may', () => {
  const long = Array.from({ length: 7 }, (_, id) => item(id, 9_000));
  expect(ids(partsOf(long))).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  const options = {
    ...item(0, 1),
    opcoes: ['b'.repeat(20_000)],
    contexto: 'c'.repeat(5000),
    digitado: 'd'.repeat(4500),
  };
  expect(ids(partsOf([options, item(1, 600)]))).toEqual([[0], [1]]);
});

it('asks even of one that is longer by itself', () => {
  expect(ids(partsOf([item(0, 10), item(1, 50_000), item(2, 10)]))).toEqual([[0], [1], [2]]);
});
