import { expect, it } from 'vitest';
import { FILTROS_EXTRATO } from '../../../domain/filters/lists/statement.ts';
import { all, byDays, onDays, sql } from '../sql.ts';
import { askedConditions, type ListConditions } from './list-filter.ts';

const CONDICOES: ListConditions<typeof FILTROS_EXTRATO> = {
  tipo: (tipo) => sql`l.tipo = ${tipo}`,
  ...byDays(sql`l.em`),
};

it('makes conditions of the filters that were asked for, and of no others', () => {
  expect(Object.keys(CONDICOES)).toEqual(Object.keys(FILTROS_EXTRATO));
  const asked = { tipo: 'compra', de: '2026-03-01', ate: undefined, page: 3 } as const;
  expect(all(askedConditions(CONDICOES, asked)).statement()).toEqual(
    all([sql`l.tipo = ${'compra'}`, onDays(sql`l.em`, asked)]).statement(),
  );
  expect(askedConditions(CONDICOES, {})).toEqual([]);
});

it('takes no table with a forgotten condition', () => {
  type Table = ListConditions<typeof FILTROS_EXTRATO>;
  const taken: [
    Table extends ListConditions<typeof FILTROS_EXTRATO> ? true : false,
    Omit<Table, 'ate'> extends Table ? true : false,
  ] = [true, false];
  expect(taken).toEqual([true, false]);
});
