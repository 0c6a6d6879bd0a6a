// SQL: a hot list by partial indices, whose conditions must be repeated literally.

import type { Db } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_FILA } from '@escuta/shared/domain/filters/lists/insights';
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
import { ITEM_START_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { inScope, int, literal, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { type CallDays, callsOnDays } from '@escuta/shared/services/calls/date-basis';
import {
  asksAndWaits,
  countOfWaiting,
  firedAndWaits,
  ORDEM_DO_DISPARO,
  POR_RESOLVER,
  waitsByFiring,
} from '@escuta/shared/services/insights/waiting';
import { CANAL_AGENTE_GRAVADO } from '../../reads/conditions/agent-channel.ts';
import { RecentKeys } from '../../reads/recent-keys.ts';
import { type InsightJson, insightJson } from './repo.ts';

/** Queues known to exceed the counted maximum: finding that out takes half the time of a page. */
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
  };
  projeto: { id: string; nome: string; canalAgente: Canal };
  temAudio: boolean;
  /** Its place, and the unresolved firings that put it there. */
  ordem: 0 | 1;
  desde: string;
  disparos: DisparoNaFila[];
};

/** A firing that makes an insight wait; its rule's name. */
export type DisparoNaFila = { id: string; regraId: string; regra: string; gravidade: Gravidade };

export type QueuePlace = { ordem: 0 | 1; desde: string; id: string };

export type QueueFilter = Pedidos<typeof FILTROS_FILA> & {
  /** Days of the calls. */
  dias: CallDays;
  /** The place after which the page begins. */
  after: QueuePlace | null;
  limit: number;
};

/** An insight `g` of a former recording is shown without name and sound of the present one. */
const HEARD_THIS = runOfPresentRecording('g.execucao_id');

/** Further columns of an entry: its call `i` and its project `p`. */
const WHERE_IT_WAITS = `, 'empresaId', g.empresa_id,
    'item', json_build_object('numeroDestino', i.numero_destino, 'nomeEntrevistado', i.nome_entrevistado, 'arquivoNome', case when ${HEARD_THIS} then i.arquivo_nome end,
      'callStartTime', i.call_start_time, 'inicioPrecisao', ${ITEM_START_PRECISION}, 'callDuration', i.call_duration, 'createdAt', i.created_at),
    'projeto', json_build_object('id', p.id, 'nome', p.nome, 'canalAgente', coalesce((select ${CANAL_AGENTE_GRAVADO}
      from auditoria_resultados r where r.execucao_id = g.execucao_id), p.canal_agente)),
    'temAudio', i.arquivo_path is not null and ${HEARD_THIS}` as const;

/** Page sizes with prepared statements: the default, which the review screen uses. */
const PREPARED_LIMITS: ReadonlySet<number> = new Set([20]);

/**
 * Tells which queues are prepared by name: those without days and with at most one further filter, for which planning
 * takes longer than running. The kept plan fits, since each filter has an index.
 */
const isPlannedOnce = ({ projetoId, categoria, dias, limit }: QueueFilter): boolean =>
  PREPARED_LIMITS.has(limit) && !dias.de && !dias.ate && !(projetoId && categoria);

/** Name of a prepared queue: all parameters on which its text depends. */
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
};
/** Not seen by the planner, which else finds a plan of its own for each category, anew each time: there is an index for all of them. */
const PREPARADAS = {
  ...CONDICOES,
  categoria: (categoria: string) => sql`g.categoria = (select ${categoria}::text)`,
};

/** Firings named beside an insight. */
const DISPAROS_MOSTRADOS = 5;
const DISPAROS = `case when f.disparada then coalesce((select json_agg(x) from (
    select d.id, d.regra_id as "regraId", r.nome as regra, d.gravidade from regra_disparos d join regras r on r.id = d.regra_id
    where d.item_id = g.item_id and ${POR_RESOLVER} order by d.ordem, d.momento, d.id limit ${DISPAROS_MOSTRADOS}) x), '[]') else '[]' end` as const;

/**
 * A page of the queue and its number for the caller (`usuarioId`; null: for anybody), counted up to `cap` + 1. Offers
 * a recording only if it is the analysed one.
 */
export async function listQueue(
  db: Db,
  scope: Scope,
  filter: QueueFilter,
  cap: number,
  usuarioId: string | null,
): Promise<{ rows: QueueJson[]; total: number }> {
  const { data, ...days } = filter.dias;
  const isPrepared = isPlannedOnce(filter);
  const { prioridade, ...others } = filter;
  const where = [
    ...askedConditions(isPrepared ? PREPARADAS : CONDICOES, others),
    when(
      callsOnDays(data, days),
      (lies) => sql`exists (select from auditoria_itens i where i.id = g.item_id and ${lies})`,
    ),
  ];
  // The example waits for nobody, unless its own queue is asked for.
  const queue = { scope, usuario: usuarioId, comExemplo: filter.projetoId !== undefined };
  const stream = (ordem: Sql, desde: Sql) => ({
    asked: {
      ...queue,
      where: [...where, when(prioridade, (one) => sql`${ordem} = ${int(one === 'alta' ? 0 : 1)}`)],
    },
    rest:
      when(
        filter.after,
        (after) =>
          sql`(${ordem}, ${desde}, g.id) > (${after.ordem}::int, ${after.desde}::timestamptz, ${after.id}::uuid)`,
      ) ?? sql`true`,
    inOrder: sql`order by ${ordem}, ${desde}, g.id limit ${int(filter.limit + 1)}`,
    columns: sql`g.id, ${ordem} as ordem, ${desde} as desde`,
  });
  const own = stream(literal(ORDEM_NA_FILA), sql`g.created_at`);
  const fired = stream(literal(ORDEM_DO_DISPARO), sql`d.momento`);
  const said = [filter.projetoId, filter.categoria, prioridade];
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
       select *, row_number() over (order by ordem, desde, id) as lugar from (select * from pedem union all select * from disparadas) todos
       order by lugar limit ${int(filter.limit + 1)}
     )
     select ${total} as total,
       coalesce((select json_agg(${literal(insightJson('false', `${WHERE_IT_WAITS}, 'ordem', f.ordem, 'desde', f.desde, 'disparos', ${DISPAROS}`))}
           order by f.lugar)
         from pagina f join insights g on g.id = f.id join insight_template_versoes v on v.id = g.template_versao_id
         join auditoria_itens i on i.id = g.item_id join projetos p on p.id = g.projeto_id), '[]') as rows`,
    isPrepared ? preparedName(scope, filter, { usuarioId, isMany }) : undefined,
  );
  const page = rows[0] ?? { rows: [], total: 0 };
  if (page.total > cap && !isMany) knownMany.add(key);
  // The last page of a queue marked as long: the mark is outdated.
  if (isMany && page.rows.length <= filter.limit) {
    knownMany.delete(key);
    return listQueue(db, scope, filter, cap, usuarioId);
  }
  return page;
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
 * A person's reviews of the last 30 days that count, with mean time, ms. Unless `errors` is null also links that runs
 * could not use and that nobody has repaired.
 */
export async function readBesideQueue(
  db: Db,
  scope: Scope,
  usuarioId: string | null,
  errors: { projetoId?: string | undefined; categoria?: string | undefined } | null,
): Promise<BesideQueue> {
  const { rows } = await db.query<BesideQueue>({
    name: `fila_ao_lado${errors ? '_erros' : ''}`,
    // The sub-select keeps one plan for all people.
    text: `select (select json_build_object('n', count(*), 'tempoMedioMs', round(avg(r.revisao_ms)))
        from insight_revisoes r
        where r.usuario_id = (select $1::uuid) and ${inScope('$2', 'r.empresa_id')} and r.desfeita_em is null
          and r.created_at > now() - interval '30 days'
          and not exists (select from insights g where g.id = r.insight_id and g.levado_para is not null)) as "minhasRevisoes",
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
