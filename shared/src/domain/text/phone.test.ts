import { expect, it } from 'vitest';
import { isDialled, isPhone } from './phone.ts';

it.each([
  ['(11) 98765-4321', true, true],
  ['+55 11 98765-4321', true, true],
  ['98765-4321', true, true],
  ['11 98765-4321 (recado com Ana)', true, true],
  ['11 3333-4444 / 98765-4321', true, true],
  ['2026-11-29', false, false],
  ['2001', false, true],
  ['190', false, true],
  ['12', false, false],
  ['abc', false, false],
  ['ana 11987654321', true, true],
  ['(11) 98765–4321', true, true],
  ['11/98765-4321', true, true],
  ['\u202a11 98765‑4321\u202c', true, true],
  ['não tem', false, false],
  ['', false, false],
])('%j is a phone: %s; can be dialled: %s', (text, phone, dialled) => {
  expect([isPhone(text), isDialled(text)]).toEqual([phone, dialled]);
});
