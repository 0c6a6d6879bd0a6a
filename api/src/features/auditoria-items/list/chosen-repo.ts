// SQL: the list of calls is filtered and ordered by findings, agent or call time. The statements are built at run time
// and not prepared.

import type { Database } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import {
  type DataDe,
  isLimitedOrder,
  NENHUM,
  ORDEM_LIMITE,
  type Ordem,
  type Sentimento,
} from '@escuta/shared/domain/filters/filtro-campos';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import type { CampoFiltro, Condicao } from '@escuta/shared/domain/filters/filtro-tabela';
import {
  filterSql,
  type QualityCondition,
  qualityCondition,
} from '@escuta/shared/platform/database/conditions/filter';
import { all, int, onDays, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { CALL_VALUES } from '@escuta/shared/services/calls/call-order';
import { sumsBy } from '@escuta/shared/services/calls/date-basis';
import { assertNear, tooManyToSort } from '../../../reads/page-repo.ts';
import { readWithin } from '../../../reads/timed-repo.ts';
import { type ItemFilter, type ItemPage, ROW, type Target } from './list-row.ts';

/** Time limit of counting a total, ms. */
const COUNT_MS = 2000;

const orderOf = ({ ordem, data }: ItemFilter): Ordem => ordem ?? data ?? 'entrada';

/** Filter fields that list-repo.ts's prepared statements can answer, besides days of the time that orders the list. */
const PREPARED: ReadonlySet<CampoFiltro> = new Set(['texto', 'status', 'tipo']);

/**
 * The time by which a prepared statement of list-repo.ts orders the list for a filter; null if this file answers the
 * filter.
 */
export function preparedOrder(filter: ItemFilter): DataDe | null {
  const ordem = orderOf(filter);
  if ((ordem !== 'entrada' && ordem !== 'ligacao') || filter.total === 'exato') return null;
  const { todas } = listFilter(filter);
  return todas.every(({ campo }) => PREPARED.has(campo) || campo === `data_${ordem}`) ? ordem : null;
}

/** SQL parts that read a list in an order, from items `i` or quality rows `q`. */
type Reading = {
  /** Order of the rows; with `each`, of the rows within a group. */
  by: Sql;
  /**
   * Conditions for rows with (`is`) and without (`not`) the value that orders the list; rows without the value come
   * last.
   */
  known?: { is: Sql; not: Sql };
  /**
   * Reads one group of rows after the other: `of` selects the groups `g` (chave, nome, raiz), `is` is the condition for
   * a group's rows, `end` the direction of the groups.
   */
  each?: { of: (target: Target, end: Sql) => Sql; is: Sql; end: Sql };
};

const NEWEST = {
  items: sql`i.created_at desc, i.id desc`,
  quality: sql`q.entrada desc, q.item_id desc`,
};
const [ASC, DESC] = [sql`asc`, sql`desc`];

/** Agents by name; a merged agent stands at the name of the agent into which it was merged. */
const agents = ({ projeto }: Target, end: Sql): Sql =>
  sql`select a.id as chave, coalesce(f.nome, a.nome) as nome, coalesce(f.id, a.id) as raiz
    from agentes a left join agentes f on f.id = a.fundido_em_id
    where a.empresa_id = (select empresa_id from projetos where id = ${projeto}) order by nome ${end}, raiz ${end}`;

/** Reviewers of the project by name, even if no longer members; the recursion reads one index entry per reviewer. */
const reviewers = ({ projeto }: Target, end: Sql): Sql =>
  sql`with recursive pessoas as (
      (select revisado_por as id from item_qualidade where projeto_id = ${projeto} and revisado_por is not null
        order by revisado_por limit 1)
      union all
      select (select q.revisado_por from item_qualidade q where q.projeto_id = ${projeto} and q.revisado_por > p.id
        order by q.revisado_por limit 1) from pessoas p where p.id is not null
    )
    select p.id as chave, coalesce(u.nome, u.email) as nome, p.id as raiz
    from pessoas p left join usuarios u on u.id = p.id where p.id is not null order by nome ${end}, raiz ${end}`;

/** The sentiments, the worst first, because people use this order to find faults. */
const sentiments = (_: Target, end: Sql): Sql =>
  sql`select chave, nome, nome as raiz from (values ('negativo', 1), ('neutro', 2), ('positivo', 3)) v (chave, nome)
    order by nome ${end}`;

const notNull = (value: Sql) => ({ is: sql`${value} is not null`, not: sql`${value} is null` });

const byMoment = (end: Sql) => ({
  items: { by: sql`i.momento_chamada ${end}, i.id ${end}` },
  quality: { by: sql`q.momento ${end}, q.item_id ${end}` },
});
const byEntry = (end: Sql) => ({
  items: { by: sql`i.created_at ${end}, i.id ${end}` },
  quality: { by: sql`q.entrada ${end}, q.item_id ${end}` },
});
const byScore = (end: Sql) => ({
  quality: { by: sql`q.pontuacao ${end}, q.item_id ${end}`, known: notNull(sql`q.pontuacao`) },
});
const byDuration = (end: Sql) => ({
  items: { by: sql`i.call_duration ${end}, i.id ${end}`, known: notNull(sql`i.call_duration`) },
});
const bySentiment = (end: Sql) => ({
  quality: {
    by: NEWEST.quality,
    known: {
      is: sql`q.sentimento in ('negativo', 'neutro', 'positivo')`,
      not: sql`(q.sentimento is null or q.sentimento not in ('negativo', 'neutro', 'positivo'))`,
    },
    each: { of: sentiments, is: sql`q.sentimento = g.chave`, end },
  },
});
const byAgent = (end: Sql) => ({
  items: {
    by: NEWEST.items,
    known: notNull(sql`i.agente_id`),
    each: { of: agents, is: sql`i.agente_id = g.chave`, end },
  },
  quality: {
    by: NEWEST.quality,
    known: notNull(sql`q.agente_id`),
    each: { of: agents, is: sql`q.agente_id = g.chave`, end },
  },
});
const byReviewer = (end: Sql) => ({
  quality: {
    by: NEWEST.quality,
    known: notNull(sql`q.revisado_por`),
    each: { of: reviewers, is: sql`q.revisado_por = g.chave`, end },
  },
});
/** An order without an index (isLimitedOrder), in the direction `end`; rows without the value come last. */
const byValue = (value: Sql, end: Sql) => ({
  items: { by: sql`${value} ${end}, ${NEWEST.items}`, known: notNull(value) },
});

const ORDERS: { readonly [O in Ordem]: { items?: Reading; quality?: Reading } } = {
  entrada: byEntry(DESC),
  entrada_antiga: byEntry(ASC),
  ligacao: byMoment(DESC),
  ligacao_antiga: byMoment(ASC),
  nota_maior: byScore(DESC),
  nota_menor: byScore(ASC),
  alertas: {
    quality: {
      by: sql`q.alertas desc, q.entrada desc, q.item_id desc`,
      known: { is: sql`q.alertas > 0`, not: sql`q.alertas <= 0` },
    },
  },
  alertas_menos: {
    quality: { by: sql`q.alertas, q.entrada, q.item_id`, known: { is: sql`true`, not: sql`false` } },
  },
  sentimento: bySentiment(ASC),
  sentimento_melhor: bySentiment(DESC),
  agente: byAgent(ASC),
  agente_z: byAgent(DESC),
  revisada_por: byReviewer(ASC),
  revisada_por_z: byReviewer(DESC),
  duracao: byDuration(DESC),
  duracao_menor: byDuration(ASC),
  espera: byValue(CALL_VALUES.espera, DESC),
  espera_menor: byValue(CALL_VALUES.espera, ASC),
  numero: byValue(CALL_VALUES.numero, ASC),
  numero_z: byValue(CALL_VALUES.numero, DESC),
  nome: byValue(CALL_VALUES.nome, ASC),
  nome_z: byValue(CALL_VALUES.nome, DESC),
  ramal: byValue(CALL_VALUES.ramal, ASC),
  ramal_z: byValue(CALL_VALUES.ramal, DESC),
  status: byValue(CALL_VALUES.status, ASC),
  status_z: byValue(CALL_VALUES.status, DESC),
  direcao: byValue(CALL_VALUES.direcao, ASC),
  direcao_z: byValue(CALL_VALUES.direcao, DESC),
  responsavel: byValue(CALL_VALUES.responsavel, ASC),
  responsavel_z: byValue(CALL_VALUES.responsavel, DESC),
};

/** Ids of a chosen agent and of agents merged into it; null: no agent filter; empty: calls without an agent. */
async function agentsOf(db: Database, agente: string | undefined): Promise<readonly string[] | null> {
  if (agente === undefined) return null;
  if (agente === NENHUM) return [];
  const { rows } = await db.query<{ id: string }>({
    name: 'lista_agente',
    text: `with raiz as (select coalesce(fundido_em_id, id) as id from agentes where id = $1)
      select id from raiz union select a.id from agentes a join raiz r on a.fundido_em_id = r.id`,
    values: [agente],
  });
  return rows.length > 0 ? rows.map(({ id }) => id) : [agente];
}

/** A filter's conditions, by the table that can answer them. */
type Question = {
  /** Conditions on quality rows. Any such condition excludes calls without a quality row. */
  quality: readonly QualityCondition[];
  items: readonly Condicao[];
  /** Conditions that both tables can answer: the quality row copies the item's times and agent. */
  days: readonly Extract<Condicao, { campo: 'data_entrada' | 'data_ligacao' }>[];
  agents: readonly string[] | null;
};

async function questionOf(db: Database, filter: ItemFilter): Promise<Question> {
  const { agente_id, ...asked } = filter;
  const quality: QualityCondition[] = [];
  const items: Condicao[] = [];
  const days: Extract<Condicao, { campo: 'data_entrada' | 'data_ligacao' }>[] = [];
  for (const one of listFilter(asked).todas) {
    if (one.campo === 'data_entrada' || one.campo === 'data_ligacao') days.push(one);
    else if (one.campo === 'nota' || one.campo === 'sentimento' || one.campo === 'alertas') quality.push(one);
    else if (one.campo === 'revisado_por' && !one.valor.includes(NENHUM)) quality.push(one);
    else items.push(one);
  }
  return { quality, items, days, agents: await agentsOf(db, agente_id) };
}

const isAgent = (column: Sql, agents: readonly string[]): Sql => {
  if (agents.length === 0) return sql`${column} is null`;
  // An equality gives rows in the order of the index; a list of ids does not.
  return agents.length === 1
    ? sql`${column} = ${agents[0] as string}::uuid`
    : sql`${column} = any(${[...agents]}::uuid[])`;
};

type Source = { from: Sql; id: Sql; entrada: Sql; where: (Sql | null)[] };

function fromItems(target: Target, { items, days, agents }: Question): Source {
  return {
    from: sql`auditoria_itens i`,
    id: sql`i.id`,
    entrada: sql`i.created_at`,
    where: [
      target.items,
      ...days.map(filterSql),
      agents && isAgent(sql`i.agente_id`, agents),
      ...items.map(filterSql),
    ],
  };
}

/** Reads quality rows. Joins them with items only if a condition needs items or `joined` is true. */
function fromQuality(target: Target, question: Question, joined: boolean): Source {
  const { quality, items, days, agents } = question;
  const withItems = joined || items.length > 0 || target.quality === null;
  return {
    from: withItems
      ? sql`item_qualidade q join auditoria_itens i on i.id = q.item_id`
      : sql`item_qualidade q`,
    id: sql`q.item_id`,
    entrada: sql`q.entrada`,
    where: [
      target.quality ?? target.items,
      ...days.map(({ campo, op, valor }) =>
        onDays(campo === 'data_entrada' ? sql`q.entrada` : sql`q.momento`, { [op]: valor }),
      ),
      agents && isAgent(sql`q.agente_id`, agents),
      ...quality.map(qualityCondition),
      ...items.map(filterSql),
    ],
  };
}

const select = ({ from, id, where }: Source, more: Sql | null, by: Sql, limit: number): Sql =>
  sql`select ${id} as id from ${from} where ${all([...where, more])} order by ${by} limit ${int(limit)}`;

/** Reads groups in turn, newest rows first, until the page is full. Groups with the same `raiz` appear as one. */
const selectByGroup = (
  { from, id, entrada, where }: Source,
  { by, each }: Required<Pick<Reading, 'by' | 'each'>>,
  target: Target,
  limit: number,
): Sql =>
  sql`select m.id from (${each.of(target, each.end)}) g, lateral (
      select ${id} as id, ${entrada} as entrada from ${from} where ${all([...where, each.is])}
        order by ${by} limit ${int(limit)}
    ) m order by g.nome ${each.end}, g.raiz ${each.end}, m.entrada desc, m.id desc limit ${int(limit)}`;

/** Greatest number of rows merged from days of entry; for more, reading the project's calls in order is as fast. */
const MERGED_MAX = 40_000;
const DAY_MS = 86_400_000;

/**
 * Reads some days of entry in the order of call time by merging the indices of these days, because the index of call
 * time would also read other days. Returns null for other filters.
 */
function selectByEntryDays(target: Target, question: Question, ordem: Ordem, reach: number): Sql | null {
  const { days, quality } = question;
  const de = days.find(({ op }) => op === 'de');
  const ate = days.find(({ op }) => op === 'ate');
  if (ordem !== 'ligacao' || !target.quality || quality.length > 0 || !de || !ate) return null;
  if (days.some(({ campo }) => campo !== 'data_entrada')) return null;
  const length = Math.floor((Date.parse(ate.valor) - Date.parse(de.valor)) / DAY_MS) + 1;
  if (length * reach > MERGED_MAX) return null;
  const { where } = fromItems(target, { ...question, days: [] });
  return sql`select m.id from (
      select distinct r.dia from projeto_rollup_dia r where r.projeto_id = ${target.id}
        and r.dia between ${de.valor}::date and ${ate.valor}::date
    ) d, lateral (
      select i.id, i.momento_chamada from auditoria_itens i where escuta_dia(i.created_at) = d.dia and ${all(where)}
      order by i.momento_chamada desc, i.id desc limit ${int(reach)}
    ) m order by m.momento_chamada desc, m.id desc limit ${int(reach)}`;
}

/** The first `reach` ids, numbered: rows with the value that orders the list, then the others, newest first. */
function selectNumberedIds(target: Target, question: Question, ordem: Ordem, reach: number): Sql {
  const order = ORDERS[ordem];
  const narrowed = question.quality.length > 0;
  const reading = narrowed ? (order.quality ?? order.items) : (order.items ?? order.quality);
  if (!reading) throw new Error(`order without a reading: ${ordem}`);
  const onQuality = reading === order.quality;
  const source =
    narrowed || onQuality ? fromQuality(target, question, !onQuality) : fromItems(target, question);
  const part = (n: number, statement: Sql) =>
    sql`(select id, ${int(n)} as parte, row_number() over () as n from (${statement}) t)`;
  const merged = selectByEntryDays(target, question, ordem, reach);
  if (merged) return part(1, merged);
  const { by, known, each } = reading;
  if (!known) return part(1, select(source, null, by, reach));
  const first = part(
    1,
    each ? selectByGroup(source, { by, each }, target, reach) : select(source, known.is, by, reach),
  );
  const rest = !onQuality
    ? select(source, known.not, ORDERS.entrada[narrowed ? 'quality' : 'items']?.by as Sql, reach)
    : narrowed
      ? select(source, known.not, ORDERS.entrada.quality?.by as Sql, reach)
      : select(
          fromItems(target, question),
          sql`not exists (select from item_qualidade q where q.item_id = i.id and ${known.is})`,
          ORDERS.entrada.items?.by as Sql,
          reach,
        );
  // PostgreSQL runs the second part only if the first is too short.
  return sql`(${first} union all ${part(2, rest)} limit ${int(reach)})`;
}

/** Counts all matching calls. @returns null if that takes longer than COUNT_MS */
async function count(db: Database, target: Target, question: Question): Promise<number | null> {
  const { from, where } =
    question.quality.length > 0 ? fromQuality(target, question, false) : fromItems(target, question);
  const rows = await readWithin<{ n: number }>(
    db,
    COUNT_MS,
    sql`select count(*)::int as n from ${from} where ${all(where)}`,
  );
  return rows && (rows[0]?.n ?? 0);
}

/** Greatest number of days whose sums by agent are added, because a year has 250,000 sums by agent and state. */
const DAYS_MAX = 62;
/** The agent id in the sums of calls without an agent. */
const SEM_AGENTE = '00000000-0000-0000-0000-000000000000';

/** The total as a sum of roll-ups, if they can answer the whole filter (docs/decisions/0004-rollups.md); else null. */
function totalOf(target: Target, { quality, items, days, agents }: Question): Sql | null {
  if (!target.quality) return null;
  const states = items.filter((one) => one.campo === 'status');
  const recordings = items.filter((one) => one.campo === 'gravacao');
  if (states.length + recordings.length < items.length || quality.length > 1) return null;
  const ofState = states.map(({ valor }) => sql`r.status = any(${valor}::status_processamento[])`);
  const onDay = days.map(({ op, valor }) =>
    op === 'de' ? sql`r.dia >= ${valor}::date` : sql`r.dia <= ${valor}::date`,
  );
  const [finding] = quality;
  if (!finding && !agents && recordings.length === 0 && days.every(({ campo }) => campo === 'data_entrada')) {
    const table = days.length > 0 ? sql`projeto_rollup_dia` : sql`projeto_totais`;
    return sql`select coalesce(sum(r.n), 0)::int as n from ${table} r
      where ${all([sql`r.projeto_id = ${target.id}`, ...ofState, ...onDay])}`;
  }
  const recorded = (): Sql => {
    const [given] = recordings;
    return !given ? sql`r.n` : given.valor ? sql`r.com_gravacao` : sql`r.n - r.com_gravacao`;
  };
  if (!finding && !agents && days.every(({ campo }) => campo === 'data_ligacao')) {
    return sql`select coalesce(sum(${recorded()}), 0)::int as n from ${sumsBy('ligacao', 'volume')} r
      where ${all([sql`r.projeto_id = ${target.id}`, ...ofState, ...onDay])}`;
  }
  if (!isShort(days)) return null;
  const where = all([
    sql`r.projeto_id = ${target.id}`,
    ...onDay,
    agents && isAgent(sql`r.agente_id`, agents.length > 0 ? agents : [SEM_AGENTE]),
    ...ofState,
  ]);
  if (!finding) {
    return sql`select coalesce(sum(${recorded()}), 0)::int as n from chamada_dia r where ${where}`;
  }
  const n = items.length > 0 ? null : sumOf(finding);
  return n && sql`select coalesce(sum(${n}), 0)::int as n from chamada_qualidade_dia r where ${where}`;
}

/** True if `days` is a range of at most DAYS_MAX call days with both ends. */
function isShort(days: Question['days']): boolean {
  const [one, other] = days;
  if (days.length !== 2 || !one || !other || one.op === other.op) return false;
  if (days.some(({ campo }) => campo !== 'data_ligacao')) return false;
  return Math.abs(Date.parse(other.valor) - Date.parse(one.valor)) < DAYS_MAX * 86_400_000;
}

/** The column of chamada_qualidade_dia that counts the calls with this finding; null if no column counts them. */
function sumOf(finding: QualityCondition): Sql | null {
  if (finding.campo === 'sentimento' && finding.valor.length === 1) {
    return { positivo: sql`r.positivos`, neutro: sql`r.neutros`, negativo: sql`r.negativos` }[
      finding.valor[0] as Sentimento
    ];
  }
  if (finding.campo === 'alertas') {
    if (finding.op === 'de' && finding.valor === 1) return sql`r.com_alerta`;
    if (finding.op === 'ate' && finding.valor === 0) return sql`r.n - r.com_alerta`;
  }
  return null;
}

/**
 * Refuses to sort too many calls.
 * @throws AppError requisicao_invalida if a filter leaves more calls than an order without an index may sort
 */
async function assertSortable(
  db: Database,
  target: Target,
  question: Question,
  exact: number | null,
): Promise<void> {
  const { from, where } =
    question.quality.length > 0 ? fromQuality(target, question, false) : fromItems(target, question);
  const n =
    exact ??
    (await knownTotal(
      db,
      sql`select count(*)::int as n from (select from ${from} where ${all(where)} limit ${int(ORDEM_LIMITE + 1)}) t`,
    ));
  if (n > ORDEM_LIMITE) {
    throw new AppError('requisicao_invalida', tooManyToSort('ligações'));
  }
}

async function knownTotal(db: Database, total: Sql): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(total);
  return rows[0]?.n ?? 0;
}

/**
 * A page of the calls that match a filter; null outside the scope.
 * @throws AppError requisicao_invalida beyond the last allowed page
 */
export async function chosenPage(
  db: Database,
  target: Target,
  filter: ItemFilter,
  cap: number,
): Promise<ItemPage | null> {
  const question = await questionOf(db, filter);
  const known = totalOf(target, question);
  const exact = known
    ? await knownTotal(db, known)
    : filter.total === 'exato'
      ? await count(db, target, question)
      : null;
  const ordem = orderOf(filter);
  if (isLimitedOrder(ordem)) await assertSortable(db, target, question, exact);
  const end = exact ?? cap;
  const offset = Math.min((filter.page - 1) * filter.limit, end);
  assertNear(offset);
  const rows = Math.min(filter.limit, end - offset);
  const reach = exact === null ? cap + 1 : offset + rows;
  const { rows: answer } = await db.sql<{ n: string; linhas: string }>(
    sql`with achados as materialized ${selectNumberedIds(target, question, ordem, reach)},
        pagina as materialized (select id, parte, n from achados
          order by parte, n offset ${int(offset)} limit ${int(rows)})
      select (select count(*) from achados)::text as n,
        coalesce((select json_agg(linha order by parte, n) from (
          select pagina.parte, pagina.n, (select row_to_json(l) from (select ${ROW}) l) as linha
          from (select id, parte, n from pagina limit ${int(filter.limit)}) pagina,
            lateral (select * from auditoria_itens where id = pagina.id offset 0) i
        ) linhas)::text, '[]') as linhas
      ${target.inScope}`,
  );
  const page = answer[0];
  if (!page) return null;
  const n = Number(page.n);
  if (exact !== null) return { linhas: page.linhas, total: exact, exato: true };
  return { linhas: page.linhas, total: Math.min(n, cap), exato: n <= cap };
}
