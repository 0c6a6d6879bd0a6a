// SQL: an interview begins under the locks of project, survey and questionnaire, in lock order.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { Quarentena } from '@escuta/shared/domain/interview/device/device-log';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { IS_EXAMPLE } from '@escuta/shared/platform/database/conditions/examples';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { lockAgents } from '@escuta/shared/services/calls/agent-merges';
import type { Versao } from '@escuta/shared/services/surveys/questionnaire-draft';
import type { Lugar } from '../../../field/closed-reasons.ts';
import { defaultAudit } from '../../../reads/default-audit-repo.ts';

export type Destino = Lugar & {
  questionario_id: string;
  empresa_id: string;
  pesquisa_id: string;
  projeto_id: string;
};

/** Locks a questionnaire with survey and project, which serialises its new interviews; null outside the scope. */
export async function lockDestino(db: Db, scope: Scope, id: string): Promise<Destino | null> {
  const { rows } = await db.sql<Pick<Destino, 'empresa_id' | 'pesquisa_id' | 'projeto_id'>>(
    sql`select q.empresa_id, q.pesquisa_id, s.projeto_id from questionarios q join pesquisas s on s.id = q.pesquisa_id
      where q.id = ${id} and ${inScope(scope, sql`q.empresa_id`)}`,
    'entrevista_destino',
  );
  const [where] = rows;
  if (!where) return null;
  const projeto = await db.sql<{ tipo_projeto: TipoProjeto; is_active: boolean; exemplo: boolean }>(
    sql`select p.tipo_projeto, p.is_active, ${IS_EXAMPLE} as exemplo from projetos p
      where p.id = ${where.projeto_id} for share`,
  );
  const pesquisa = await db.sql<{ ativo: boolean; projeto_id: string }>(
    sql`select ativo, projeto_id from pesquisas where id = ${where.pesquisa_id} for share`,
  );
  const questionario = await db.sql<{ ativo: boolean }>(
    sql`select ativo from questionarios where id = ${id} for no key update`,
  );
  const [p, s, q] = [projeto.rows[0], pesquisa.rows[0], questionario.rows[0]];
  if (!p || !s || !q) return null;
  // Refuses if the survey moved to another project while this statement waited.
  if (s.projeto_id !== where.projeto_id)
    throw new AppError('conflito', 'A pesquisa acabou de mudar de projeto. Tente de novo.');
  return {
    ...where,
    questionario_id: id,
    tipo_projeto: p.tipo_projeto,
    projeto_ativo: p.is_active,
    exemplo: p.exemplo,
    pesquisa_ativa: s.ativo,
    questionario_ativo: q.ativo,
  };
}

export type Comecada = {
  id: string | null;
  questionario_id: string | null;
  usuario_id: string | null;
  nome_entrevistado: string | null;
  telefone_entrevistado: string | null;
};

/** The interview that a key created in a company; null: the key is new. `id` null: the key created something else. */
export async function madeByKey(db: Db, empresaId: string, chave: string): Promise<Comecada | null> {
  const { rows } = await db.sql<Comecada>(
    sql`select e.id, e.questionario_id, e.usuario_id, e.nome_entrevistado, e.telefone_entrevistado
      from auditoria_itens i left join entrevistas e on e.id = i.entrevista_id
      where i.empresa_id = ${empresaId} and i.chave_idempotente = ${chave}`,
    'entrevista_da_chave',
  );
  return rows[0] ?? null;
}

/**
 * The agent of an account's interviews, or the agent into which it was merged. At first use, creates the agent with the
 * account's name, or a general name if the account was deleted meanwhile. Blocks merges of agents until the transaction
 * ends.
 */
export async function agenteOf(db: Db, empresaId: string, usuarioId: string): Promise<string> {
  await lockAgents(db, empresaId, 'ficam');
  const find = () =>
    db.within(companyScope(empresaId)).agente.findFirst({
      where: { empresaId, usuarioId },
      select: { id: true, fundidoEmId: true },
    });
  let found = await find();
  if (!found) {
    // Of two concurrent first interviews, one inserts the row; the other waits and finds it.
    await db.sql(
      sql`insert into agentes (id, empresa_id, nome, usuario_id)
        select ${newId()}::uuid, ${empresaId}::uuid,
        coalesce(nullif(trim(u.nome), ''), split_part(u.email, '@', 1), 'Conta excluída'), d.id
        from (select ${usuarioId}::uuid as id) d left join usuarios u on u.id = d.id
        on conflict (empresa_id, usuario_id) where usuario_id is not null do nothing`,
    );
    found = await find();
  }
  if (!found) throw new Error('an account without an agent after its insertion');
  return found.fundidoEmId ?? found.id;
}

export type NovaEntrevista = {
  destino: Destino;
  versao: Versao;
  usuarioId: string;
  agenteId: string;
  nome: string;
  telefone: string | null;
  chave: string | null;
  /** Data of an interview made on a device, including its id from the device. */
  campo?: EntrevistaDoCampo;
};

export type EntrevistaDoCampo = {
  id: string;
  aparelhoId: string | null;
  /** Start by the device's clock; `desvioMs`: device clock minus server clock, ms. */
  iniciadaEm: Date;
  desvioMs: number;
  /** Start by the server's clock. */
  comecouEm: Date;
  quarentena: Quarentena | null;
};

/**
 * Inserts an interview with its first event and its item.
 * @returns null if a concurrent interview took the key or id: the caller rolls back
 */
export async function insertEntrevista(
  db: Db,
  nova: NovaEntrevista,
): Promise<{ id: string; itemId: string } | null> {
  const { destino, usuarioId, nome, telefone, campo } = nova;
  const [id, itemId] = [campo?.id ?? newId(), newId()];
  const { empresa_id: empresaId, projeto_id: projetoId, pesquisa_id: pesquisaId } = destino;
  const questionarioId = destino.questionario_id;
  const made = await db.sql(
    sql`insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      usuario_id,
        agente_id, nome_entrevistado, telefone_entrevistado, aparelho_id, iniciada_em, relogio_desvio_ms, sincronia,
        quarentena)
      values (${id}, ${empresaId}, ${projetoId}, ${pesquisaId}, ${questionarioId}, ${nova.versao.id}, ${usuarioId},
        ${nova.agenteId}, ${nome}, ${telefone}, ${campo?.aparelhoId ?? null}, ${campo?.iniciadaEm ?? null},
        ${campo?.desvioMs ?? null}, ${campo ? 'parcial' : null}, ${campo?.quarentena ?? null})
      on conflict (id) do nothing`,
    'entrevista_cria',
  );
  if (!made.rowCount) return null;
  const metadata = { tipo: 'entrevista', nome_entrevistado: nome, telefone_entrevistado: telefone ?? '' };
  const { rowCount } = await db.sql(
    sql`insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, call_start_time,
      numero_destino,
        nome_entrevistado, pesquisa_id, questionario_id, entrevista_id, metadata, criado_por, chave_idempotente)
      values (${itemId}, ${empresaId}, ${projetoId}, ${await defaultAudit(db, empresaId, projetoId)}, 'entrevista',
        coalesce(${campo?.comecouEm ?? null}::timestamptz, now()), ${telefone}, ${nome || null}, ${pesquisaId},
          ${questionarioId}, ${id}, ${metadata}, ${usuarioId}, ${nova.chave})
      on conflict (empresa_id, chave_idempotente) where chave_idempotente is not null do nothing`,
    'entrevista_cria_item',
  );
  return rowCount ? { id, itemId } : null;
}
