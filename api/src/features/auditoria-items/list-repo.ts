import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { STATUS_PROCESSAMENTO, type StatusProcessamento, type TipoItem } from '@escuta/shared/domain/status';
import type { Pool } from 'pg';
import { digitsOf, numberEnds, Params, partCondition, plainTerm } from '../../call-terms.ts';
import { ANALISADO } from './analysed.ts';

/**
 * The hot list. PostgreSQL builds the JSON, and one statement gives the page's rows, their total and whether the
 * project belongs to the scope. Three shapes (design: docs/decisions/0004-rollups.md):
 *
 * - first page: straight down the index; the total is a sum over the project's totals (over the daily roll-up with days);
 * - any other page: a window sum over the roll-up finds the day in which it begins (or ends, whichever is nearer to an
 *   edge of its day) and only that day's index entries are skipped, so that page 50,000 costs what page 2 does. Both
 *   come from one snapshot, so that rows and total never disagree;
 * - a text or kind filter, which no roll-up knows: matches are found up to TOTAL_LIMITE + 1, and pages end there.
 */

export type ItemFilter = {
  q?: string | undefined;
  status?: StatusProcessamento | undefined;
  /** Days of America/Sao_Paulo, inclusive: yyyy-MM-dd. */
  de?: string | undefined;
  ate?: string | undefined;
  tipo?: TipoItem | undefined;
  page: number;
  limit: number;
};

/** A page: its rows as JSON text of an array, and how many match (`exato` false: more than `total`). */
export type ItemPage = { linhas: string; total: number; exato: boolean };

/** Pages of an audit end here: no roll-up counts a single audit's items. */
export const AUDITORIA_TOTAL_LIMITE = 10_000;

const ROW = `i.id, i.tipo_item, i.status, i.motivo, i.numero_destino, i.ramal, i.nome_entrevistado, i.call_start_time,
  i.call_duration, i.arquivo_nome, (i.asterisk_filename is not null and i.arquivo_path is null) as gravacao_na_telefonia,
  exists (select from auditoria_resultados r where r.item_id = i.id and ${ANALISADO}) as analisada,
  i.dados_apagados_em, i.created_at`;

/** Page sizes that screens use: only their statements are prepared by name, so that a connection holds a few dozen. */
const PREPARED_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

const dayStart = (param: string) => `(${param}::date)::timestamp at time zone 'America/Sao_Paulo'`;
const dayEnd = (param: string) => `(${param}::date + 1)::timestamp at time zone 'America/Sao_Paulo'`;

/** Conditions that both the items and the roll-up can answer. */
function sharedConditions(filter: ItemFilter, params: Params): { items: string; rollup: string } {
  let items = '';
  let rollup = '';
  if (filter.status) {
    const p = params.add(filter.status);
    items += ` and i.status = ${p}::status_processamento`;
    rollup += ` and r.status = ${p}::status_processamento`;
  }
  if (filter.de) {
    const p = params.add(filter.de);
    items += ` and i.created_at >= ${dayStart(p)}`;
    rollup += ` and r.dia >= ${p}::date`;
  }
  if (filter.ate) {
    const p = params.add(filter.ate);
    items += ` and i.created_at < ${dayEnd(p)}`;
    rollup += ` and r.dia <= ${p}::date`;
  }
  return { items, rollup };
}

/** The states whose names begin with a term of three letters or more, accents and case apart. */
export function statusesNamed(term: string): StatusProcessamento[] {
  const plain = term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length < 3 ? [] : STATUS_PROCESSAMENTO.filter((status) => status.startsWith(plain));
}

/** A part of the text, or a state by its name. */
function textCondition(term: string, params: Params): string {
  const states = statusesNamed(term).map((s) => `i.status = ${params.add(s)}::status_processamento`);
  return `(${[partCondition(term, params), ...states].join(' or ')})`;
}

/** From this many digits on, a number is known by its beginning or its end: its middle is not looked for. */
const WHOLE_NUMBER_DIGITS = 8;
/** Up to this many rows are fetched by walking down from the newest item when matches are many. */
const SHORT_WALK = 100;
/** Matches that make a longer walk worth it: fewer are read and sorted instead. */
const DENSE = 5000;

/** The page's rows by their ids: the literal limit tells the planner to look ten rows up, not to join the table. */
const rowsOf = (ids: string, limit: number) => `coalesce((
    select json_agg(l order by l.created_at desc, l.id desc) from (
      select ${ROW} from (select id from ${ids} limit ${limit}) pagina,
        lateral (select * from auditoria_itens where id = pagina.id offset 0) i
    ) l)::text, '[]')`;

const IN_SCOPE = 'from projetos p where p.id = $1 and ($2::uuid is null or p.empresa_id = $2)';

function firstPage(filter: ItemFilter, params: Params): string {
  const { items, rollup } = sharedConditions(filter, params);
  const totals = filter.de || filter.ate ? 'projeto_rollup_dia' : 'projeto_totais';
  return `select
      (select coalesce(sum(r.n::int), 0) from ${totals} r where r.projeto_id = $1${rollup})::text as total,
      coalesce((select json_agg(l) from (
        select ${ROW} from auditoria_itens i where i.projeto_id = $1${items}
        order by i.created_at desc, i.id desc limit ${filter.limit}
      ) l)::text, '[]') as linhas
    ${IN_SCOPE}`;
}

function numberedPage(filter: ItemFilter, params: Params): string {
  const { items, rollup } = sharedConditions(filter, params);
  const start = `${params.add((filter.page - 1) * filter.limit)}::bigint`;
  const end = `(${start} + ${filter.limit})`;
  return `with dias as (
      select r.dia, sum(r.n::int)::int as n from projeto_rollup_dia r where r.projeto_id = $1${rollup} group by r.dia
    ), somas as (
      select dia, n, sum(n) over (order by dia desc) as ate from dias
    ), alvo as materialized (
      select coalesce(max(ate), 0) as total,
        max(dia) filter (where ate > ${start}) as dia_ini,
        ${start} - min(ate - n) filter (where ate > ${start}) as salto_ini,
        coalesce(max(dia) filter (where ate >= ${end}), min(dia)) as dia_fim,
        coalesce(min(ate) filter (where ate >= ${end}) - ${end}, 0) as salto_fim
      from somas
    ), ids as materialized (
      (select i.id from auditoria_itens i
       where (select coalesce(salto_ini <= salto_fim, true) from alvo) and i.projeto_id = $1${items}
         and i.created_at < (select ${dayEnd('dia_ini')} from alvo)
       order by i.created_at desc, i.id desc
       offset (select salto_ini from alvo) limit ${filter.limit})
      union all
      (select i.id from auditoria_itens i
       where (select salto_ini > salto_fim from alvo) and i.projeto_id = $1${items}
         and i.created_at >= (select ${dayStart('dia_fim')} from alvo)
       order by i.created_at, i.id
       offset (select salto_fim from alvo)
       limit (select least(${filter.limit}, greatest(total - ${start}, 0)) from alvo))
    )
    select (select total from alvo)::text as total, ${rowsOf('ids', filter.limit)} as linhas ${IN_SCOPE}`;
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
function cappedPage(filter: ItemFilter, params: Params, by: string, cap: number, scope: string): string {
  const { items } = sharedConditions(filter, params);
  const tipo = filter.tipo ? ` and i.tipo_item = ${params.add(filter.tipo)}::tipo_item` : '';
  const term = filter.q ? plainTerm(filter.q) : '';
  const where = `${by}${items}${tipo}`;
  const { offset, rows } = cappedWindow(filter, cap);
  const digits = digitsOf(term);
  const found = digits
    ? numberMatches({ term, digits, where, cap, reach: offset + rows }, params)
    : `achados as materialized (
      select i.id, i.created_at from auditoria_itens i where ${where}${term ? ` and ${textCondition(term, params)}` : ''}
      order by i.created_at desc, i.id desc limit ${cap + 1}
    ), contagem as (select count(*) as n from achados)`;
  return `with ${found}, pagina_ids as (
      select id from achados order by created_at desc, id desc offset ${offset} limit ${rows}
    )
    select (select n from contagem)::text as total, ${rowsOf('pagina_ids', filter.limit)} as linhas ${scope}`;
}

/**
 * Items by digits, however the number is punctuated: its beginning and its end through their btrees, a part of name,
 * number or extension through the trigrams. Each source is read on its own, because the planner cannot tell how many
 * rows an OR over all three would give. When one has more than are counted anyway, the page's rows are met soon on the
 * way down from the newest item.
 */
function numberMatches(
  look: { term: string; digits: string; where: string; cap: number; reach: number },
  params: Params,
): string {
  const { term, digits, where, cap, reach } = look;
  const many = reach <= SHORT_WALK ? cap : DENSE;
  const [begin, end] = numberEnds(digits, params);
  const part = digits.length >= WHOLE_NUMBER_DIGITS ? null : partCondition(term, params);
  const source = (name: string, condition: string) =>
    `${name} as materialized (
      select i.id, i.created_at from auditoria_itens i where ${where} and ${condition} limit ${many + 1}),`;
  const isMany = (name: string) => `(select count(*) from ${name}) > ${many}`;
  const any = [begin, end, ...(part ? [part] : [])].join(' or ');
  return `${source('comeco', begin)} ${source('fim', end)}
    numeros as materialized (select ${isMany('comeco')} or ${isMany('fim')} as muitos),
    ${source('parte', part ? `not (select muitos from numeros) and ${part}` : 'false')}
    todos as materialized (
      select id, created_at from comeco union select id, created_at from fim union select id, created_at from parte
    ), denso as materialized (
      select muitos or ${isMany('parte')} as sim from numeros
    ), achados as materialized (
      select id, created_at from todos where not (select sim from denso)
      union all
      (select i.id, i.created_at from auditoria_itens i
       where (select sim from denso) and ${where} and (${any})
       order by i.created_at desc, i.id desc limit ${reach})
    ), contagem as (
      select case when (select sim from denso) then ${cap + 1} else (select count(*) from todos) end as n
    )`;
}

async function run(
  pool: Pool,
  statement: { name?: string; text: string; values: unknown[] },
  cap: number | null,
): Promise<ItemPage | null> {
  const { rows } = await pool.query<{ total: string; linhas: string }>(statement);
  const row = rows[0];
  if (!row) return null;
  const found = Number(row.total);
  const total = cap === null ? found : Math.min(found, cap);
  return { linhas: row.linhas, total, exato: found === total };
}

/** A page of a project's items, newest first; null when the project is not in the scope. */
export function listProjectItems(
  pool: Pool,
  scope: Scope,
  projetoId: string,
  filter: ItemFilter,
): Promise<ItemPage | null> {
  const params = new Params();
  params.add(projetoId);
  params.add(empresaIdOf(scope));
  if (filter.q || filter.tipo) {
    const text = cappedPage(filter, params, 'i.projeto_id = $1', TOTAL_LIMITE, IN_SCOPE);
    return run(pool, { text, values: params.values }, TOTAL_LIMITE);
  }
  const text = filter.page === 1 ? firstPage(filter, params) : numberedPage(filter, params);
  const shape = [
    filter.page === 1 ? 'primeira' : 'numerada',
    filter.limit,
    filter.status ? 's' : '',
    filter.de ? 'd' : '',
    filter.ate ? 'a' : '',
  ].join('_');
  const name = PREPARED_LIMITS.has(filter.limit) ? { name: `itens_${shape}` } : {};
  return run(pool, { ...name, text, values: params.values }, null);
}

/** A page of one audit's items, newest first; null when the audit is not in the scope. Ends at a cap. */
export function listAuditItems(
  pool: Pool,
  scope: Scope,
  auditoriaId: string,
  filter: ItemFilter,
): Promise<ItemPage | null> {
  const params = new Params();
  params.add(auditoriaId);
  params.add(empresaIdOf(scope));
  const cap = filter.q || filter.tipo ? TOTAL_LIMITE : AUDITORIA_TOTAL_LIMITE;
  const inScope = 'from auditorias p where p.id = $1 and ($2::uuid is null or p.empresa_id = $2)';
  const text = cappedPage(filter, params, 'i.auditoria_id = $1', cap, inScope);
  return run(pool, { text, values: params.values }, cap);
}
