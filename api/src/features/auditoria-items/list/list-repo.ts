// SQL: the hottest list; PostgreSQL builds its JSON, and each shape is prepared by name.

import type { Database } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
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
import { RecentKeys } from '../../../reads/recent-keys.ts';
import { chosenPage, isChosen } from './chosen-repo.ts';
import { audit, type ItemFilter, type ItemPage, project, ROW, type Target } from './list-row.ts';

/**
 * The hot list. PostgreSQL builds the JSON, and one statement gives the page's rows, their total and whether the
 * project belongs to the scope. Three shapes (design: docs/decisions/0004-rollups.md):
 *
 * - first page: straight down the index; the total is a sum over the project's totals (over the daily roll-up with days);
 * - any other page: the roll-up's months and then days are walked from the nearer end (with days, added up by a window) to the one in which the page begins (or
 *   ends, whichever is nearer to an edge of its day), and only that day's index entries are skipped, so that page 50,000 costs little more than
 *   page 2. Both come from one snapshot, so that rows and total never disagree;
 * - a text or kind filter, which no roll-up knows: matches are found up to TOTAL_LIMITE + 1, and pages end there.
 *
 * Any other filter or order is chosen-repo.ts's business.
 */

/** Pages of an audit end here: no roll-up counts a single audit's items. */
export const AUDITORIA_TOTAL_LIMITE = 10_000;

/** Page sizes that screens use: only their statements are prepared by name, so that a connection holds a few dozen. */
const PREPARED_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** Conditions that both the items and the roll-up can answer. */
function sharedConditions({ status, de, ate }: ItemFilter): { items: Sql | null; rollup: Sql } {
  const items = [
    when(status, (value) => sql`i.status = ${value}::status_processamento`),
    onDays(sql`i.created_at`, { de, ate }),
  ];
  const rollup = [
    when(status, (value) => sql`r.status = ${value}::status_processamento`),
    when(de, (day) => sql`r.dia >= ${day}::date`),
    when(ate, (day) => sql`r.dia <= ${day}::date`),
  ];
  return { items: items.some((one) => one !== null) ? all(items) : null, rollup: all(rollup) };
}

/** From this many digits on, a number is known by its beginning or its end: its middle is not looked for. */
const WHOLE_NUMBER_DIGITS = 8;
/** Up to this many rows are fetched by walking down from the newest item when matches are many. */
const SHORT_WALK = 100;
/**
 * Searches found to have more matches than are counted. To find that out is what costs most of a search for what many have, and each page of
 * it, each key typed and each live change of the list asks again.
 */
const knownMany = new RecentKeys({ ttlMs: 60_000, max: 2000 });
/** How many of the newest items are looked at for a text that many have. */
const NEAR = 20_000;
const NEWEST = sql`order by i.created_at desc, i.id desc`;
/** Matches that make a longer walk worth it: fewer are read and sorted instead. */
const DENSE = 5000;

/** The page's rows by their ids: the literal limit tells the planner to look ten rows up, not to join the table. */
const rowsOf = (ids: Sql, limit: number) => sql`coalesce((
    select json_agg(l order by l.created_at desc, l.id desc) from (
      select ${ROW} from (select id from ${ids} limit ${int(limit)}) pagina,
        lateral (select * from auditoria_itens where id = pagina.id offset 0) i
    ) l)::text, '[]')`;

/**
 * The page is cut before its rows are described: a planner that thinks it has to say of every call of the project whether
 * it is analysed reads all results of the installation once instead of ten by their index.
 */
function firstPage(filter: ItemFilter, target: Target): Sql {
  const { items, rollup } = sharedConditions(filter);
  const totals = filter.de || filter.ate ? sql`projeto_rollup_dia` : sql`projeto_totais`;
  return sql`select
      (select coalesce(sum(r.n::int), 0) from ${totals} r where r.projeto_id = ${target.id} and ${rollup})::text as total,
      coalesce((select json_agg(l) from (
        select ${ROW} from (
          select * from auditoria_itens i where ${all([target.items, items])}
          order by i.created_at desc, i.id desc limit ${int(filter.limit)}
        ) i
      ) l)::text, '[]') as linhas
    ${target.inScope}`;
}

/** The days in which a page begins and ends, of a range of days. */
const daysWithin = (target: Target, rollup: Sql, start: Sql, end: Sql) => sql`dias as (
      select r.dia, sum(r.n::int)::int as n from projeto_rollup_dia r
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

function numberedPage(filter: ItemFilter, target: Target): Sql {
  const { items, rollup } = sharedConditions(filter);
  const where = all([target.items, items]);
  const limit = int(filter.limit);
  const start = sql`${param((filter.page - 1) * filter.limit)}::bigint`;
  const end = sql`(${start} + ${limit})`;
  const days =
    filter.de || filter.ate
      ? daysWithin(target, rollup, start, end)
      : sql`alvo as materialized (
      select * from escuta_dias_da_pagina(${target.id}, ${filter.status ?? null}::status_processamento, ${start}, ${end})
    )`;
  return sql`with ${days}, ids as materialized (
      (select i.id from auditoria_itens i
       where (select coalesce(salto_ini <= salto_fim, true) from alvo) and ${where}
         and i.created_at < (select ${dayEnd(sql`dia_ini`)} from alvo)
       order by i.created_at desc, i.id desc
       offset (select salto_ini from alvo) limit ${limit})
      union all
      (select i.id from auditoria_itens i
       where (select salto_ini > salto_fim from alvo) and ${where}
         and i.created_at >= (select ${dayStart(sql`dia_fim`)} from alvo)
       order by i.created_at, i.id
       offset (select salto_fim from alvo)
       limit (select least(${limit}, greatest(total - ${start}, 0)) from alvo))
    )
    select (select total from alvo)::text as total, ${rowsOf(sql`ids`, filter.limit)} as linhas ${target.inScope}`;
}

/** Where a capped page begins and how many rows it has: the last one ends at the cap. */
function cappedWindow(filter: ItemFilter, cap: number): { offset: number; rows: number } {
  const offset = Math.min((filter.page - 1) * filter.limit, cap);
  return { offset, rows: Math.min(filter.limit, cap - offset) };
}

/**
 * By kind or text. The term travels as a parameter of an unnamed statement, so that the planner sees its value: a rare
 * one goes through the trigrams and is sorted, a common one is met soon on the way down the index of dates.
 */
function cappedPage(
  filter: ItemFilter,
  target: Target,
  { cap, isMany }: { cap: number; isMany: boolean },
): Sql {
  const { items } = sharedConditions(filter);
  const tipo = when(filter.tipo, (value) => sql`i.tipo_item = ${value}::tipo_item`);
  const term = filter.q ? plainTerm(filter.q) : '';
  const where = all([target.items, items, tipo]);
  const { offset, rows } = cappedWindow(filter, cap);
  const found = foundRows({ term, where, cap, reach: offset + rows, isMany });
  return sql`with ${found}, pagina_ids as (
      select id from achados order by created_at desc, id desc offset ${int(offset)} limit ${int(rows)}
    )
    select (select n from contagem)::text as total, ${rowsOf(sql`pagina_ids`, filter.limit)} as linhas ${target.inScope}`;
}

type Look = { term: string; where: Sql; cap: number; reach: number };

/** The statement's parts `achados` (at least the rows up to `reach`, where there are as many) and `contagem` (how many; more than `cap` is `cap + 1`). */
function foundRows({ isMany, ...look }: Look & { isMany: boolean }): Sql {
  const { term, where, cap, reach } = look;
  if (!term) {
    return sql`achados as materialized (
      select i.id, i.created_at from auditoria_itens i where ${where} ${NEWEST} limit ${int(cap + 1)}
    ), contagem as (select count(*) as n from achados)`;
  }
  const digits = digitsOf(term);
  if (isMany) {
    const matches = digits ? numberConditions(term, digits).any : textCondition(term);
    return knownMatches({ matches, where, cap, reach });
  }
  return digits ? numberMatches({ ...look, digits }) : textMatches(look);
}

/** What a number is found by; `any`: by one of them. */
function numberConditions(
  term: string,
  digits: string,
): { begin: Sql; end: Sql; part: Sql | null; any: Sql } {
  const [begin, end] = numberEnds(digits);
  const part = digits.length >= WHOLE_NUMBER_DIGITS ? null : partCondition(term);
  return { begin, end, part, any: sql`(${join([begin, end, ...(part ? [part] : [])], ' or ')})` };
}

/**
 * Items by digits, however the number is punctuated: its beginning and its end through their btrees, a part of name,
 * number or extension through the trigrams. Each source is read on its own, because the planner cannot tell how many
 * rows an OR over all three would give. When one has more than are counted anyway, the page's rows are met soon on the
 * way down from the newest item.
 */
function numberMatches(look: Look & { digits: string }): Sql {
  const { term, digits, where, cap, reach } = look;
  const many = reach <= SHORT_WALK ? cap : DENSE;
  const { begin, end, part, any } = numberConditions(term, digits);
  const source = (name: Sql, condition: Sql) =>
    sql`${name} as materialized (
      select i.id, i.created_at from auditoria_itens i where ${where} and ${condition} limit ${int(many + 1)}),`;
  const isMany = (name: Sql) => sql`(select count(*) from ${name}) > ${int(many)}`;
  return sql`${source(sql`comeco`, begin)} ${source(sql`fim`, end)}
    numeros as materialized (select ${isMany(sql`comeco`)} or ${isMany(sql`fim`)} as muitos),
    ${source(sql`parte`, part ? sql`not (select muitos from numeros) and ${part}` : sql`false`)}
    todos as materialized (
      select id, created_at from comeco union select id, created_at from fim union select id, created_at from parte
    ), denso as materialized (
      select muitos or ${isMany(sql`parte`)} as sim from numeros
    ), achados as materialized (
      select id, created_at from todos where not (select sim from denso)
      union all
      (select i.id, i.created_at from auditoria_itens i
       where (select sim from denso) and ${where} and ${any}
       ${NEWEST} limit ${int(reach)})
    ), contagem as (
      select case when (select sim from denso) then ${int(cap + 1)} else (select count(*) from todos) end as n
    )`;
}

/**
 * The newest rows that match, where many do: met soon among the newest items (`perto`), so that neither all of them are read nor sorted; only
 * where those hold too few (all that match are old) everything is. `among`: what the statement must have found out before it looks.
 * @returns `near`: the part to name `perto`; `rows`: its rows, up to `reach`
 */
function newestMatches(
  { where, reach }: Pick<Look, 'where' | 'reach'>,
  matches: Sql,
  among: Sql,
): { near: Sql; rows: Sql } {
  return {
    near: sql`perto as materialized (
      select i.id, i.created_at from (
        select * from auditoria_itens i where ${among} and ${where} ${NEWEST} limit ${int(NEAR)}) i
      where ${matches} limit ${int(reach)}
    )`,
    rows: sql`select id, created_at from perto where (select count(*) from perto) = ${int(reach)}
      union all
      (select i.id, i.created_at from auditoria_itens i
       where ${among} and (select count(*) from perto) < ${int(reach)} and ${where} and ${matches}
       ${NEWEST} limit ${int(reach)})`,
  };
}

/** Items of which there are known to be more than are counted. Where there are fewer than the page reaches, they are all that is left, and counted. */
function knownMatches({ matches, ...look }: Omit<Look, 'term'> & { matches: Sql }): Sql {
  const { near, rows } = newestMatches(look, matches, sql`true`);
  return sql`${near}, achados as materialized (${rows}), contagem as (
      select case when count(*) < ${int(look.reach)} then count(*) else ${int(look.cap + 1)} end as n from achados
    )`;
}

/**
 * Items by text. As many as are counted are taken as they come, without order: where they are all, they are sorted. Where there are more, the
 * page's rows are the newest of them.
 */
function textMatches(look: Look): Sql {
  const { term, where, cap } = look;
  const matches = textCondition(term);
  const { near, rows } = newestMatches(look, matches, sql`(select n from contagem) > ${int(cap)}`);
  return sql`todos as materialized (
      select i.id, i.created_at from auditoria_itens i where ${where} and ${matches} limit ${int(cap + 1)}
    ), contagem as materialized (select count(*) as n from todos), ${near}, achados as materialized (
      select id, created_at from todos where (select n from contagem) <= ${int(cap)}
      union all
      ${rows}
    )`;
}

/** What a search is known by: everything that says which items match. */
const searchKey = (target: Target, { q, status, tipo, de, ate }: ItemFilter) =>
  JSON.stringify([target.id.value, q, status, tipo, de, ate]);

/** A page by kind or text. */
async function runCapped(
  db: Database,
  filter: ItemFilter,
  target: Target,
  cap: number,
): Promise<ItemPage | null> {
  const key = searchKey(target, filter);
  const isMany = knownMany.has(key);
  const page = await run(db, cappedPage(filter, target, { cap, isMany }).statement(), cap);
  if (!filter.q || !page || page.exato) knownMany.delete(key);
  // By a count only: a list that is asked for again and again, as its live changes do, would else never be counted any more.
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

/** A page of a project's items, newest first; null when the project is not in the scope. */
export function listProjectItems(
  db: Database,
  scope: Scope,
  projetoId: string,
  filter: ItemFilter,
): Promise<ItemPage | null> {
  const target = project(scope, projetoId);
  if (isChosen(filter)) return chosenPage(db, target, filter, TOTAL_LIMITE);
  if (filter.q || filter.tipo) return runCapped(db, filter, target, TOTAL_LIMITE);
  const page = filter.page === 1 ? firstPage(filter, target) : numberedPage(filter, target);
  const shape = [
    filter.page === 1 ? 'primeira' : 'numerada',
    filter.limit,
    filter.status ? 's' : '',
    filter.de ? 'd' : '',
    filter.ate ? 'a' : '',
  ].join('_');
  return run(db, page.statement(PREPARED_LIMITS.has(filter.limit) ? `itens_${shape}` : undefined), null);
}

/** A page of one audit's items, newest first; null when the audit is not in the scope. Ends at a cap. */
export function listAuditItems(
  db: Database,
  scope: Scope,
  auditoria: { id: string; projeto_id: string },
  filter: ItemFilter,
): Promise<ItemPage | null> {
  const cap = filter.q || filter.tipo ? TOTAL_LIMITE : AUDITORIA_TOTAL_LIMITE;
  const target = audit(scope, auditoria, filter.data);
  if (isChosen(filter)) return chosenPage(db, target, filter, cap);
  return runCapped(db, filter, target, cap);
}

/** A page's rows with what else is asked of an item, looked up by their ids: the list itself stays as narrow as its screens need it. */
export async function completed(db: Database, linhas: string): Promise<string> {
  const { rows } = await db.sql<{ linhas: string }>(
    sql`select coalesce(json_agg(l.linha::jsonb || jsonb_build_object('auditoria_id', i.auditoria_id, 'call_end_time', i.call_end_time,
        'asterisk_filename', i.asterisk_filename, 'metadata', i.metadata, 'updated_at', i.updated_at) order by l.n)::text, '[]') as linhas
      from json_array_elements(${linhas}::json) with ordinality as l (linha, n)
        join auditoria_itens i on i.id = (l.linha ->> 'id')::uuid`,
    'itens_completos',
  );
  return rows[0]?.linhas ?? '[]';
}
