import { expect, it } from 'vitest';
import { describeClockError } from './clock-error.ts';

const MINUTE = 60_000;

it('says how far off a clock is, and nothing of one that is right enough', () => {
  expect(describeClockError(4.9 * MINUTE)).toBeNull();
  expect(describeClockError(-4.9 * MINUTE)).toBeNull();
  expect(describeClockError(12 * MINUTE)).toBe('12 minutos adiantado');
  expect(describeClockError(-61 * MINUTE)).toBe('1 hora atrasado');
  expect(describeClockError(13 * 60 * MINUTE)).toBe('13 horas adiantado');
  expect(describeClockError(-9 * 24 * 60 * MINUTE)).toBe('9 dias atrasado');
});
