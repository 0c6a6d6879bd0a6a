// SQL: the review queue is read often, through partial indices, whose conditions the statements must repeat literally.

import type { Db } from '@escuta/prisma/db';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_FILA } from '@escuta/shared/domain/filters/lists/insights';
import type { OrdemFila } from '@escuta/shared/domain/filters/lists/orders';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { Canal } from '@escuta/shared/domain/profiles/roles';
import type { Gravidade } from '@escuta/shared/domain/rules/rules';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { ORDEM_NA_FILA } from '@escuta/shared/platform/database/conditions/insight-attention';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { runOfPresentRecording } from '@escuta/shared/platform/database/conditions/present-recording';
import { isLate, termOf } from '@escuta/shared/platform/database/conditions/review-term';
import { ITEM_START_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { inScope, int, literal, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { type CallDays, callsOnDays } from '@escuta/shared/services/calls/date-basis';
import {
  asksAndWaits,
  countOfWaiting,
  ESPERA_AQUI,
  firedAndWaits,
  ORDEM_DO_DISPARO,
  waitsByFiring,
} from '@escuta/shared/services/insights/waiting';
import { CANAL_AGENTE_GRAVADO } from '../../reads/conditions/agent-channel.ts';
import { RecentKeys } from '../../reads/recent-keys.ts';
import { type InsightJson, insightJson } from './repo.ts';

/** Keys of queues known to exceed the counted maximum; counting takes half the time of a page. */
const knownMany = new RecentKeys({ ttlMs: 30_000, max: 2000 });

export type QueueJson = InsightJson & {
  empresaId: string;
  item: {
    numeroDestino: string | null;
    nomeEntrevistado: string | null;
    arquivoNome: string | null;
    callStartTime: string | null;
    inicioPrecisao: PrecisaoInicio | null;
    callDuration: number | null;
    createdAt: string;
    agente: { id: string; nome: string } | null;
    responsavel: { id: string; nome: string; desde: string } | null;
    prazo: string | null;
    atrasada: boolean;
  };
  projeto: { id: string; nome: string; canalAgente: Canal };
  temAudio: boolean;
  /** The call's position in the queue, and the unresolved firings that cause it. */
  ordem: 0 | 1;
  desde: string;
  disparos: DisparoNaFila[];
};

/** A firing that makes an insight wait, with its rule's name. */
export type DisparoNaFila = {
  id: string;
  regraId: string;
  regra: string;
  gravidade: Gravidade;
  alvo: 'insight' | 'ligacao';
};

export type QueuePlace = { ordem: 0 | 1; desde: string; id: string };

export type QueueFilter = Pedidos<typeof FILTROS_FILA> & {
  dias: CallDays;
  /** The page begins after this position. */
  after: QueuePlace | null;
  limit: number;
};

/** Condition: insight `g` is about the present recording; otherwise the recording's name and sound are not offered. */
const HEARD_THIS = runOfPresentRecording('g.execucao_id');

/** Review deadline of an entry's call. */
const TERM = termOf('i.id');

/** Further columns of an entry: its call `i` and its project `p`. */
const WHERE_IT_WAITS = `, 'empresaId', g.empresa_id,
    'item', json_build_object('numeroDestino', i.numero_destino, 'nomeEntrevistado', i.nome_entrevistado,
      'arquivoNome', case when ${HEARD_THIS} then i.arquivo_nome end,
      'callStartTime', i.call_start_time, 'inicioPrecisao', ${ITEM_START_PRECISION}, 'callDuration', i.call_duration,
      'createdAt', i.created_at,
      'agente', (select json_build_object('id', d.id, 'nome', d.nome)
        from agentes a join agentes d on d.id = coalesce(a.fundido_em_id, a.id) where a.id = i.agente_id),
      'responsavel', (select json_build_object('id', u.id, 'nome', coalesce(nullif(u.nome, ''), u.email),
          'desde', t.atribuido_em)
        from item_atribuicoes t join usuarios u on u.id = t.usuario_id where t.item_id = i.id),
      'prazo', ${TERM}, 'atrasada', ${isLate('i.id')}),
    'projeto', json_build_object('id', p.id, 'nome', p.nome, 'canalAgente', coalesce((select ${CANAL_AGENTE_GRAVADO}
      from auditoria_resultados r where r.execucao_id = g.execucao_id), p.canal_agente)),
    'temAudio', i.arquivo_path is not null and ${HEARD_THIS}` as const;

/** Page sizes with prepared statements: only the default size, which the review screen uses. */
const PREPARED_LIMITS: ReadonlySet<number> = new Set([20]);

/**
 * True if the queue's query is a named prepared statement: a limit of PREPARED_LIMITS; no days, responsible person or
 * deadline; not both project and category. Planning such a query takes longer than running it, and one plan serves all
 * values, because each filter has an index.
 */
const isPlannedOnce = ({ projetoId, categoria, responsavel, prazo, dias, limit }: QueueFilter): boolean =>
  PREPARED_LIMITS.has(limit) && !(dias.de || dias.ate || responsavel || prazo) && !(projetoId && categoria);

/** Name of a prepared queue: all parameters that determine its text. */
function preparedName(
  scope: Scope,
  { projetoId, categoria, prioridade, after, limit }: QueueFilter,
  { usuarioId, isMany }: { usuarioId: string | null; isMany: boolean },
): string {
  return [
    'fila',
    limit,
    scope.kind,
    projetoId ? 'p' : categoria ? 'c' : '',
    prioridade ?? '',
    after ? 'a' : '',
    usuarioId ? 'u' : '',
    isMany ? 'm' : '',
  ].join('_');
}

const CONDICOES: ListConditions<Omit<typeof FILTROS_FILA, 'prioridade'>> = {
  projetoId: (id) => sql`g.projeto_id = ${id}`,
  categoria: (categoria) => sql`g.categoria = ${categoria}`,
  responsavel: (id) =>
    id === NENHUM
      ? sql`not exists (select from item_atribuicoes t where t.item_id = g.item_id and t.usuario_id is not null)`
      : sql`g.item_id in (select t.item_id from item_atribuicoes t where t.usuario_id = ${id}::uuid)`,
  prazo: () => literal(isLate('g.item_id')),
};
/**
 * A sub-select hides the category from the planner, which would otherwise plan each category every time; one index
 * serves all categories.
 */
const PREPARADAS = {
  ...CONDICOES,
  categoria: (categoria: string) => sql`g.categoria = (select ${categoria}::text)`,
};

const DISPAROS_MOSTRADOS = 5;
const DISPAROS = `case when f.disparada then coalesce((select json_agg(x) from (
    select d.id, d.regra_id as "regraId", r.nome as regra, d.gravidade,
      case when d.insights = '{}' then 'ligacao' else 'insight' end as alvo
    from regra_disparos d join regras r on r.id = d.regra_id
    where ${ESPERA_AQUI}
    order by d.ordem, d.momento, d.id limit ${DISPAROS_MOSTRADOS}) x), '[]') else '[]' end` as const;

/** The two streams of a queue for the caller: insights that need attention, and those of calls with firings. */
function streamsOf(
  scope: Scope,
  { prioridade, dias: { data, ...days }, ...others }: Omit<QueueFilter, 'after' | 'limit'>,
  conditions: typeof CONDICOES,
  usuario: string | null,
) {
  const where = [
    ...askedConditions(conditions, others),
    when(
      callsOnDays(data, days),
      (lies) => sql`exists (select from auditoria_itens i where i.id = g.item_id and ${lies})`,
    ),
  ];
  // The example project is left out, unless a single project's queue is requested.
  const queue = { scope, usuario, comExemplo: others.projetoId !== undefined };
  const stream = (ordem: Sql, desde: Sql) => ({
    ordem,
    desde,
    columns: sql`g.id, ${ordem} as ordem, ${desde} as desde`,
    asked: {
      ...queue,
      where: [...where, when(prioridade, (one) => sql`${ordem} = ${int(one === 'alta' ? 0 : 1)}`)],
    },
  });
  return {
    own: stream(literal(ORDEM_NA_FILA), sql`g.created_at`),
    fired: stream(literal(ORDEM_DO_DISPARO), sql`d.momento`),
  };
}

const BESIDE = sql`insights g on g.id = f.id join insight_template_versoes v on v.id = g.template_versao_id
         join auditoria_itens i on i.id = g.item_id join projetos p on p.id = g.projeto_id`;
const ENTRY = literal(
  insightJson('false', `${WHERE_IT_WAITS}, 'ordem', f.ordem, 'desde', f.desde, 'disparos', ${DISPAROS}`),
);

/**
 * A page of the queue, and the number of its entries for the caller (`usuarioId`; null: for any person), counted up to
 * `cap` + 1. Offers only the analysed recording.
 */
export async function listQueue(
  db: Db,
  scope: Scope,
  filter: QueueFilter,
  cap: number,
  usuarioId: string | null,
): Promise<{ rows: QueueJson[]; total: number }> {
  const isPrepared = isPlannedOnce(filter);
  const streams = streamsOf(scope, filter, isPrepared ? PREPARADAS : CONDICOES, usuarioId);
  const paged = ({ ordem, desde, ...stream }: (typeof streams)['own']) => ({
    ...stream,
    rest:
      when(
        filter.after,
        (after) =>
          sql`(${ordem}, ${desde}, g.id) > (${after.ordem}::int, ${after.desde}::timestamptz, ${after.id}::uuid)`,
      ) ?? sql`true`,
    inOrder: sql`order by ${ordem}, ${desde}, g.id limit ${int(filter.limit + 1)}`,
  });
  const [own, fired] = [paged(streams.own), paged(streams.fired)];
  const said = [filter.projetoId, filter.categoria, filter.prioridade, filter.responsavel, filter.prazo];
  const key = JSON.stringify([scope, said, filter.dias, usuarioId]);
  const isMany = knownMany.has(key);
  const total = isMany ? int(cap + 1) : countOfWaiting(own.asked, cap, fired.asked);
  const { rows } = await db.sql<{ rows: QueueJson[]; total: number }>(
    sql`with pedem as (
       select ${own.columns}, false as disparada from insights g
       where ${asksAndWaits(own.asked)} and not ${waitsByFiring} and ${own.rest} ${own.inOrder}
     ), disparadas as (
       select ${fired.columns}, true as disparada ${firedAndWaits(fired.asked)} and ${fired.rest} ${fired.inOrder}
     ), pagina as (
       select *, row_number() over (order by ordem, desde, id) as lugar from (select * from pedem union all select *
         from disparadas) todos
       order by lugar limit ${int(filter.limit + 1)}
     )
     select ${total} as total,
       coalesce((select json_agg(${ENTRY} order by f.lugar) from pagina f join ${BESIDE}), '[]') as rows`,
    isPrepared ? preparedName(scope, filter, { usuarioId, isMany }) : undefined,
  );
  const page = rows[0] ?? { rows: [], total: 0 };
  if (page.total > cap && !isMany) knownMany.add(key);
  // If a queue marked as long ends with this page, the mark is outdated, and the queue is counted again.
  if (isMany && page.rows.length <= filter.limit) {
    knownMany.delete(key);
    return listQueue(db, scope, filter, cap, usuarioId);
  }
  return page;
}

const MOMENT = sql`coalesce(i.call_start_time, i.created_at)`;
const HOLDER = sql`(select coalesce(nullif(u.nome, ''), u.email) from item_atribuicoes t
  join usuarios u on u.id = t.usuario_id
  where t.item_id = i.id)`;
const AGENT = sql`(select coalesce(d.nome, a.nome) from agentes a left join agentes d on d.id = a.fundido_em_id
  where a.id = i.agente_id)`;

/** Orders of the queue as a list; equal entries by urgency, unknown values last. */
const ORDERS: { readonly [O in OrdemFila]: Sql | null } = {
  urgencia: null,
  ligacao: sql`${MOMENT} desc`,
  ligacao_antiga: MOMENT,
  agente: sql`${AGENT} nulls last`,
  agente_z: sql`${AGENT} desc nulls last`,
  pontuacao: sql`g.pontuacao nulls last`,
  pontuacao_maior: sql`g.pontuacao desc nulls last`,
  confianca: sql`g.score_confianca nulls last`,
  confianca_maior: sql`g.score_confianca desc nulls last`,
  template: sql`v.nome`,
  template_z: sql`v.nome desc`,
  projeto: sql`p.nome`,
  projeto_z: sql`p.nome desc`,
  espera: sql`f.desde`,
  espera_menor: sql`f.desde desc`,
  responsavel: sql`${HOLDER} nulls last`,
  responsavel_z: sql`${HOLDER} desc nulls last`,
  prazo: sql`${literal(TERM)} nulls last`,
  prazo_longe: sql`${literal(TERM)} desc nulls last`,
};

/**
 * A page of the queue as a list of at most `cap` entries, the most urgent. In orders other than urgency `rows` is null
 * if the queue has more entries.
 */
export async function listQueuePage(
  db: Db,
  scope: Scope,
  filter: Omit<QueueFilter, 'after'> & { ordem: OrdemFila; offset: number },
  cap: number,
  usuarioId: string | null,
): Promise<{ rows: QueueJson[] | null; total: number }> {
  const { own, fired } = streamsOf(scope, filter, CONDICOES, usuarioId);
  const first = ({ ordem, desde }: typeof own) =>
    sql`order by ${ordem}, ${desde}, g.id limit ${int(cap + 1)}`;
  const chosen = ORDERS[filter.ordem];
  const { rows } = await db.sql<{ rows: QueueJson[] | null; total: number }>(
    sql`with pedem as materialized (
       select ${own.columns}, false as disparada from insights g
       where ${asksAndWaits(own.asked)} and not ${waitsByFiring} ${first(own)}
     ), disparadas as materialized (
       select ${fired.columns}, true as disparada ${firedAndWaits(fired.asked)} ${first(fired)}
     ), todos as materialized (
       select * from (select * from pedem union all select * from disparadas) t
         order by ordem, desde, id limit ${int(cap + 1)}
     ), pagina as materialized (
       select f.*, row_number() over (order by ${chosen ? sql`${chosen}, ` : sql``}f.ordem, f.desde, f.id) as lugar
       from todos f ${chosen ? sql`join ${BESIDE}` : sql``}
       where ${chosen ? sql`(select count(*) from todos) <= ${int(cap)}` : sql`true`}
       order by lugar limit ${int(Math.max(0, Math.min(filter.limit, cap - filter.offset)))}
         offset ${int(filter.offset)}
     )
     select (select count(*)::int from todos) as total,
       case when ${chosen ? sql`(select count(*) from todos) <= ${int(cap)}` : sql`true`} then
         coalesce((select json_agg(${ENTRY} order by f.lugar) from pagina f join ${BESIDE}), '[]') end as rows`,
  );
  return rows[0] ?? { rows: [], total: 0 };
}

export type ConfigurationErrorRow = {
  empresaId: string;
  projeto: { id: string; nome: string };
  template: { id: string; nome: string };
  codigo: 'parametros' | 'criterios';
  faltando: string[];
  processamentos: number;
  desde: string;
};

export type BesideQueue = {
  minhasRevisoes: { n: number; tempoMedioMs: number | null };
  configuracao: ConfigurationErrorRow[];
};

const CONFIGURATION_ERRORS_MAX = 20;

/**
 * Number and mean time, ms, of a person's reviews of the last 30 days that were not withdrawn. With `errors`, also the
 * template links that runs could not use and nobody has repaired.
 */
export async function readBesideQueue(
  db: Db,
  scope: Scope,
  usuarioId: string | null,
  errors: { projetoId?: string | undefined; categoria?: string | undefined } | null,
): Promise<BesideQueue> {
  const { rows } = await db.query<BesideQueue>({
    name: `fila_ao_lado${errors ? '_erros' : ''}`,
    // The sub-select keeps a single plan for all people.
    text: `select (select json_build_object('n', count(*), 'tempoMedioMs', round(avg(r.revisao_ms)))
        from insight_revisoes r
        where r.usuario_id = (select $1::uuid) and ${inScope('$2', 'r.empresa_id')} and r.desfeita_em is null
          and r.created_at > now() - interval '30 days'
          and not exists (select from insights g where g.id = r.insight_id and g.levado_para is not null))
            as "minhasRevisoes",
      ${errors ? CONFIGURATION_ERRORS : `'[]'::json`} as configuracao`,
    values: [
      usuarioId,
      empresaIdOf(scope),
      ...(errors ? [errors.projetoId ?? null, errors.categoria ?? null] : []),
    ],
  });
  return rows[0] ?? { minhasRevisoes: { n: 0, tempoMedioMs: null }, configuracao: [] };
}

const CONFIGURATION_ERRORS = `(select coalesce(json_agg(x), '[]') from (
      select e.empresa_id as "empresaId", json_build_object('id', p.id, 'nome', p.nome) as projeto,
        json_build_object('id', t.id, 'nome', v.nome) as template,
        e.codigo, falta.nomes as faltando, e.processamentos, e.primeira_em as desde
      from erros_configuracao e
      join projeto_insight_templates l on l.id = e.vinculo_id and l.ativo
      join insight_templates t on t.id = l.insight_template_id and t.ativo and t.excluido_em is null
      join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao
      join projetos p on p.id = l.projeto_id
      cross join lateral (
        select coalesce(array_agg(n), '{}') as nomes from unnest(v.parametros_obrigatorios) n
        where coalesce(btrim(l.parametros ->> n, E' \\t\\r\\n'), '') = ''
      ) falta
      where ${inScope('$2', 'e.empresa_id')} and ($3::uuid is null or e.projeto_id = $3)
        and ($4::text is null or v.categoria = $4)
        and case e.codigo when 'parametros' then cardinality(falta.nomes) > 0 else e.versao = t.versao end
      order by e.ultima_em desc, e.vinculo_id limit ${CONFIGURATION_ERRORS_MAX}) x)`;
