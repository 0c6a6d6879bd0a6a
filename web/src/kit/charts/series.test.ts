import { expect, it } from 'vitest';
import { monthDays, monthLabel } from './series.ts';

it('names months in short', () => {
  expect(['2026-01', '2025-09', '2026-12'].map(monthLabel)).toEqual(['jan/26', 'set/25', 'dez/26']);
});

it('knows the days of months', () => {
  expect(monthDays('2026-02')).toEqual({ de: '2026-02-01', ate: '2026-02-28' });
  expect(monthDays('2023-12', '2024-02')).toEqual({ de: '2023-12-01', ate: '2024-02-29' });
});
