import { expect, it } from 'vitest';
import { quotasOf } from './sampling.ts';

const estratos = (...ns: number[]) => ns.map((n, index) => ({ chave: String(index), n }));

it('draws the same number of each agent, or all that one has', () => {
  expect(quotasOf(estratos(10, 3, 0), { metodo: 'por_agente', quantidade: 5 })).toEqual([5, 3, 0]);
});

it('divides a share in proportion, so that the whole number is drawn', () => {
  expect(quotasOf(estratos(10, 10, 10), { metodo: 'percentual', quantidade: 10 })).toEqual([1, 1, 1]);
  expect(quotasOf(estratos(7, 7, 6), { metodo: 'percentual', quantidade: 10 })).toEqual([1, 1, 0]);
  expect(quotasOf(estratos(3), { metodo: 'percentual', quantidade: 1 })).toEqual([1]);
});

it('never draws more than there are', () => {
  expect(quotasOf(estratos(2, 1), { metodo: 'total', quantidade: 50 })).toEqual([2, 1]);
  expect(quotasOf([], { metodo: 'total', quantidade: 50 })).toEqual([]);
  expect(quotasOf(estratos(0, 0), { metodo: 'percentual', quantidade: 50 })).toEqual([0, 0]);
});
