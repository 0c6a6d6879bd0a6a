// SQL: the list is read often, so PostgreSQL itself builds its JSON with evidence, comments and verdicts.

import type { Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_INSIGHT } from '@escuta/shared/domain/filters/lists/insights';
import type { Criterio } from '@escuta/shared/domain/insights/insight-criteria';
import type { AlertaIdentificado, InsightResultado } from '@escuta/shared/domain/insights/insight-result';
import type { Canal, Falante } from '@escuta/shared/domain/profiles/roles';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { empresaIdOf, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { newId } from '@escuta/shared/platform/database/ids';
import {
  all,
  inScope,
  int,
  literal,
  ofScope,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import { COMENTARIOS_JSON, type ComentarioJson } from '../../reads/conditions/insight-comments.ts';
import { VALIDACAO_JSON } from '../../reads/conditions/insight-verdicts.ts';
import { cappedAt, type Page, windowOf } from '../../reads/page-repo.ts';

export type Alvo = { tipo: 'item' | 'auditoria' | 'projeto'; id: string; empresaId: string };
type AlvoNoProjeto = Alvo & { projetoId: string };

/** The item, audit or project with the given id; null if the scope has none. */
export async function findAlvo(db: Db, scope: Scope, id: string): Promise<AlvoNoProjeto | null> {
  const { rows } = await db.query<AlvoNoProjeto>({
    name: 'insights_alvo',
    text: `select 'item' as tipo, id, empresa_id as "empresaId", projeto_id as "projetoId" from auditoria_itens
        where id = $1 and ${inScope('$2', 'empresa_id')}
      union all select 'auditoria', id, empresa_id, projeto_id from auditorias
        where id = $1 and ${inScope('$2', 'empresa_id')}
      union all select 'projeto', id, empresa_id, id from projetos
        where id = $1 and ${inScope('$2', 'empresa_id')}
      limit 1`,
    values: [id, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

export type EvidenciaJson = {
  criterio: string;
  citacao: string;
  verificada: boolean;
  sentencaOrdem: number | null;
  canal: Canal | null;
  startMs: number | null;
  endMs: number | null;
  sentenca: string | null;
  falante: Falante | null;
};

export type ValidacaoJson = {
  id: string;
  veredito: 'aprovado' | 'rejeitado';
  motivo: string | null;
  observacoes: string | null;
  por: { id: string; nome: string | null };
  em: string;
  revisaoMs: number | null;
  inteiro: boolean;
  discordancias: { id: string; atendido: 'sim' | 'nao' | 'nao_se_aplica' }[];
};

/** An insight as PostgreSQL's JSON: times are text with an offset. */
export type InsightJson = {
  id: string;
  itemId: string;
  auditoriaId: string;
  projetoId: string;
  execucaoId: string;
  vigente: boolean;
  statusProcessamento: StatusProcessamento;
  categoria: string;
  tags: string[];
  scoreConfianca: number | null;
  /** The score in force; `pontuacao_ia`: the AI's score. */
  pontuacao: number | null;
  pontuacao_ia: number | null;
  resumo: string | null;
  motivo: string | null;
  alertas: AlertaIdentificado[];
  resultado: InsightResultado | null;
  semEvidencia: boolean;
  validadoHumano: boolean;
  observacoes: string | null;
  comentarios: ComentarioJson[];
  validacao: ValidacaoJson | null;
  modelo: string | null;
  parametrosOmitidos: string[];
  template: { id: string; nome: string; versao: number };
  templateInfo: {
    descricao: string | null;
    promptTemplate: string;
    modeloLlm: string;
    thresholdConfianca: number;
    formatoSaida: string;
    criterios: Criterio[];
  } | null;
  evidencias: EvidenciaJson[];
  processedAt: string | null;
  createdAt: string;
};

/**
 * An insight `g` of template version `v` as JSON text (`jsonb` would cost more than the row). `templateInfo`: SQL
 * condition for including the template's content; `more`: further names and values, each after a comma.
 */
export function insightJson<T extends string = 'false', M extends string = ''>(
  templateInfo = 'false' as T,
  more = '' as M,
) {
  return `json_build_object('id', g.id, 'itemId', g.item_id, 'auditoriaId', g.auditoria_id, 'projetoId', g.projeto_id,
    'execucaoId', g.execucao_id, 'vigente', g.vigente, 'statusProcessamento', g.status_processamento,
    'categoria', g.categoria, 'tags', g.tags, 'scoreConfianca', g.score_confianca, 'pontuacao', ${NOTA_EM_VIGOR},
    'pontuacao_ia', g.pontuacao,
    'resumo', g.resumo, 'motivo', g.motivo, 'alertas', g.alertas_identificados, 'resultado', g.resultado,
    'semEvidencia', g.sem_evidencia, 'validadoHumano', g.validado_humano, 'observacoes', g.observacoes,
    'comentarios', ${COMENTARIOS_JSON}, 'validacao', ${VALIDACAO_JSON}, 'modelo', g.modelo,
    'parametrosOmitidos', g.parametros_omitidos, 'processedAt', g.processed_at, 'createdAt', g.created_at,
    'template', json_build_object('id', v.template_id, 'nome', v.nome, 'versao', v.versao),
    'templateInfo', case when ${templateInfo} then json_build_object('descricao', v.descricao,
      'promptTemplate', v.prompt_template, 'modeloLlm', v.modelo_llm, 'thresholdConfianca', v.threshold_confianca,
      'formatoSaida', v.formato_saida, 'criterios', v.criterios) end,
    'evidencias', coalesce((
      select json_agg(json_build_object('criterio', e.criterio, 'citacao', e.citacao, 'verificada', e.verificada,
        'sentencaOrdem', e.sentenca_ordem, 'canal', e.canal, 'startMs', e.start_ms, 'endMs', e.end_ms,
        'falante', s.falante, 'sentenca', s.texto) order by e.ordem)
      from evidencias e
      left join auditoria_resultados r on r.execucao_id = g.execucao_id
      left join transcricoes t on t.resultado_id = r.id and t.canal = e.canal
      left join sentencas_vigentes s on s.transcricao_id = t.id and s.ordem = e.sentenca_ordem
      where e.insight_id = g.id), '[]')${more})` as const;
}

const ORDER = {
  createdAt: literal('g.created_at'),
  processedAt: literal('g.processed_at'),
  scoreConfianca: literal('g.score_confianca'),
  pontuacao: literal(NOTA_EM_VIGOR),
  categoria: literal('g.categoria'),
  statusProcessamento: literal('g.status_processamento'),
} as const;

/**
 * Orders with an index (project, figure, id). Rows without the figure come last in both directions, because these rows
 * are read separately.
 */
const BY_INDEX: ReadonlySet<keyof typeof ORDER> = new Set(['scoreConfianca', 'pontuacao']);

const CONDICOES: ListConditions<typeof FILTROS_INSIGHT> = {
  categoria: (categoria) => sql`g.categoria = ${categoria}`,
  status: (status) => sql`g.status_processamento = ${status}::status_processamento`,
  validadoHumano: (is) => (is ? sql`g.validado_humano` : sql`not g.validado_humano`),
  minConfianca: (min) => sql`g.score_confianca >= ${min}::float8`,
  maxConfianca: (max) => sql`g.score_confianca <= ${max}::float8`,
  hasAlertas: (has) => (has ? sql`g.n_alertas > 0` : sql`not g.n_alertas > 0`),
};

export type InsightFilter = Pedidos<typeof FILTROS_INSIGHT> & {
  tags?: readonly string[] | undefined;
  orderBy: keyof typeof ORDER;
  orderDirection: 'asc' | 'desc';
  includeTemplateInfo: boolean;
  todas: boolean;
  page: number;
  limit: number;
};

/**
 * Condition from the given filters only, so that the narrowest index is used. Searches an audit's insights through its
 * project's index if that index is narrower.
 */
function whichInsights(scope: Scope, alvo: AlvoNoProjeto, filter: InsightFilter): Sql {
  const { categoria, minConfianca, maxConfianca } = filter;
  const tags = filter.tags && filter.tags.length > 0 ? filter.tags : null;
  const narrow =
    categoria ||
    tags ||
    minConfianca !== undefined ||
    maxConfianca !== undefined ||
    BY_INDEX.has(filter.orderBy);
  return all([
    alvo.tipo === 'item' ? sql`g.item_id = ${alvo.id}::uuid` : null,
    alvo.tipo === 'auditoria' ? sql`g.auditoria_id = ${alvo.id}::uuid` : null,
    alvo.tipo === 'projeto' || (alvo.tipo === 'auditoria' && narrow)
      ? sql`g.projeto_id = ${alvo.projetoId}::uuid`
      : null,
    ofScope(scope, sql`g.empresa_id`),
    filter.todas ? null : sql`g.vigente`,
    ...askedConditions(CONDICOES, filter),
    when(tags, (any) => sql`g.tags && ${any}::text[] and g.tags <> '{}'`),
  ]);
}

function pageOfIds(where: Sql, { orderBy, orderDirection, limit, page }: InsightFilter): Sql {
  const window = windowOf({ limit, page }, 'capped');
  const direction = orderDirection === 'asc' ? sql`asc` : sql`desc`;
  const figure = ORDER[orderBy];
  if (!BY_INDEX.has(orderBy)) {
    const last = orderBy === 'createdAt' ? sql`` : sql`nulls last`;
    // Repeats the order, because with `order by ordem` PostgreSQL would sort all rows.
    const order = sql`${figure} ${direction} ${last}, g.id ${direction}`;
    return sql`select g.id, row_number() over (order by ${order}) as ordem from insights g where ${where}
      order by ${order} ${window}`;
  }
  const reach = sql`limit ${page * limit}::int`;
  return sql`select id, row_number() over (order by sem, figura ${direction}, id ${direction}) as ordem from (
      (select g.id, ${figure} as figura, false as sem from insights g where ${where} and ${figure} is not null
       order by ${figure} ${direction}, g.id ${direction} ${reach})
      union all
      (select g.id, ${figure}, true from insights g where ${where} and ${figure} is null
        order by g.id ${direction} ${reach})
    ) ambas order by 2 ${window}`;
}

/** A page of a target's insights, counted up to TOTAL_LIMITE. */
export async function listInsights(
  db: Db,
  scope: Scope,
  alvo: AlvoNoProjeto,
  filter: InsightFilter,
): Promise<Page<InsightJson>> {
  const where = whichInsights(scope, alvo, filter);
  const insight = filter.includeTemplateInfo ? literal(insightJson('true')) : literal(insightJson());
  const { rows } = await db.sql<{ rows: InsightJson[]; total: number }>(
    sql`with pagina as (${pageOfIds(where, filter)})
     select (select count(*)::int from (select 1 from insights g where ${where}
       limit ${int(TOTAL_LIMITE + 1)}) achados) as total,
       coalesce((select json_agg(${insight} order by p.ordem)
         from pagina p join insights g on g.id = p.id join insight_template_versoes v on v.id = g.template_versao_id),
         '[]') as rows`,
  );
  return cappedAt(TOTAL_LIMITE, rows[0]?.rows ?? [], rows[0]?.total ?? 0);
}

/** Finds an insight by id; null if the scope has no such insight. */
export async function findInsight(db: Db, scope: Scope, id: string): Promise<InsightJson | null> {
  const { rows } = await db.query<{ insight: InsightJson }>({
    name: 'insight_um',
    text: `select ${insightJson()} as insight from insights g
      join insight_template_versoes v on v.id = g.template_versao_id
      where g.id = $1 and ${inScope('$2', 'g.empresa_id')}`,
    values: [id, empresaIdOf(scope)],
  });
  return rows[0]?.insight ?? null;
}

export function countComments(db: Db, scope: Scope, insightId: string): Promise<number> {
  return db.within(scope).insightComentario.count({ where: { insightId, ...whereScope(scope) } });
}

/** True if an insight's newest comment is this one. */
export async function isNewestComment(
  db: Db,
  scope: Scope,
  insightId: string,
  fields: { usuarioId: string | null; texto: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from (select usuario_id, texto from insight_comentarios where insight_id = $1
      and ${inScope('$2', 'empresa_id')}
       order by created_at desc, id desc limit 1) c
     where c.usuario_id is not distinct from $3 and c.texto = $4`,
    [insightId, empresaIdOf(scope), fields.usuarioId, fields.texto],
  );
  return rowCount === 1;
}

/** Adds a comment; false outside the scope. */
export async function insertComment(
  db: Db,
  scope: Scope,
  insightId: string,
  fields: { usuarioId: string | null; texto: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into insight_comentarios (id, empresa_id, insight_id, usuario_id, texto)
     select $3, empresa_id, id, $4, $5 from insights where id = $1 and ${inScope('$2', 'empresa_id')}`,
    [insightId, empresaIdOf(scope), newId(), fields.usuarioId, fields.texto],
  );
  return rowCount === 1;
}
