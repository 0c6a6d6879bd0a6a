import { expect, it } from 'vitest';
import { enumerate, plural } from './in-words.ts';

it('a number stands with its noun’s right form, and a list ends with “e”', () => {
  expect([0, 1, 1234].map((n) => plural(n, 'item', 'itens'))).toEqual(['0 itens', '1 item', '1.234 itens']);
  expect([[], ['P1'], ['P1', 'P2'], ['P1', 'P2', 'P3']].map(enumerate)).toEqual([
    '',
    'P1',
    'P1 e P2',
    'P1, P2 e P3',
  ]);
});
