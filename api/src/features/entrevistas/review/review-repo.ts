// SQL: interviews to review are locked here in id order; services/interviews/review.ts writes the decisions.

import type { Database, Db } from '@escuta/prisma/db';
import type { Sincronia } from '@escuta/shared/domain/interview/device/device-log';
import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { TipoSinal } from '@escuta/shared/domain/interview/signals/kinds';
import type { OrigemRevisao, RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { IN_COUNT } from '@escuta/shared/platform/database/conditions/counted';
import { APAGADA } from '@escuta/shared/platform/database/conditions/given-work';
import { START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { all, inScope, int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';

export type Revisavel = {
  id: string;
  empresaId: string;
  projetoId: string;
  pesquisaId: string;
  nome: string;
  revisao: RevisaoEntrevista;
  revisoes: number;
  /** True if the caller conducted the interview. */
  propria: boolean;
  /** True if the caller made the last change of the review. */
  revistaPorMim: boolean;
  /** The interview's newest item, about which open pages are notified. */
  item: { id: string; status: StatusProcessamento } | null;
};

async function lock(db: Db, which: Sql, usuarioId: string): Promise<Revisavel[]> {
  // Locks first, then reads, because a single waiting statement would return the old state.
  await db.sql(sql`select from entrevistas e where ${which} order by e.id for no key update`);
  const { rows } = await db.sql<Revisavel>(
    sql`select e.id, e.empresa_id as "empresaId", e.projeto_id as "projetoId", e.pesquisa_id as "pesquisaId",
        e.nome_entrevistado as nome, e.revisao, e.revisoes, ${didInterview(usuarioId)} as propria,
        coalesce((select r.usuario_id = ${usuarioId}::uuid from entrevista_revisoes r where r.entrevista_id = e.id
          and r.n = e.revisoes), false)
          as "revistaPorMim",
        (select json_build_object('id', i.id, 'status', i.status) from auditoria_itens i where i.entrevista_id = e.id
          order by i.created_at desc, i.id desc limit 1) as item
      from entrevistas e where ${which} order by e.id`,
  );
  return rows;
}

/** Locks an interview and reads its review state; null if the scope has no such interview. */
export async function lockRevisavel(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string,
): Promise<Revisavel | null> {
  const [row] = await lock(db, sql`e.id = ${id}::uuid and ${inScope(scope, sql`e.empresa_id`)}`, usuarioId);
  return row ?? null;
}

/** Locks the given interviews of a survey in the scope. */
export function lockRevisaveis(
  db: Db,
  scope: Scope,
  pesquisaId: string,
  ids: readonly string[],
  usuarioId: string,
): Promise<Revisavel[]> {
  return lock(
    db,
    sql`e.id = any (${[...ids]}::uuid[]) and e.pesquisa_id = ${pesquisaId}::uuid
      and ${inScope(scope, sql`e.empresa_id`)}`,
    usuarioId,
  );
}

export type HistoricoRow = {
  pesquisa_id: string;
  situacao: SituacaoEntrevista;
  quarentena: string | null;
  sincronia: Sincronia | null;
  revisao: RevisaoEntrevista;
  revisoes: number;
  propria: boolean;
  historico: {
    n: number;
    de: RevisaoEntrevista;
    para: RevisaoEntrevista;
    motivo: string | null;
    origem: { tipo: OrigemRevisao; id: string } | null;
    por: { id: string; nome: string };
    em: string;
  }[];
};

/** An interview's review state and newest changes; null outside the scope. `usuarioId`: the caller. */
export async function readHistorico(
  db: Database,
  scope: Scope,
  id: string,
  usuarioId: string,
  limit: number,
): Promise<HistoricoRow | null> {
  const { rows } = await db.sql<HistoricoRow>(
    sql`select e.pesquisa_id, e.situacao, e.quarentena, e.sincronia, e.revisao, e.revisoes, ${didInterview(usuarioId)}
      as propria, coalesce((
        select json_agg(json_build_object('n', h.n, 'de', h.de, 'para', h.para, 'motivo', h.motivo,
          'origem', case when h.origem is not null then json_build_object('tipo', h.origem, 'id', h.origem_id) end,
          'por', json_build_object('id', h.usuario_id, 'nome', coalesce(u.nome, u.email, 'Conta excluída')), 'em',
          h.created_at)
          order by h.n desc)
        from (select * from entrevista_revisoes where entrevista_id = e.id order by n desc limit ${int(limit)}) h
          left join usuarios u on u.id = h.usuario_id), '[]') as historico
      from entrevistas e where e.id = ${id}::uuid and ${inScope(scope, sql`e.empresa_id`)}`,
    'entrevista_historico',
  );
  return rows[0] ?? null;
}

export type Origem = { tipo: OrigemRevisao; id: string };

/** Condition on verification `v`: the respondent said that no interview took place. */
const NAO_ENTREVISTADO = sql`v.resultado = 'nao_entrevistado'`;
/** Condition on signal `s`: two people confirmed the signal. */
const CONFIRMADO = sql`s.estado = 'confirmado'`;

/**
 * Locks the cause of a decision (a verification or a signal) until the transaction ends.
 * @returns those interviews of `ids` that the cause concerns; none if the cause is no longer valid
 */
export async function lockCause(
  db: Db,
  pesquisaId: string,
  { tipo, id }: Origem,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.sql<{ id: string }>(
    tipo === 'verificacao'
      ? sql`select v.entrevista_id as id from verificacoes v where v.id = ${id}::uuid
        and v.pesquisa_id = ${pesquisaId}::uuid
          and v.entrevista_id = any (${[...ids]}::uuid[]) and ${NAO_ENTREVISTADO} for share of v`
      : sql`select t.entrevista_id as id from sinais s join sinal_entrevistas t on t.sinal_id = s.id
          where s.id = ${id}::uuid and s.pesquisa_id = ${pesquisaId}::uuid
            and t.entrevista_id = any (${[...ids]}::uuid[])
            and ${CONFIRMADO} for share of s`,
  );
  return new Set(rows.map((row) => row.id));
}

export type PropostaRow = {
  para: 'em_espera' | 'pendente';
  tipo: OrigemRevisao;
  id: string;
  em: Date | null;
  sinal: { tipo: TipoSinal; agente: string | null } | null;
  total: number;
  entrevistas: {
    id: string;
    item_id: string | null;
    nome: string;
    entrevistador: string | null;
    em: string | null;
    inicio_precisao: PrecisaoInicio | null;
    revisao: RevisaoEntrevista;
    propria: boolean;
    visto: number;
  }[];
};

/**
 * Proposals for a survey by cause, newest first: to hold interviews that count, unless a decision later than the cause
 * is in force; and to release held interviews whose cause has ended. `usuarioId`: the caller.
 */
export async function listProposals(
  db: Database,
  pesquisaId: string,
  usuarioId: string,
  only: { verificacaoId?: string | undefined; sinalId?: string | undefined },
  limits: { causas: number; entrevistas: number },
): Promise<PropostaRow[]> {
  const asked = all([
    sql`true`,
    only.verificacaoId || only.sinalId
      ? sql`(c.tipo, c.id)
        in (('verificacao', ${only.verificacaoId ?? null}::uuid), ('sinal', ${only.sinalId ?? null}::uuid))`
      : null,
  ]);
  const { rows } = await db.sql<PropostaRow>(
    sql`with causas as materialized (
        select 'verificacao' as tipo, v.id, v.feita_em as em, v.entrevista_id from verificacoes v
        where v.pesquisa_id = ${pesquisaId}::uuid and ${NAO_ENTREVISTADO}
        union all select 'sinal', s.id, o.em, t.entrevista_id from sinais s
          cross join lateral (select max(p.created_at) as em from sinal_pareceres p
            where p.sinal_id = s.id and p.em_vigor and p.evidencia = s.evidencia) o
          join sinal_entrevistas t on t.sinal_id = s.id
        where s.pesquisa_id = ${pesquisaId}::uuid and ${CONFIRMADO}
      ), c as materialized (
        select 'em_espera' as para, c.tipo, c.id, c.em, e.id as entrevista_id from causas c
          join entrevistas e on e.id = c.entrevista_id
        where ${asked} and ${IN_COUNT} and e.situacao <> 'em_andamento' and not ${APAGADA}
          and not exists (select from entrevista_revisoes r where r.entrevista_id = e.id and r.n = e.revisoes
            and not r.reabertura and r.created_at > c.em)
        union all select 'pendente', c.tipo, c.id, c.em, c.entrevista_id from (
          select r.origem as tipo, r.origem_id as id, r.created_at as em, e.id as entrevista_id
          from entrevistas e join entrevista_revisoes r on r.entrevista_id = e.id and r.n = e.revisoes
          where e.pesquisa_id = ${pesquisaId}::uuid and e.revisao = 'em_espera' and r.origem is not null
            and not ${APAGADA}
            and not exists (select from causas k where k.tipo = r.origem and k.id = r.origem_id
              and k.entrevista_id = e.id)
        ) c where ${asked}
      ), numeradas as (
        select c.*, row_number() over (partition by para, tipo, id order by entrevista_id) as lugar from c
      ), grupos as (
        select para, tipo, id, max(em) as em, count(*)::int as total,
          array_agg(entrevista_id) filter (where lugar <= ${int(limits.entrevistas)}) as ids
        from numeradas group by 1, 2, 3 order by 4 desc nulls last, 3 limit ${int(limits.causas)}
      )
      select x.para, x.tipo, x.id, x.em, x.total,
        case when s.id is not null then json_build_object('tipo', s.tipo, 'agente', g.nome) end as sinal,
        (select json_agg(json_build_object('id', e.id, 'item_id', (select i.id from auditoria_itens i
          where i.entrevista_id = e.id
            order by i.created_at desc, i.id desc limit 1), 'nome', e.nome_entrevistado, 'entrevistador', a.nome, 'em',
            ${STARTED},
            'inicio_precisao', ${START_PRECISION}, 'revisao', e.revisao, 'propria', ${didInterview(usuarioId)}, 'visto',
            e.revisoes)
            order by e.created_at, e.id)
          from entrevistas e left join agentes b on b.id = e.agente_id
            left join agentes a on a.id = coalesce(b.fundido_em_id, b.id)
          where e.id = any (x.ids)) as entrevistas
      from grupos x left join sinais s on x.tipo = 'sinal' and s.id = x.id left join agentes g on g.id = s.agente_id
      order by x.em desc nulls last, x.id`,
  );
  return rows;
}
