import { expect, it } from 'vitest';
import {
  daysOf,
  isTooLong,
  monthsAndDays,
  previousPeriod,
  stepIndex,
  stepOf,
  stepsOf,
  wholeMonths,
} from './period.ts';

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

it('compares with as many days, on the same weekdays, before the period', () => {
  expect(previousPeriod({ de: '2026-03-02', ate: '2026-03-08' })).toEqual({
    de: '2026-02-23',
    ate: '2026-03-01',
  });
  for (const ate of ['2026-03-01', '2026-03-04', '2026-03-31', '2027-02-28']) {
    const periodo = { de: '2026-03-01', ate };
    const before = previousPeriod(periodo);
    expect([daysOf(before), weekday(before.de)]).toEqual([daysOf(periodo), weekday('2026-03-01')]);
    expect(before.ate < periodo.de).toBe(true);
    expect(daysOf({ de: before.ate, ate: periodo.de }) - 2).toBeLessThan(7);
  }
});

it('is months and days that add up to it, with at most half a month of days at an end', () => {
  expect(monthsAndDays({ de: '2026-02-01', ate: '2026-03-31' })).toEqual({
    meses: { de: '2026-02-01', ate: '2026-03-31' },
    mais: [],
    menos: [],
  });
  expect(monthsAndDays({ de: '2025-12-31', ate: '2026-03-30' })).toEqual({
    meses: { de: '2026-01-01', ate: '2026-03-31' },
    mais: [{ de: '2025-12-31', ate: '2025-12-31' }],
    menos: [{ de: '2026-03-31', ate: '2026-03-31' }],
  });
  for (const [de, ate] of [
    ['2026-03-02', '2026-03-29'],
    ['2026-03-15', '2026-04-10'],
    ['2025-01-20', '2026-12-12'],
    ['2026-02-14', '2026-02-14'],
  ] as const) {
    const { meses, mais, menos } = monthsAndDays({ de, ate });
    const days = (some: readonly { de: string; ate: string }[]) =>
      some.reduce((n, one) => n + daysOf(one), 0);
    expect(days(meses ? [meses] : []) + days(mais) - days(menos)).toBe(daysOf({ de, ate }));
    expect(days([...mais, ...menos])).toBeLessThanOrEqual(31);
  }
});

it('takes 24 months to the day and not one more', () => {
  expect(isTooLong({ de: '2026-03-01', ate: '2028-02-29' })).toBe(false);
  expect(isTooLong({ de: '2026-03-01', ate: '2028-03-01' })).toBe(true);
});

it.each([
  [{ de: '2026-03-01', ate: '2026-04-04' }, 'dia', 35],
  [{ de: '2026-03-01', ate: '2026-05-31' }, 'semana', 14],
  [{ de: '2026-01-15', ate: '2026-12-31' }, 'mes', 12],
] as const)('cuts %o by %s into %i steps that are the period again', (periodo, passo, n) => {
  expect(stepOf(periodo)).toBe(passo);
  const steps = stepsOf(periodo, passo);
  expect(steps).toHaveLength(n);
  expect([steps[0]?.de, steps.at(-1)?.ate]).toEqual([periodo.de, periodo.ate]);
  expect(steps.reduce((sum, one) => sum + daysOf(one), 0)).toBe(daysOf(periodo));
  if (passo === 'semana') expect(steps.slice(1).every(({ de }) => weekday(de) === 1)).toBe(true);
  for (const [index, { de, ate }] of steps.entries()) {
    expect([stepIndex(steps, de), stepIndex(steps, ate)]).toEqual([index, index]);
  }
});

it('takes whole months, and as many before them', () => {
  expect(wholeMonths({ de: '2026-01-20', ate: '2026-02-03' })).toEqual({
    agora: { de: '2026-01-01', ate: '2026-02-28' },
    antes: { de: '2025-11-01', ate: '2025-12-31' },
  });
});
