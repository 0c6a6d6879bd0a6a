import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  all,
  companyOnly,
  idOf,
  inScope,
  int,
  join,
  literal,
  ofScope,
  onDays,
  param,
  type Sql,
  sql,
  type Value,
  when,
} from './sql.ts';

const EMPRESA = '0190a0a0-0000-7000-8000-000000000001';
const company = { kind: 'empresa', empresaId: EMPRESA } as const;
const installation = { kind: 'instalacao' } as const;

describe('a statement', () => {
  it('holds what is interpolated as parameters, in the order in which they stand', () => {
    const typed = "'; drop table empresas; --";
    const q = String(typed);
    expect(sql`select 1 where a = ${q} and b = ${3}`.statement()).toEqual({
      text: 'select 1 where a = $1 and b = $2',
      values: [q, 3],
    });
  });

  it('takes pieces in, and numbers their parameters anew wherever they come to stand', () => {
    const piece = sql`b = ${2}`;
    expect(sql`select ${1} where ${piece} and c = ${3} and ${piece}`.statement('nome')).toEqual({
      name: 'nome',
      text: 'select $1 where b = $2 and c = $3 and b = $2',
      values: [1, 2, 3],
    });
  });

  it('writes a named parameter under one number', () => {
    const id = param('x');
    expect(sql`a = ${id} or b = ${'y'} or c = ${id}`.statement()).toEqual({
      text: 'a = $1 or b = $2 or c = $1',
      values: ['x', 'y'],
    });
  });

  it('knows whole numbers and texts of the code as text', () => {
    const KNOWN = 'g.vigente';
    expect(sql`${literal(KNOWN)} limit ${int(20)}`.statement()).toEqual({
      text: 'g.vigente limit 20',
      values: [],
    });
    for (const n of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => int(n)).toThrow(TypeError);
    expect(() => int('1; drop table x' as unknown as number)).toThrow(TypeError);
  });

  it('is never made of a text that somebody may have typed: the compiler allows only what it knows by the letter', () => {
    expectTypeOf(literal<string>)
      .parameter(0)
      .toBeNever();
    expectTypeOf(companyOnly<string>)
      .parameter(1)
      .toBeNever();
    expectTypeOf(literal<'g.vigente'>)
      .parameter(0)
      .toEqualTypeOf<'g.vigente'>();
    expectTypeOf<string>().not.toExtend<Sql>();
    expectTypeOf<{ text: string; values: [] }>().not.toExtend<Sql>();
    expectTypeOf<undefined>().not.toExtend<Value>();
  });

  it('takes no piece of a statement for a value: the compiler refuses a constant that looks like one', () => {
    type Taken<T extends Value> = Parameters<typeof sql<readonly [T]>>[1];
    expectTypeOf<'id, nome'>().not.toExtend<Taken<'id, nome'>>();
    expectTypeOf<'g.vigente'>().not.toExtend<Taken<'g.vigente'>>();
    expectTypeOf<'count(*)'>().not.toExtend<Taken<'count(*)'>>();
    expectTypeOf<'em_andamento'>().toExtend<Taken<'em_andamento'>>();
    expectTypeOf<string>().toExtend<Taken<string>>();
    const status: 'em_andamento' | 'concluida' = 'concluida';
    // Text with spaces must be marked as a value.
    expect(
      sql`a = ${status} and b = ${param('Foi apagado.')} and c = any (${['x y']})`.statement().values,
    ).toEqual(['concluida', 'Foi apagado.', ['x y']]);
  });

  it('takes nothing for a piece that only looks like one', () => {
    const forged = { text: 'true; drop table empresas', values: [] };
    expect(sql`where a = ${forged}`.statement()).toEqual({ text: 'where a = $1', values: [forged] });
  });
});

describe('conditions', () => {
  it('are those that were given, and true for none', () => {
    expect(all([null, sql`a`, null, sql`b`]).statement().text).toBe('a and b');
    expect(all([null]).statement().text).toBe('true');
    expect(join([sql`a`, sql`b`], ' or ').statement().text).toBe('a or b');
    expect(join([], ' or ').statement().text).toBe('');
  });

  it('are left out where nothing was asked for, and stay for what is false or zero', () => {
    for (const nothing of [null, undefined, '']) {
      expect(when(nothing, (value) => sql`a = ${value}`)).toBeNull();
    }
    expect(when(0, (n) => sql`a = ${n}`)?.statement().values).toEqual([0]);
    expect(when(false, (is) => sql`a = ${is}`)?.statement().values).toEqual([false]);
    expect(when([], (ids: string[]) => sql`a = any (${ids})`)?.statement().values).toEqual([[]]);
  });
});

it('an id is taken from a text of JSON only where it is one', () => {
  const { text, values } = idOf(sql`t.dados ->> ${'id'}`).statement();
  expect(text).toMatch(/^\(case when t\.dados ->> \$1 ~\* '.+' then \(t\.dados ->> \$\d\)::uuid end\)$/);
  expect(new Set(values)).toEqual(new Set(['id']));
});

describe('the scope', () => {
  it('is one text for a company and the installation where a statement is prepared', () => {
    const text = '($1::uuid is null or i.empresa_id = $1)';
    expect(inScope(company, sql`i.empresa_id`).statement()).toEqual({ text, values: [EMPRESA] });
    expect(inScope(installation, sql`i.empresa_id`).statement()).toEqual({ text, values: [null] });
    expect(inScope('$1', 'i.empresa_id')).toBe(text);
    expect(companyOnly('$2', 'exists (select)')).toBe('($2::uuid is null or exists (select))');
  });

  it('is a plain condition, or none, where a statement is made at run time', () => {
    expect(ofScope(company, sql`i.empresa_id`)?.statement()).toEqual({
      text: 'i.empresa_id = $1::uuid',
      values: [EMPRESA],
    });
    expect(ofScope(installation, sql`i.empresa_id`)).toBeNull();
  });
});

describe('days of São Paulo', () => {
  const text = (de?: string, ate?: string) => onDays(sql`i.created_at`, { de, ate })?.statement();
  const start = "(DAY::date)::timestamp at time zone 'America/Sao_Paulo'";
  const end = "(DAY::date + 1)::timestamp at time zone 'America/Sao_Paulo'";

  it('begin at midnight there and end at the next one; either end may be open', () => {
    expect(text('2026-11-01', '2026-11-30')).toEqual({
      text: `i.created_at >= ${start.replace('DAY', '$1')} and i.created_at < ${end.replace('DAY', '$2')}`,
      values: ['2026-11-01', '2026-11-30'],
    });
    expect(text('2026-11-01')?.text).toBe(`i.created_at >= ${start.replace('DAY', '$1')}`);
    expect(text(undefined, '2026-11-30')?.text).toBe(`i.created_at < ${end.replace('DAY', '$1')}`);
    expect(text()).toBeUndefined();
  });
});
