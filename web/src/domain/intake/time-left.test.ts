import { expect, it } from 'vitest';
import { leftWords, timeLeft } from './time-left.ts';

it('says nothing of the time left before it has seen enough', () => {
  expect(timeLeft({ at: 0, feito: 3 }, { at: 60_000, feito: 4 }, 10)).toBeNull();
  expect(timeLeft({ at: 0, feito: 3 }, { at: 3000, feito: 9 }, 10)).toBeNull();
  expect(timeLeft({ at: 0, feito: 3 }, { at: 60_000, feito: 10 }, 10)).toBeNull();
});

it('takes the speed seen so far for the rest', () => {
  expect(timeLeft({ at: 0, feito: 5 }, { at: 60_000, feito: 15 }, 45)).toBe(180_000);
});

it('rounds to minutes and hours, in the number of each', () => {
  expect([20_000, 60_000, 180_000, 2 * 3_600_000].map(leftWords)).toEqual([
    'Falta menos de 1 min.',
    'Falta cerca de 1 min.',
    'Faltam cerca de 3 min.',
    'Faltam cerca de 2 horas.',
  ]);
});
