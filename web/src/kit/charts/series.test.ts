import { expect, it } from 'vitest';
import { monthLabel } from './series.ts';

it('names months in short', () => {
  expect(['2026-01', '2025-09', '2026-12'].map(monthLabel)).toEqual(['jan/26', 'set/25', 'dez/26']);
});
