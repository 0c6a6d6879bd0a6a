import { expect, it } from 'vitest';
import { email } from './auth.ts';

it.each(['a@b.co', 'a.b+c@d-e.com.br', 'ç@b.co'])('%s é um e-mail', (address) => {
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
])('%j não é', (address) => {
  expect(email.safeParse(address).success).toBe(false);
});
