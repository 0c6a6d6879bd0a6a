import { expect, it } from 'vitest';
import {
  aDay,
  anId,
  anyText,
  askedFilters,
  type ListFilters,
  oneOf,
  readListFilters,
  writeListFilters,
} from './filter-params.ts';

const readers = { q: anyText, papel: oneOf(['admin', 'gerente']), empresa: anId, de: aDay, ate: aDay };
const read = (query: string) => readListFilters(readers, new URLSearchParams(query));
const nothing: ListFilters<typeof readers> = {
  q: '',
  papel: '',
  empresa: '',
  de: '',
  ate: '',
  page: 1,
};
const id = '0190a0a0-0000-7000-8000-000000000001';

it('reads an address, and takes what means nothing for absent', () => {
  expect(read(`q=ana&papel=gerente&empresa=${id}&de=2026-05-01&ate=2026-05-31&page=3`)).toEqual({
    q: 'ana',
    papel: 'gerente',
    empresa: id,
    de: '2026-05-01',
    ate: '2026-05-31',
    page: 3,
  });
  expect(read('papel=dono&empresa=1&de=2026-02-30&ate=ontem&page=-2')).toEqual(nothing);
  expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(100);
  expect(read('page=1.5').page).toBe(1);
});

it('drops days that end before they begin', () => {
  expect(read('de=2026-05-02&ate=2026-05-01')).toEqual(nothing);
});

it('writes only what narrows, and leaves other parameters alone', () => {
  expect(writeListFilters({ ...nothing, q: ' ana ', page: 2 }).toString()).toBe('q=ana&page=2');
  expect(
    writeListFilters({ ...nothing }, new URLSearchParams('aba=asterisk&q=velho&page=9')).toString(),
  ).toBe('aba=asterisk');
  const filters = { ...nothing, papel: 'admin' as const, page: 4 };
  expect(readListFilters(readers, writeListFilters(filters))).toEqual(filters);
});

it('asks the API for what is set only', () => {
  expect(askedFilters<typeof readers>({ ...nothing, q: '  ana ', papel: 'admin', page: 2 })).toEqual({
    q: 'ana',
    papel: 'admin',
    page: 2,
  });
});
