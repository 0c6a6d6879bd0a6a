import { expect, it } from 'vitest';
import { once } from './once.ts';

it('makes a value with its first use, and once, whatever it is', () => {
  let made = 0;
  const nothing = once(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([nothing(), nothing(), made]).toEqual([undefined, undefined, 1]);
});
