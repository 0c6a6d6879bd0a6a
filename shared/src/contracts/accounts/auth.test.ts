import { expect, it } from 'vitest';
import { email } from './auth.ts';

it.each(['a@b.co', 'a.b+c@d-e.com.br', 'ç@b.co'])('%s is an e-mail address', (address) => {
  expect(email.safeParse(address).success).toBe(true);
});

it.each([
  'a@b..co',
  'a@.b.co',
  'a@b.co.',
  'a@b',
  'a b@c.co',
  'a@b.co,c@d.co',
  '<a@b.co>',
  'a\u0000@b.co',
  '\ud800@b.co',
])('%j is not', (address) => {
  expect(email.safeParse(address).success).toBe(false);
});
