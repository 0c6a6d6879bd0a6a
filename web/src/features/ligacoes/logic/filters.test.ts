// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { changeFilters, isFiltered, NO_FILTERS, readFilters, writeFilters } from './filters.ts';

const read = (text: string) => readFilters(new URLSearchParams(text));

describe('filters in the address', () => {
  it('survives the way there and back', () => {
    const filters = {
      q: 'josé 11 9',
      status: 'erro',
      de: '2026-05-01',
      ate: '2026-05-31',
      page: 3,
    } as const;
    expect(read(writeFilters(filters).toString())).toEqual(filters);
  });

  it('leaves defaults out', () => {
    expect(writeFilters(NO_FILTERS).toString()).toBe('');
  });

  it.each([
    ['page=0', NO_FILTERS],
    ['page=abc', NO_FILTERS],
    ['page=2.5', NO_FILTERS],
    ['status=todos', NO_FILTERS],
    ['de=ontem&ate=2026-02-30', NO_FILTERS],
  ])('ignores what cannot be: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('returns to page 1 when a filter changes, not when the page does', () => {
    const third = { ...NO_FILTERS, page: 3 };
    expect(changeFilters(third, { status: 'erro' })).toMatchObject({ page: 1, status: 'erro' });
    expect(changeFilters(third, { page: 4 }).page).toBe(4);
  });

  it('knows when the list is narrowed', () => {
    expect(isFiltered({ ...NO_FILTERS, page: 9, q: '  ' })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, ate: '2026-01-01' })).toBe(true);
  });

  it('ignores a range that ends before it starts', () => {
    expect(read('de=2026-05-02&ate=2026-05-01')).toEqual(NO_FILTERS);
    expect(read('de=2026-05-01&ate=2026-05-01')).toMatchObject({ de: '2026-05-01', ate: '2026-05-01' });
  });
});
