import { describe, expect, it } from 'vitest';
import { cursorOf, isRare, placeOf, stretches } from './plan.ts';

it('few sides are found by the index, many or dense ones by reading the newest', () => {
  expect(isRare({ lados: 400, todos: 500 })).toBe(true);
  expect(isRare({ lados: 3000, todos: 200_000 })).toBe(true);
  expect(isRare({ lados: 9000, todos: 20_000 })).toBe(false);
  expect(isRare({ lados: 30_000, todos: 9_000_000 })).toBe(false);
});

describe('months', () => {
  const meses = [
    { mes: '2026-11-01', lados: 10 },
    { mes: '2026-10-01', lados: 0 },
    { mes: '2026-09-01', lados: 3995 },
    { mes: '2026-08-01', lados: 7 },
  ];
  const days = { data: 'ligacao' as const };
  it('in which nobody says it are left out, others are looked into together while they are few', () => {
    const found = stretches({ meses, temFrase: false }, days, null);
    expect(found.map(({ mes, lados }) => [mes, lados])).toEqual([
      ['2026-11-01', 10],
      ['2026-09-01', 3995],
      ['2026-08-01', 7],
    ]);
    // A single stretch: 20,000 sides per statement are more than the 4,012 sides of all months.
    expect(stretches({ meses, temFrase: false }, days, null, 20_000)).toEqual([
      {
        mes: '2026-08-01',
        lados: 4012,
        janela: { de: '2026-08-01T00:00:00-03:00', ate: '2026-12-01T00:00:00-03:00' },
      },
    ]);
  });
  it('end at the days that are asked for, and begin where the page before ended', () => {
    const apos = { quando: '2026-09-15T00:00:00.000Z', itemId: '', id: '' };
    const [only, ...rest] = stretches(
      { meses, temFrase: false },
      { ...days, de: '2026-09-10', ate: '2026-12-31' },
      apos,
    );
    expect(rest).toEqual([]);
    expect(only?.janela).toEqual({ de: '2026-09-10T00:00:00-03:00', ate: '2026-10-01T00:00:00-03:00' });
  });
});

it('a cursor says a place, and nothing else is one', () => {
  const place = {
    quando: '2026-09-15T12:00:00.123Z',
    itemId: '01a205f0-ab9c-7ba4-a4ca-720a92548795',
    id: '01a205f0-ab9c-7ba4-a4ca-720a92548796',
  };
  expect(placeOf(cursorOf(place))).toEqual(place);
  expect(['', 'x', Buffer.from('2026-99-99T12:00:00.123Z|a|b').toString('base64url')].map(placeOf)).toEqual([
    null,
    null,
    null,
  ]);
});
