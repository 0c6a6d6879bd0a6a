// SQL: interviews to review are locked in id order; services/interviews/review.ts writes.

import type { Database, Db } from '@escuta/prisma/db';
import type { Sincronia } from '@escuta/shared/domain/interview/device/device-log';
import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';

/** The fields of an interview that a review decision needs. */
export type Revisavel = {
  id: string;
  empresaId: string;
  projetoId: string;
  pesquisaId: string;
  nome: string;
  revisao: RevisaoEntrevista;
  revisoes: number;
  /** The caller did the interview. */
  propria: boolean;
  /** The caller made its last review change. */
  revistaPorMim: boolean;
  /** Its newest item, for open pages. */
  item: { id: string; status: StatusProcessamento } | null;
};

/** Locks the interviews `which` in id order. */
async function lock(db: Db, which: Sql, usuarioId: string): Promise<Revisavel[]> {
  // Lock first, then read: a single waiting statement would return the old state.
  await db.sql(sql`select from entrevistas e where ${which} order by e.id for no key update`);
  const { rows } = await db.sql<Revisavel>(
    sql`select e.id, e.empresa_id as "empresaId", e.projeto_id as "projetoId", e.pesquisa_id as "pesquisaId",
        e.nome_entrevistado as nome, e.revisao, e.revisoes, ${didInterview(usuarioId)} as propria,
        coalesce((select r.usuario_id = ${usuarioId}::uuid from entrevista_revisoes r where r.entrevista_id = e.id and r.n = e.revisoes), false)
          as "revistaPorMim",
        (select json_build_object('id', i.id, 'status', i.status) from auditoria_itens i where i.entrevista_id = e.id
          order by i.created_at desc, i.id desc limit 1) as item
      from entrevistas e where ${which} order by e.id`,
  );
  return rows;
}

/** One interview, locked; null outside the scope. */
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
    sql`e.id = any (${[...ids]}::uuid[]) and e.pesquisa_id = ${pesquisaId}::uuid and ${inScope(scope, sql`e.empresa_id`)}`,
    usuarioId,
  );
}

export type HistoricoRow = {
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
    sql`select e.situacao, e.quarentena, e.sincronia, e.revisao, e.revisoes, ${didInterview(usuarioId)} as propria, coalesce((
        select json_agg(json_build_object('n', h.n, 'de', h.de, 'para', h.para, 'motivo', h.motivo,
          'por', json_build_object('id', h.usuario_id, 'nome', coalesce(u.nome, u.email, 'Conta excluída')), 'em', h.created_at)
          order by h.n desc)
        from (select * from entrevista_revisoes where entrevista_id = e.id order by n desc limit ${int(limit)}) h
          left join usuarios u on u.id = h.usuario_id), '[]') as historico
      from entrevistas e where e.id = ${id}::uuid and ${inScope(scope, sql`e.empresa_id`)}`,
    'entrevista_historico',
  );
  return rows[0] ?? null;
}
