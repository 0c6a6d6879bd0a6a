// SQL: this is the most used list; PostgreSQL builds the list's JSON in named prepared statements.

import type { Database } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { DataDe } from '@escuta/shared/domain/filters/filtro-campos';
import type { Scope } from '@escuta/shared/domain/scope';
import {
  all,
  dayEnd,
  dayStart,
  int,
  join,
  onDays,
  param,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import {
  digitsOf,
  numberEnds,
  partCondition,
  plainTerm,
  textCondition,
} from '@escuta/shared/services/calls/call-terms';
import { momentOfCall, sumsBy } from '@escuta/shared/services/calls/date-basis';
import { RecentKeys } from '../../../reads/recent-keys.ts';
import { chosenPage, preparedOrder } from './chosen-repo.ts';
import { audit, type ItemFilter, type ItemPage, project, ROW, type Target } from './list-row.ts';

/**
 * The most used list (design: docs/decisions/0004-rollups.md). A single statement returns rows, total and whether the
 * project is in the scope. chosen-repo.ts answers all filters and orders except these:
 * - First page: reads the index in order; the total is a sum of the project's totals, or of the daily roll-up for a
 *   range of days.
 * - Other pages: the roll-up's months and days lead to the day in which the page begins or ends, from the nearer end;
 *   only that day's index entries are skipped: page 50,000 costs little more than page 2. A single snapshot keeps rows
 *   and total consistent.
 * - Filter by text or kind, without roll-up: counts matches up to TOTAL_LIMITE + 1; pages end there.
 */

/** Last row that the pages of an audit reach, because no roll-up counts the items of a single audit. */
export const AUDITORIA_TOTAL_LIMITE = 10_000;

/**
 * The page sizes of the screens. Only these get named statements, because a connection keeps only dozens of statements.
 */
const PREPARED_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** Conditions that items and roll-up can both answer. `por`: the time that orders the list and gives its days. */
function sharedConditions({ status, de, ate }: ItemFilter, por: DataDe): { items: Sql | null; rollup: Sql } {
  const items = [
    when(status, (value) => sql`i.status = ${value}::status_processamento`),
    onDays(momentOfCall(por), { de, ate }),
  ];
  const rollup = [
    when(status, (value) => sql`r.status = ${value}::status_processamento`),
    when(de, (day) => sql`r.dia >= ${day}::date`),
    when(ate, (day) => sql`r.dia <= ${day}::date`),
  ];
  return { items: items.some((one) => one !== null) ? all(items) : null, rollup: all(rollup) };
}

/** A number with at least this many digits is searched by its beginning or end, not its middle. */
const WHOLE_NUMBER_DIGITS = 8;
/**
 * Pages that end at this row or earlier are read in order if there are more matches than are counted; later pages, if
 * there are more than DENSE matches.
 */
const SHORT_WALK = 100;
/**
 * Keys of searches with more matches than are counted, kept because counting is expensive, and each page, typed key and
 * live change repeats the search.
 */
const knownMany = new RecentKeys({ ttlMs: 60_000, max: 2000 });
/** Number of newest items searched first among many matches. */
const NEAR = 20_000;
const newest = (por: DataDe): Sql => sql`order by ${momentOfCall(por)} desc, i.id desc`;
/** From this many matches on, reading in order is cheaper than reading and sorting all matches. */
const DENSE = 5000;

/** Selects the page's rows by id. The literal limit makes the planner look up each row instead of joining. */
const rowsOf = (ids: Sql, limit: number, por: DataDe) => sql`coalesce((
    select json_agg(l order by ${
      por === 'ligacao'
        ? sql`coalesce(l.call_start_time,
      l.created_at)`
        : sql`l.created_at`
    } desc, l.id desc) from (
      select ${ROW} from (select id from ${ids} limit ${int(limit)}) pagina,
        lateral (select * from auditoria_itens where id = pagina.id offset 0) i
    ) l)::text, '[]')`;

/** Selects the page's rows before computing columns; otherwise the planner may read all results of the installation. */
function firstPage(filter: ItemFilter, target: Target, por: DataDe): Sql {
  const { items, rollup } = sharedConditions(filter, por);
  const totals = filter.de || filter.ate ? sumsBy(por, 'volume') : sql`projeto_totais`;
  return sql`select
      (select coalesce(sum(r.n::int), 0) from ${totals} r where r.projeto_id = ${target.id}
        and ${rollup})::text as total,
      coalesce((select json_agg(l) from (
        select ${ROW} from (
          select * from auditoria_itens i where ${all([target.items, items])}
          ${newest(por)} limit ${int(filter.limit)}
        ) i
      ) l)::text, '[]') as linhas
    ${target.inScope}`;
}

/** Finds the days in which a page begins and ends. */
const daysWithin = (target: Target, rollup: Sql, start: Sql, end: Sql, por: DataDe) => sql`dias as (
      select r.dia, sum(r.n::int)::int as n from ${sumsBy(por, 'volume')} r
      where r.projeto_id = ${target.id} and ${rollup} group by r.dia
    ), somas as (
      select dia, n, sum(n) over (order by dia desc) as ate from dias
    ), alvo as materialized (
      select coalesce(max(ate), 0) as total,
        max(dia) filter (where ate > ${start}) as dia_ini,
        ${start} - min(ate - n) filter (where ate > ${start}) as salto_ini,
        coalesce(max(dia) filter (where ate >= ${end}), min(dia)) as dia_fim,
        coalesce(min(ate) filter (where ate >= ${end}) - ${end}, 0) as salto_fim
      from somas
    )`;

function numberedPage(filter: ItemFilter, target: Target, por: DataDe): Sql {
  const { items, rollup } = sharedConditions(filter, por);
  const moment = momentOfCall(por);
  const where = all([target.items, items]);
  const limit = int(filter.limit);
  const start = sql`${param((filter.page - 1) * filter.limit)}::bigint`;
  const end = sql`(${start} + ${limit})`;
  // Calls have daily sums by call time, but monthly sums only by entry.
  const days =
    filter.de || filter.ate || por === 'ligacao'
      ? daysWithin(target, rollup, start, end, por)
      : sql`alvo as materialized (
      select * from escuta_dias_da_pagina(${target.id}, ${filter.status ?? null}::status_processamento, ${start},
        ${end})
    )`;
  return sql`with ${days}, ids as materialized (
      (select i.id from auditoria_itens i
       where (select coalesce(salto_ini <= salto_fim, true) from alvo) and ${where}
         and ${moment} < (select ${dayEnd(sql`dia_ini`)} from alvo)
       ${newest(por)}
       offset (select salto_ini from alvo) limit ${limit})
      union all
      (select i.id from auditoria_itens i
       where (select salto_ini > salto_fim from alvo) and ${where}
         and ${moment} >= (select ${dayStart(sql`dia_fim`)} from alvo)
       order by ${moment}, i.id
       offset (select salto_fim from alvo)
       limit (select least(${limit}, greatest(total - ${start}, 0)) from alvo))
    )
    select (select total from alvo)::text as total, ${rowsOf(sql`ids`, filter.limit, por)} as linhas ${target.inScope}`;
}

/** Offset and number of rows of a page; leaves out rows after the first `cap`. */
function cappedWindow(filter: ItemFilter, cap: number): { offset: number; rows: number } {
  const offset = Math.min((filter.page - 1) * filter.limit, cap);
  return { offset, rows: Math.min(filter.limit, cap - offset) };
}

/**
 * A page by kind or text. The statement is unnamed, so that the planner sees the term: a rare term uses the trigram
 * index and a sort, a common term the index of dates.
 */
function cappedPage(
  filter: ItemFilter,
  target: Target,
  { cap, isMany, por }: { cap: number; isMany: boolean; por: DataDe },
): Sql {
  const { items } = sharedConditions(filter, por);
  const tipo = when(filter.tipo, (value) => sql`i.tipo_item = ${value}::tipo_item`);
  const term = filter.q ? plainTerm(filter.q) : '';
  const where = all([target.items, items, tipo]);
  const { offset, rows } = cappedWindow(filter, cap);
  const found = foundRows({ term, where, cap, reach: offset + rows, isMany, por });
  return sql`with ${found}, pagina_ids as (
      select id from achados order by quando desc, id desc offset ${int(offset)} limit ${int(rows)}
    )
    select (select n from contagem)::text as total, ${rowsOf(sql`pagina_ids`, filter.limit, por)}
      as linhas ${target.inScope}`;
}

/** `por`: the date by which the list goes; the statement's parts name its column `quando`. */
type Look = { term: string; where: Sql; cap: number; reach: number; por: DataDe };

/**
 * Builds the CTEs `achados` (at least the first `reach` rows) and `contagem` (number of matches; `cap + 1`: more than
 * `cap`).
 */
function foundRows({ isMany, ...look }: Look & { isMany: boolean }): Sql {
  const { term, where, cap, reach, por } = look;
  if (!term) {
    return sql`achados as materialized (
      select i.id, ${momentOfCall(por)} as quando from auditoria_itens i
        where ${where} ${newest(por)} limit ${int(cap + 1)}
    ), contagem as (select count(*) as n from achados)`;
  }
  const digits = digitsOf(term);
  if (isMany) {
    const matches = digits ? numberConditions(term, digits).any : textCondition(term);
    return knownMatches({ matches, where, cap, reach, por });
  }
  return digits ? numberMatches({ ...look, digits }) : textMatches(look);
}

/** Conditions by which a number matches; `any`: at least one holds. */
function numberConditions(
  term: string,
  digits: string,
): { begin: Sql; end: Sql; part: Sql | null; any: Sql } {
  const [begin, end] = numberEnds(digits);
  const part = digits.length >= WHOLE_NUMBER_DIGITS ? null : partCondition(term);
  return { begin, end, part, any: sql`(${join([begin, end, ...(part ? [part] : [])], ' or ')})` };
}

/**
 * Matches digits in any punctuation: beginning and end by btree, parts by trigrams, read separately because the planner
 * cannot estimate an OR. If one of these reads exceeds the limit, searches from the newest item on instead.
 */
function numberMatches(look: Look & { digits: string }): Sql {
  const { term, digits, where, cap, reach, por } = look;
  const many = reach <= SHORT_WALK ? cap : DENSE;
  const { begin, end, part, any } = numberConditions(term, digits);
  const source = (name: Sql, condition: Sql) =>
    sql`${name} as materialized (
      select i.id, ${momentOfCall(por)} as quando from auditoria_itens i where ${where}
        and ${condition} limit ${int(many + 1)}),`;
  const isMany = (name: Sql) => sql`(select count(*) from ${name}) > ${int(many)}`;
  return sql`${source(sql`comeco`, begin)} ${source(sql`fim`, end)}
    numeros as materialized (select ${isMany(sql`comeco`)} or ${isMany(sql`fim`)} as muitos),
    ${source(sql`parte`, part ? sql`not (select muitos from numeros) and ${part}` : sql`false`)}
    todos as materialized (
      select id, quando from comeco union select id, quando from fim union select id, quando from parte
    ), denso as materialized (
      select muitos or ${isMany(sql`parte`)} as sim from numeros
    ), achados as materialized (
      select id, quando from todos where not (select sim from denso)
      union all
      (select i.id, ${momentOfCall(por)} as quando from auditoria_itens i
       where (select sim from denso) and ${where} and ${any}
       ${newest(por)} limit ${int(reach)})
    ), contagem as (
      select case when (select sim from denso) then ${int(cap + 1)} else (select count(*) from todos) end as n
    )`;
}

/**
 * The newest of many matching rows: searches the newest items (`perto`), then all items if `perto` has too few rows.
 * `among`: nothing is read unless this condition holds.
 * @returns `near`: the CTE `perto`; `rows`: query for the newest matching rows, up to `reach`
 */
function newestMatches(
  { where, reach, por }: Pick<Look, 'where' | 'reach' | 'por'>,
  matches: Sql,
  among: Sql,
): { near: Sql; rows: Sql } {
  return {
    near: sql`perto as materialized (
      select i.id, ${momentOfCall(por)} as quando from (
        select * from auditoria_itens i where ${among} and ${where} ${newest(por)} limit ${int(NEAR)}) i
      where ${matches} limit ${int(reach)}
    )`,
    rows: sql`select id, quando from perto where (select count(*) from perto) = ${int(reach)}
      union all
      (select i.id, ${momentOfCall(por)} as quando from auditoria_itens i
       where ${among} and (select count(*) from perto) < ${int(reach)} and ${where} and ${matches}
       ${newest(por)} limit ${int(reach)})`,
  };
}

/**
 * Rows of a search known to exceed the counted maximum. Fewer rows than `reach` mean that all were found and counted.
 */
function knownMatches({ matches, ...look }: Omit<Look, 'term'> & { matches: Sql }): Sql {
  const { near, rows } = newestMatches(look, matches, sql`true`);
  return sql`${near}, achados as materialized (${rows}), contagem as (
      select case when count(*) < ${int(look.reach)} then count(*) else ${int(look.cap + 1)} end as n from achados
    )`;
}

/** Matches a text. Reads and sorts all matches up to the counted maximum; beyond it, the page shows the newest. */
function textMatches(look: Look): Sql {
  const { term, where, cap, por } = look;
  const matches = textCondition(term);
  const { near, rows } = newestMatches(look, matches, sql`(select n from contagem) > ${int(cap)}`);
  return sql`todos as materialized (
      select i.id, ${momentOfCall(por)} as quando from auditoria_itens i where ${where}
        and ${matches} limit ${int(cap + 1)}
    ), contagem as materialized (select count(*) as n from todos), ${near}, achados as materialized (
      select id, quando from todos where (select n from contagem) <= ${int(cap)}
      union all
      ${rows}
    )`;
}

/** Cache key of a search: every field that decides the matches. */
const searchKey = (target: Target, { q, status, tipo, de, ate }: ItemFilter, por: DataDe) =>
  JSON.stringify([target.id.value, q, status, tipo, de, ate, (de || ate) && por]);

async function runCapped(
  db: Database,
  filter: ItemFilter,
  target: Target,
  cap: number,
  por: DataDe,
): Promise<ItemPage | null> {
  const key = searchKey(target, filter, por);
  const isMany = knownMany.has(key);
  const page = await run(db, cappedPage(filter, target, { cap, isMany, por }).statement(), cap);
  if (!filter.q || !page || page.exato) knownMany.delete(key);
  // Marks only a search that was just counted. If each repetition by a live change renewed the mark, the list would
  // never be counted.
  else if (!isMany) knownMany.add(key);
  return page;
}

async function run(
  db: Database,
  statement: ReturnType<Sql['statement']>,
  cap: number | null,
): Promise<ItemPage | null> {
  const { rows } = await db.query<{ total: string; linhas: string }>(statement);
  const row = rows[0];
  if (!row) return null;
  const found = Number(row.total);
  const total = cap === null ? found : Math.min(found, cap);
  return { linhas: row.linhas, total, exato: found === total };
}

/** A page of a project's items, by default newest first. */
export function listProjectItems(
  db: Database,
  scope: Scope,
  projetoId: string,
  filter: ItemFilter,
): Promise<ItemPage | null> {
  const target = project(scope, projetoId);
  const por = preparedOrder(filter);
  if (!por) return chosenPage(db, target, filter, TOTAL_LIMITE);
  if (filter.q || filter.tipo) return runCapped(db, filter, target, TOTAL_LIMITE, por);
  const page = filter.page === 1 ? firstPage(filter, target, por) : numberedPage(filter, target, por);
  const shape = [
    filter.page === 1 ? 'primeira' : 'numerada',
    filter.limit,
    por === 'ligacao' ? 'l' : '',
    filter.status ? 's' : '',
    filter.de ? 'd' : '',
    filter.ate ? 'a' : '',
  ].join('_');
  return run(db, page.statement(PREPARED_LIMITS.has(filter.limit) ? `itens_${shape}` : undefined), null);
}

/** A page of an audit's items, newest first; pages end at AUDITORIA_TOTAL_LIMITE (with text or kind, TOTAL_LIMITE). */
export function listAuditItems(
  db: Database,
  scope: Scope,
  auditoria: { id: string; projeto_id: string },
  filter: ItemFilter,
): Promise<ItemPage | null> {
  const cap = filter.q || filter.tipo ? TOTAL_LIMITE : AUDITORIA_TOTAL_LIMITE;
  const target = audit(scope, auditoria, filter.data);
  if (preparedOrder(filter) !== 'entrada') return chosenPage(db, target, filter, cap);
  return runCapped(db, filter, target, cap, 'entrada');
}

/** Adds an item's other fields to the rows of a page, by id, because the list holds only what its screens need. */
export async function addItemFields(db: Database, linhas: string): Promise<string> {
  const { rows } = await db.sql<{ linhas: string }>(
    sql`select coalesce(json_agg(l.linha::jsonb || jsonb_build_object('auditoria_id', i.auditoria_id,
      'call_end_time', i.call_end_time,
        'asterisk_filename', i.asterisk_filename, 'metadata', i.metadata, 'updated_at', i.updated_at)
          order by l.n)::text, '[]') as linhas
      from json_array_elements(${linhas}::json) with ordinality as l (linha, n)
        join auditoria_itens i on i.id = (l.linha ->> 'id')::uuid`,
    'itens_completos',
  );
  return rows[0]?.linhas ?? '[]';
}
