import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { STATUS_PROCESSAMENTO, type StatusProcessamento, type TipoItem } from '@escuta/shared/domain/status';
import type { Pool } from 'pg';

/**
 * The hot list. PostgreSQL builds the JSON, and one statement gives the page's rows, their total and whether the
 * project belongs to the scope. Three shapes (design: docs/decisions/0004-rollups.md):
 *
 * - first page: straight down the index; the total is a sum over the daily roll-up;
 * - any other page: a window sum over the roll-up finds the day in which it begins (or ends, whichever is nearer to an
 *   edge of its day) and only that day's index entries are skipped, so that page 50,000 costs what page 2 does. Both
 *   come from one snapshot, so that rows and total never disagree;
 * - a text or kind filter, which no roll-up knows: matches are found up to TOTAL_LIMITE + 1, and pages end there.
 */

export type ItemFilter = {
  q: string | undefined;
  status: StatusProcessamento | undefined;
  /** Days of America/Sao_Paulo, inclusive: yyyy-MM-dd. */
  de: string | undefined;
  ate: string | undefined;
  tipo: TipoItem | undefined;
  page: number;
  limit: number;
};

/** A page: its rows as JSON text of an array, and how many match (`exato` false: more than `total`). */
export type ItemPage = { linhas: string; total: number; exato: boolean };

/** Pages of an audit end here: no roll-up counts a single audit's items. */
export const AUDITORIA_TOTAL_LIMITE = 10_000;

const ROW = `i.id, i.tipo_item, i.status, i.motivo, i.numero_destino, i.ramal, i.nome_entrevistado, i.call_start_time,
  i.call_duration, i.arquivo_nome, i.created_at`;

/** Page sizes that screens use: only their statements are prepared by name, so that a connection holds a few dozen. */
const PREPARED_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

class Params {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

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

/** Characters that LIKE would read as wildcards. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The states whose names begin with a term of three letters or more, accents and case apart. */
export function statusesNamed(term: string): StatusProcessamento[] {
  const plain = term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length < 3 ? [] : STATUS_PROCESSAMENTO.filter((status) => status.startsWith(plain));
}

/**
 * What a search term matches: a part of name, phone or extension from 3 characters on (trigrams), the beginning of the
 * name under that; the beginning or the end of the number for digits, however either is punctuated; a state by name.
 * The term travels as a parameter of an unnamed statement: the planner sees its value and picks the index by it.
 */
function textCondition(q: string, params: Params): string {
  const term = q.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const p = params.add(escapeLike(term));
  const parts = [
    [...term].length >= 3
      ? `i.busca like '%' || escuta_normaliza(${p}) || '%'`
      : `left(i.busca, 16) like escuta_normaliza(${p}) || '%'`,
  ];
  const digits = term.replace(/\D/g, '');
  if (/^[\d\s()+.-]+$/.test(term) && digits.length > 0 && digits.length <= 32) {
    parts.push(`left(i.numero_digitos, 32) like ${params.add(digits)} || '%'`);
    parts.push(
      `left(reverse(i.numero_digitos), 32) like ${params.add([...digits].reverse().join(''))} || '%'`,
    );
  }
  for (const status of statusesNamed(term)) {
    parts.push(`i.status = ${params.add(status)}::status_processamento`);
  }
  return `(${parts.join(' or ')})`;
}

/** The page's rows by their ids: the literal limit tells the planner to look ten rows up, not to join the table. */
const rowsOf = (ids: string, limit: number) => `coalesce((
    select json_agg(l order by l.created_at desc, l.id desc) from (
      select ${ROW} from (select id from ${ids} limit ${limit}) pagina,
        lateral (select * from auditoria_itens where id = pagina.id offset 0) i
    ) l)::text, '[]')`;

const IN_SCOPE = 'from projetos p where p.id = $1 and ($2::uuid is null or p.empresa_id = $2)';

function firstPage(filter: ItemFilter, params: Params): string {
  const { items, rollup } = sharedConditions(filter, params);
  return `select
      (select coalesce(sum(r.n::int), 0) from projeto_rollup_dia r where r.projeto_id = $1${rollup})::text as total,
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

function cappedPage(filter: ItemFilter, params: Params, by: string, cap: number, scope: string): string {
  const { items } = sharedConditions(filter, params);
  const tipo = filter.tipo ? ` and i.tipo_item = ${params.add(filter.tipo)}::tipo_item` : '';
  const text = filter.q ? ` and ${textCondition(filter.q, params)}` : '';
  const offset = Math.min((filter.page - 1) * filter.limit, cap);
  // The last page ends at the cap: the row after it only says that there are more.
  const rows = Math.min(filter.limit, cap - offset);
  return `with achados as materialized (
      select i.id, i.created_at from auditoria_itens i where ${by}${items}${tipo}${text}
      order by i.created_at desc, i.id desc limit ${cap + 1}
    ), pagina_ids as (
      select id, created_at from achados order by created_at desc, id desc offset ${params.add(offset)} limit ${rows}
    )
    select (select count(*) from achados)::text as total, ${rowsOf('pagina_ids', filter.limit)} as linhas ${scope}`;
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
