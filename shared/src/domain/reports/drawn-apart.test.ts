import { expect, it } from 'vitest';
import { apart } from './drawn-apart.ts';

it('gives the drawn calls and the rest of all, and nothing where none was drawn', () => {
  const all = { n: 10, soma: 7 };
  expect(apart(all, { n: 4, soma: 2 })).toEqual({ sorteadas: { n: 4, soma: 2 }, outras: { n: 6, soma: 5 } });
  expect(apart(all, undefined)).toBeNull();
  expect(apart(all, { n: 0, soma: 0 })).toBeNull();
});
