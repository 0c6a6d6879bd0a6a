import { expect, it } from 'vitest';
import { sinceText } from './since.ts';

it('says the hour of today, the day of this year, else the whole date, as read in Brasília', () => {
  const now = Date.parse('2026-11-29T23:30:00-03:00');
  expect(sinceText('2026-11-29T17:00:00.000Z', now)).toBe('desde 14h');
  expect(sinceText('2026-11-29T12:05:40.000Z', now)).toBe('desde 9h05');
  expect(sinceText('2026-11-29T02:59:00.000Z', now)).toBe('desde 28/11');
  expect(sinceText('2025-11-29T17:00:00.000Z', now)).toBe('desde 29/11/2025');
});
