import { expect, it } from 'vitest';
import { INTERVALOS, PERIODO_FILTER, periodOf } from './periods.ts';
import { intervalDates, intervalName, intervalTick } from './trend-rows.ts';

it('names an interval by its first and last day in Brasília: its end belongs to the next one', () => {
  const interval = { de: '2026-11-03T03:00:00.000Z', ate: '2026-11-10T03:00:00.000Z' };
  expect(intervalName(interval)).toBe('03/11 a 09/11');
  expect(intervalDates(interval)).toBe('03/11/2026 a 09/11/2026');
  expect(intervalTick(intervalName(interval))).toBe('03/11');
});

it('takes an unknown period for the default, which the filter offers as no filter', () => {
  expect(periodOf('7d')).toBe('7d');
  expect(periodOf('')).toBe('90d');
  expect(periodOf('3d')).toBe('90d');
  expect(PERIODO_FILTER.allLabel).toBe('Últimos 90 dias');
  expect(PERIODO_FILTER.options.map(({ value }) => value)).toEqual(['7d', '30d', '6m', '12m']);
  expect(Math.max(...Object.values(INTERVALOS))).toBeLessThanOrEqual(60);
});
