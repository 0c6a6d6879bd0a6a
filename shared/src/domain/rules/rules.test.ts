import { expect, it } from 'vitest';
import { isImprecise, perMonth, precisionOf } from './rules.ts';

it('a precision is told from 10 resolved firings on, and below 30 % a rule asks to be changed', () => {
  expect([precisionOf(9, 9), precisionOf(10, 3)]).toEqual([null, 0.3]);
  expect([isImprecise(9, 0), isImprecise(10, 3), isImprecise(10, 2)]).toEqual([false, false, true]);
});

it('firings of some days are told by the month', () => {
  expect([perMonth(41, 30), perMonth(3, 2), perMonth(0, 0)]).toEqual([41, 45, 0]);
});
