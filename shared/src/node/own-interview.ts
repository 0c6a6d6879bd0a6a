import { AppError } from '../domain/errors.ts';
import { type Sql, sql } from './sql.ts';
import type { Queryable } from './transaction.ts';

/**
 * Whether somebody did the interview `e` (entrevistas): by their account, or as the agent that it counts for, under whatever name
 * (merged agents are one person).
 */
export function didInterview(usuarioId: string): Sql {
  return sql`(e.usuario_id is not distinct from ${usuarioId}::uuid or exists (
    select from agentes eu join agentes dela on dela.id = e.agente_id
    where eu.empresa_id = e.empresa_id and eu.usuario_id = ${usuarioId}::uuid
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dela.fundido_em_id, dela.id)))`;
}

/**
 * Nobody changes verdicts, review states, signals or the transcript of an interview that they did: asked by every route that does,
 * in its transaction. Items that are no interview pass. @throws AppError sem_permissao
 */
export async function refuseOwnInterview(db: Queryable, usuarioId: string, itemId: string): Promise<void> {
  const { rowCount } = await db.query(
    sql`select 1 from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
      where i.id = ${itemId}::uuid and ${didInterview(usuarioId)}`.statement('entrevista-propria'),
  );
  if (rowCount) throw new AppError('sem_permissao', 'Você fez esta entrevista: outra pessoa a revisa.');
}
