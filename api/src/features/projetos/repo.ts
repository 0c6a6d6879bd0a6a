// SQL: lists and pages show sums of roll-ups; changes run under a lock.

import type { Database, Db } from '@escuta/prisma/db';
import { MESES_DO_PAINEL } from '@escuta/shared/contracts/insights/dashboard';
import { NUMEROS_LIMITE, PESQUISAS_NA_LISTA } from '@escuta/shared/contracts/operation/projetos';
import { AppError } from '@escuta/shared/domain/errors';
import type { FiltroDaLista } from '@escuta/shared/domain/filters/filtro';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import type { Canal } from '@escuta/shared/domain/profiles/roles';
import {
  AUDITORIA_PADRAO_NOME,
  type StatusProcessamento,
  type TipoProjeto,
} from '@escuta/shared/domain/runs/status';
import { companyScope, empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { isExample } from '@escuta/shared/platform/database/conditions/examples';
import { filterSql } from '@escuta/shared/platform/database/conditions/filter';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import {
  all,
  inScope,
  int,
  type Param,
  param,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import { sumsBy, sumsOnDays } from '@escuta/shared/services/calls/date-basis';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { emptyExample, removeEmptyProject } from '@escuta/shared/services/projects/remove';
import { diffOf, type Mudanca } from '../../access/action-diff.ts';
import { offsetOf, type Page } from '../../reads/page-repo.ts';
import { staleRecord } from '../../reads/stale-record.ts';
import { readWithin } from '../../reads/timed-repo.ts';
import { placePesquisa } from './pesquisa-repo.ts';

export type ProjetoRow = {
  id: string;
  nome: string;
  descricao: string | null;
  tipo_projeto: TipoProjeto;
  empresa_id: string;
  canal_agente: Canal;
  is_active: boolean;
  auditoria_automatica: boolean;
  exemplo: boolean;
  /** The newest active survey; null: none. */
  pesquisa_id: string | null;
  created_at: Date;
  updated_at: Date;
};

const PESQUISA_VIGENTE = `(select q.id from pesquisas q where q.projeto_id = p.id and q.ativo
  order by q.created_at desc, q.id desc limit 1) as pesquisa_id`;

const COLUMNS = `p.id, p.nome, p.descricao, p.tipo_projeto, p.empresa_id, p.canal_agente, p.is_active,
  p.auditoria_automatica, ${isExample('p')} as exemplo, ${PESQUISA_VIGENTE}, p.created_at, p.updated_at`;

export type ProjetoNaListaRow = ProjetoRow & {
  empresa_nome: string;
  itens: number;
  concluidos: number;
  /** Mean score, 0 to 1. */
  pontuacao_media: number | null;
  ultima_atividade: Date | null;
  templates: number;
  pesquisas: { id: string; titulo: string; ativo: boolean }[];
};

/** A page of the projects in the scope, newest first, with companies, figures from roll-ups, and last activity. */
export async function listProjetos(
  db: Database,
  scope: Scope,
  filter: { q?: string | undefined; tipo?: TipoProjeto | undefined; page: number; limit: number },
): Promise<Page<ProjetoNaListaRow>> {
  const { rows } = await db.query<ProjetoNaListaRow & { total: number }>({
    name: 'projetos_lista',
    text: `with achados as materialized (
        select id, created_at from projetos
        where ${inScope('$1', 'empresa_id')} and ($2::tipo_projeto is null or tipo_projeto = $2)
          and ($3::text is null or escuta_normaliza(nome) like '%' || escuta_normaliza($3) || '%')
      ), pagina as (
        select id from achados order by created_at desc, id desc limit $4 offset $5
      )
      select ${COLUMNS}, e.nome as empresa_nome, (select count(*)::float8 from achados) as total,
        soma.itens, soma.concluidos, nota.pontuacao_media,
        greatest(ultimo.created_at, ultima.terminada_em) as ultima_atividade,
        (select count(*)::float8 from projeto_insight_templates l
          join insight_templates t on t.id = l.insight_template_id
          where l.projeto_id = p.id and l.ativo and t.ativo and t.excluido_em is null) as templates,
        coalesce((select json_agg(json_build_object('id', s.id, 'titulo', s.titulo, 'ativo', s.ativo)) from (
          select q.id, q.titulo, q.ativo from pesquisas q where q.projeto_id = p.id
          order by q.ativo desc, q.created_at desc, q.id desc limit $7) s), '[]') as pesquisas
      from (select count(*) from achados) todos left join pagina on true
        left join projetos p on p.id = pagina.id left join empresas e on e.id = p.empresa_id
        left join lateral (select coalesce(sum(n), 0)::float8 as itens,
            coalesce(sum(n) filter (where status = 'concluido'), 0)::float8 as concluidos
          from projeto_totais where projeto_id = p.id) soma on true
        left join lateral (select (sum(soma_pontuacao) / nullif(sum(n_pontuacao), 0))::float8 as pontuacao_media
          from projeto_qualidade_dia where projeto_id = p.id
            and dia >= (date_trunc('month', escuta_dia(now())::timestamp) - make_interval(months => $6))::date
        ) nota on true
        left join lateral (select i.created_at from auditoria_itens i where i.projeto_id = p.id
          order by i.created_at desc, i.id desc limit 1) ultimo on true
        left join lateral (select x.terminada_em from execucoes x
          where x.projeto_id = p.id and x.status = 'concluida' order by x.terminada_em desc limit 1) ultima on true
      order by p.created_at desc, p.id desc`,
    values: [
      empresaIdOf(scope),
      filter.tipo ?? null,
      filter.q ? escapeLike(filter.q) : null,
      filter.limit,
      offsetOf(filter),
      MESES_DO_PAINEL - 1,
      PESQUISAS_NA_LISTA,
    ],
  });
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0, exato: true };
}

export type NovoProjeto = {
  empresaId: string;
  nome: string;
  descricao: string | null;
  tipoProjeto: TipoProjeto;
  canalAgente: Canal;
  criadoPor: string | null;
  /** A survey to move into the project; null: none. */
  pesquisaId: string | null;
};

/**
 * Creates a project with its default audit ('call-center-default').
 * @throws AppError nao_encontrado if company or survey is outside the scope, regra_violada if the survey cannot move
 */
export function createProjeto(
  db: Database,
  { scope, actor }: { scope: Scope; actor: Actor },
  novo: NovoProjeto,
): Promise<ProjetoRow> {
  return db.transaction(async (tx) => {
    const id = newId();
    const { rows } = await tx.query<ProjetoRow>(
      `insert into projetos as p (id, empresa_id, nome, descricao, tipo_projeto, canal_agente)
       select $1, e.id, $3, $4, $5, $6 from empresas e
       where e.id = $2 and e.arquivada_em is null and ${inScope('$7', 'e.id')}
       returning ${COLUMNS}`,
      [id, novo.empresaId, novo.nome, novo.descricao, novo.tipoProjeto, novo.canalAgente, empresaIdOf(scope)],
    );
    const row = rows[0];
    if (!row) throw new AppError('nao_encontrado', 'ID da empresa não encontrado.');
    await tx.within(companyScope(row.empresa_id)).auditoria.create({
      data: {
        ...{ id: newId(), empresaId: row.empresa_id, projetoId: id },
        ...{ nome: AUDITORIA_PADRAO_NOME[novo.tipoProjeto], padrao: true, criadoPor: novo.criadoPor },
      },
      select: { id: true },
    });
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'projeto_criado',
      recurso: 'projeto',
      recursoId: id,
      detalhes: { nome: novo.nome, tipo_projeto: novo.tipoProjeto, canal_agente: novo.canalAgente },
    });
    await placePesquisa(tx, { scope, actor }, row, novo.pesquisaId);
    return { ...row, pesquisa_id: novo.pesquisaId };
  });
}

export type ProjetoDetalheRow = ProjetoRow & {
  empresa_nome: string;
  itens: number;
  concluidos: number;
  /** Mean processing time, minutes; null before the first finished run. */
  tempo_medio_min: number | null;
  insights: { id: string; nome: string; descricao: string | null; categoria: string }[];
  pesquisas: { id: string; titulo: string }[];
};

/** A project with the data for its page; null outside the scope. */
export async function findProjetoDetalhe(
  db: Database,
  scope: Scope,
  id: string,
): Promise<ProjetoDetalheRow | null> {
  const { rows } = await db.query<ProjetoDetalheRow>({
    name: 'projetos_detalhe',
    text: `select ${COLUMNS}, e.nome as empresa_nome, soma.itens, soma.concluidos, (
        select round((avg(extract(epoch from terminada_em - iniciada_em)) / 60)::numeric, 2)::float8 from (
          select iniciada_em, terminada_em from execucoes x
          where x.projeto_id = $1 and x.status = 'concluida' and iniciada_em is not null and terminada_em is not null
          order by terminada_em desc limit 1000
        ) ultimas) as tempo_medio_min,
        coalesce((select json_agg(json_build_object('id', t.id, 'nome', t.nome, 'descricao', t.descricao,
            'categoria', t.categoria) order by t.nome, t.id)
          from projeto_insight_templates l join insight_templates t on t.id = l.insight_template_id
          where l.projeto_id = $1 and l.ativo and t.ativo and t.excluido_em is null), '[]') as insights,
        coalesce((select json_agg(json_build_object('id', q.id, 'titulo', q.titulo)
            order by q.created_at desc, q.id desc)
          from pesquisas q where q.projeto_id = $1), '[]') as pesquisas
      from projetos p join empresas e on e.id = p.empresa_id, lateral (
        select coalesce(sum(r.n), 0)::float8 as itens,
          coalesce(sum(r.n) filter (where r.status = 'concluido'), 0)::float8 as concluidos
        from projeto_rollup_dia r where r.projeto_id = $1
      ) soma
      where p.id = $1 and ${inScope('$2', 'p.empresa_id')}`,
    values: [id, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

export type MudancaProjeto = {
  nome?: string | undefined;
  descricao?: string | null | undefined;
  canalAgente?: Canal | undefined;
  isActive?: boolean | undefined;
  auditoriaAutomatica?: boolean | undefined;
};

/** The changeable fields, by their names in the body. */
const ATUAL = `jsonb_build_object('nome', p.nome, 'descricao', p.descricao, 'canalAgente', p.canal_agente,
  'isActive', p.is_active, 'auditoriaAutomatica', p.auditoria_automatica)`;
const ALTERADO = {
  mensagem:
    'Este projeto foi alterado por outra pessoa depois que você o abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu o projeto.',
  campos: {
    nome: 'nome',
    descricao: 'descricao',
    canalAgente: 'canal_agente',
    isActive: 'isActive',
    auditoriaAutomatica: 'auditoria_automatica',
  },
} as const;

/**
 * Changes and logs the given fields; null outside the scope. `antes`: expected present values. `pesquisaId`: the survey
 * to assign.
 * @throws AppError conflito with the fields that differ from `antes`; in this case nothing changes
 */
export async function updateProjeto(
  db: Database,
  scope: Scope,
  id: string,
  {
    change,
    antes,
    pesquisaId,
  }: { change: MudancaProjeto; antes: MudancaProjeto; pesquisaId?: string | null | undefined },
  actor: Actor,
): Promise<ProjetoRow | null> {
  return db.transaction(async (tx) => {
    const before = await lockProjeto(tx, scope, id);
    if (!before) return null;
    const stale = staleRecord(antes, before, ALTERADO);
    if (stale) throw stale;
    const changed = diffOf(before, change);
    const row = await saveMudanca(tx, id, changed ? change : null);
    await recordChange(tx, actor, row, changed);
    if (pesquisaId === undefined) return row;
    await placePesquisa(tx, { scope, actor }, row, pesquisaId);
    return saveMudanca(tx, id, null);
  });
}

/** Locks a project and reads its changeable fields; null outside the scope. */
async function lockProjeto(db: Db, scope: Scope, id: string): Promise<Required<MudancaProjeto> | null> {
  const { rows } = await db.query<{ atual: Required<MudancaProjeto> }>(
    `select ${ATUAL} as atual from projetos p where p.id = $1 and ${inScope('$2', 'p.empresa_id')} for no key update`,
    [id, empresaIdOf(scope)],
  );
  return rows[0]?.atual ?? null;
}

/** Logs a change; the automatic audit costs credits, so its switch gets a separate entry. */
async function recordChange(
  db: Db,
  actor: Actor,
  { id, empresa_id: empresaId }: ProjetoRow,
  change: Mudanca | null,
): Promise<void> {
  if (!change) return;
  const entry = { ...actor, empresaId, recurso: 'projeto', recursoId: id };
  const { auditoriaAutomatica: ligada, ...depois } = change.depois;
  if (ligada !== undefined) {
    await recordAction(db, { ...entry, acao: 'auditoria_automatica', detalhes: { ligada } });
  }
  if (Object.keys(depois).length === 0) return;
  const { auditoriaAutomatica: _, ...antes } = change.antes;
  await recordAction(db, { ...entry, acao: 'projeto_alterado', detalhes: { antes, depois } });
}

/**
 * Writes a change of a locked project; null: no change.
 * @returns the project afterwards
 */
async function saveMudanca(db: Db, id: string, change: MudancaProjeto | null): Promise<ProjetoRow> {
  if (change) {
    await db.query(
      `update projetos p set nome = coalesce($2, p.nome),
         descricao = case when $3 then $4 else p.descricao end,
         canal_agente = coalesce($5::canal, p.canal_agente),
         is_active = coalesce($6, p.is_active),
         auditoria_automatica = coalesce($7, p.auditoria_automatica), updated_at = now()
       where p.id = $1`,
      [
        id,
        change.nome ?? null,
        change.descricao !== undefined,
        change.descricao ?? null,
        change.canalAgente ?? null,
        change.isActive ?? null,
        change.auditoriaAutomatica ?? null,
      ],
    );
  }
  const { rows } = await db.query<ProjetoRow>(`select ${COLUMNS} from projetos p where p.id = $1`, [id]);
  return rows[0] as ProjetoRow;
}

/**
 * Deletes an empty project, or the example project with its content.
 * @returns keys of the example's objects, announced for deletion
 * @throws AppError nao_encontrado, conflito naming the remaining content, execucao_em_andamento
 */
export function deleteProjeto(db: Database, scope: Scope, actor: Actor, id: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    // The lock blocks new items. The next statement also finds items committed while this statement waited.
    const locked = await tx.query<{ empresa_id: string; nome: string; exemplo: boolean }>(
      `select p.empresa_id, p.nome, ${isExample('p')} as exemplo from projetos p
       where p.id = $1 and ${inScope('$2', 'p.empresa_id')} for update`,
      [id, empresaIdOf(scope)],
    );
    const [projeto] = locked.rows;
    if (!projeto) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
    const found = { id, empresaId: projeto.empresa_id };
    const objetos = projeto.exemplo ? await emptyExample(tx, found) : [];
    type Holdings = {
      itens: boolean;
      pesquisas: boolean;
      preparos: boolean;
      lotes: boolean;
      arquivos: boolean;
    };
    const { rows } = await tx.query<Holdings>(
      `select exists (select from auditoria_itens where projeto_id = $1) as itens,
         exists (select from pesquisas where projeto_id = $1) as pesquisas,
         exists (select from auditoria_preparos where projeto_id = $1 and estado not in ('cancelado', 'concluido'))
           as preparos,
         exists (select from lotes_gravacao where projeto_id = $1
           and estado not in ('cancelado', 'concluido', 'desfeito')) as lotes,
         exists (select from auditorias a join auditoria_arquivos f on f.auditoria_id = a.id
           where a.projeto_id = $1) as arquivos`,
      [id],
    );
    const [held] = rows;
    const holds = held?.itens
      ? 'itens de auditoria'
      : held?.pesquisas
        ? 'pesquisas'
        : held?.arquivos && 'auditorias com arquivos';
    if (!holds && held?.preparos) {
      throw new AppError(
        'conflito',
        'Este projeto tem auditorias em preparo no portal. Cancele-as antes, ou desative o projeto para tirá-lo de uso.',
      );
    }
    if (!holds && held?.lotes) {
      throw new AppError(
        'conflito',
        'Este projeto tem gravações em lote a conferir. Cancele o envio antes, ou desative o projeto para tirá-lo de uso.',
      );
    }
    if (holds) {
      throw new AppError(
        'conflito',
        `Este projeto tem ${holds}. ${held?.itens ? 'Exclua-os' : 'Exclua-as'} antes, ou desative o projeto para tirá-lo de uso.`,
      );
    }
    await removeEmptyProject(tx, found);
    await recordAction(tx, {
      ...actor,
      empresaId: projeto.empresa_id,
      acao: 'projeto_excluido',
      recurso: 'projeto',
      recursoId: id,
      detalhes: { nome: projeto.nome },
    });
    return objetos;
  });
}

export type MetricasRow = {
  /** Number of distinct phone numbers; null: too many items to count. */
  numeros: number | null;
  /** For each status: number of items, seconds, items of known duration; null: too many items to count. */
  situacoes: { status: StatusProcessamento; n: number; duracao_s: number; com_duracao: number }[] | null;
};

/** Time limit for the figures of a filter, ms. */
const METRICAS_MS = 2000;

/**
 * Figures for the cards of a project or filter; null outside the scope. Roll-ups give the figures of all calls, and of
 * filters by day and status. Figures of other filters, and a filter's distinct phone numbers, are counted over at most
 * NUMEROS_LIMITE calls.
 */
export async function readMetricas(
  db: Database,
  scope: Scope,
  id: string,
  asked: FiltroDaLista,
): Promise<MetricasRow | null> {
  const { todas } = listFilter(asked);
  const projeto = param(id);
  if (todas.length === 0) {
    const { rows } = await db.sql<MetricasRow>(
      sql`select coalesce((select c.numeros_distintos from projeto_contadores c where c.projeto_id = ${projeto}),
        0)::float8 as numeros,
        coalesce((select json_agg(s) from (${summed(sql`projeto_rollup_dia`, sql`r.projeto_id = ${projeto}`)}) s), '[]')
          as situacoes
      ${inProject(scope, projeto)}`,
      'projetos_metricas',
    );
    return rows[0] ?? null;
  }
  const { data, de, ate, status } = asked;
  const known = todas.every(({ campo }) => campo === 'status' || campo === `data_${data}`);
  const found = sql`select i.status, i.call_duration, i.numero_destino from auditoria_itens i
    where i.projeto_id = ${projeto} and ${filterSql({ todas })} limit ${int(NUMEROS_LIMITE + 1)}`;
  const sums = known
    ? summed(
        sumsBy(data, 'volume'),
        all([
          sql`r.projeto_id = ${projeto}`,
          ...sumsOnDays({ de, ate }),
          when(status, (value) => sql`r.status = ${value}::status_processamento`),
        ]),
      )
    : sql`select status, count(*)::int as n, coalesce(sum(call_duration), 0)::float8 as duracao_s,
      count(call_duration)::int as com_duracao
        from achadas group by status`;
  // PostgreSQL skips a CASE branch that is not taken, so calls are read only if the sums show that they are few.
  const few = sql`(select ${
    known
      ? sql`coalesce(sum(n), 0)
    from situacoes`
      : sql`count(*) from achadas`
  }) <= ${int(NUMEROS_LIMITE)}`;
  const rows = await readWithin<MetricasRow>(
    db,
    METRICAS_MS,
    sql`with achadas as materialized (${found}), situacoes as materialized (${sums})
      select case when ${few} then (select count(distinct escuta_numero(numero_destino)) from achadas
        where numero_destino <> '') end::float8 as numeros,
        case when ${known ? sql`true` : few} then coalesce((select json_agg(s) from situacoes s), '[]') end as situacoes
      ${inProject(scope, projeto)}`,
  );
  if (rows) return rows[0] ?? null;
  const own = await db.sql<{ id: string }>(sql`select p.id ${inProject(scope, projeto)}`);
  return own.rows[0] ? { numeros: null, situacoes: null } : null;
}

const inProject = (scope: Scope, projeto: Param): Sql =>
  sql`from projetos p where p.id = ${projeto} and ${inScope(scope, sql`p.empresa_id`)}`;

/** Sums by status over `table`, a table of sums by day. */
const summed = (table: Sql, where: Sql): Sql =>
  sql`select r.status, sum(r.n::int) as n, sum(r.duracao_s)::float8 as duracao_s, sum(r.com_duracao::int) as com_duracao
    from ${table} r where ${where} group by r.status`;
