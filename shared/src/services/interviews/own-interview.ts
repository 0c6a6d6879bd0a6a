import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import { ofScope, type Sql, sql } from '../../platform/database/sql.ts';

/**
 * Whether somebody did the interview `e` (entrevistas): by their account, as the agent that it counts for, under whatever name (merged
 * agents are one person), as whom that agent was when it came, or because they typed an answer of it.
 */
export function didInterview(usuarioId: string): Sql {
  return sql`(e.usuario_id is not distinct from ${usuarioId}::uuid or exists (
    select from agentes eu join agentes dela on dela.id = e.agente_id
    where eu.empresa_id = e.empresa_id and eu.usuario_id = ${usuarioId}::uuid
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dela.fundido_em_id, dela.id))
    or exists (select from agente_contas_anteriores c join agentes eu on eu.id = c.agente_id join agentes dela on dela.id = e.agente_id
      where c.usuario_id = ${usuarioId}::uuid and c.empresa_id = e.empresa_id and e.created_at <= c.ate
        and coalesce(eu.fundido_em_id, eu.id) = coalesce(dela.fundido_em_id, dela.id))
    or exists (select from entrevista_eventos v
      where v.entrevista_id = e.id and v.tipo = 'resposta_alterada' and v.usuario_id = ${usuarioId}::uuid))`;
}

/**
 * Whether an item is no interview that somebody did: what waits of those is another's to judge. `itemId`: a column of the statement. Not an `exists`,
 * of which PostgreSQL, where it expects many rows, makes a table of all interviews that the person did before it looks at the first.
 */
export const notOwnItem = (usuarioId: string, itemId: Sql): Sql => sql`(
  select true from auditoria_itens feito join entrevistas e on e.id = feito.entrevista_id
  where feito.id = ${itemId} and ${didInterview(usuarioId)} limit 1) is null`;

/**
 * The same of an insight `g` in the scope. Interviews are those of surveys: of projects without one no item is looked up, which is most of what
 * a queue walks.
 */
export const notOwnInsight = (usuarioId: string, scope: Scope): Sql => sql`(g.projeto_id not in (
  select s.projeto_id from pesquisas s where ${ofScope(scope, sql`s.empresa_id`) ?? sql`true`}) or ${notOwnItem(usuarioId, sql`g.item_id`)})`;

/** Said to whoever did an interview and would judge it. */
export const OWN_INTERVIEW = 'Você fez esta entrevista: outra pessoa precisa revisá-la.';

/**
 * Nobody changes verdicts, review states, signals or the transcript of an interview that they did: asked by every route that does,
 * in its transaction. Items that are no interview pass. @throws AppError sem_permissao
 */
export async function refuseOwnInterview(db: Db, usuarioId: string, itemId: string): Promise<void> {
  const { rowCount } = await db.sql(
    sql`select 1 from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
      where i.id = ${itemId}::uuid and ${didInterview(usuarioId)}`,
    'entrevista-propria',
  );
  if (rowCount) throw new AppError('sem_permissao', OWN_INTERVIEW);
}

/**
 * Once an interview was audited, whoever did it neither changes its recording, nor has it processed again, nor erases it: each could
 * undo what was found. `usuarioId`: null of a key and of the system, which did none. @throws AppError sem_permissao
 */
export async function refuseOwnAudited(db: Db, usuarioId: string | null, itemId: string): Promise<void> {
  if (usuarioId === null) return;
  const { rowCount } = await db.sql(
    sql`select 1 from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
      where i.id = ${itemId}::uuid and exists (select from confrontos c where c.entrevista_id = e.id)
        and ${didInterview(usuarioId)}`,
    'entrevista-propria-auditada',
  );
  if (rowCount) {
    throw new AppError(
      'sem_permissao',
      'Você fez esta entrevista, que já foi auditada: outra pessoa precisa trocar a gravação, processá-la de novo ou apagar os dados.',
    );
  }
}

/**
 * Why somebody gives no opinion on the signal `s` (sinais): it is about an interview that they did, or about them as an interviewer, under
 * whatever name. A condition of a statement.
 */
export const ownSignal = (usuarioId: string): Sql => sql`(exists (
    select from sinal_entrevistas t join entrevistas e on e.id = t.entrevista_id
    where t.sinal_id = s.id and ${didInterview(usuarioId)})
  or exists (select from agentes eu join agentes dele on dele.id = s.agente_id
    where eu.empresa_id = s.empresa_id and (eu.usuario_id = ${usuarioId}::uuid
        or exists (select from agente_contas_anteriores c where c.agente_id = eu.id and c.usuario_id = ${usuarioId}::uuid))
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dele.fundido_em_id, dele.id)))`;
