import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import { IN_COUNT } from '../../platform/database/conditions/counted.ts';
import { ofScope, type Sql, sql } from '../../platform/database/sql.ts';

/**
 * True if a person (an id, or a column of ids) conducted interview `e`: with the person's account, as its agent now or
 * at its arrival (after merges), or by typing an answer.
 */
export function didInterview(usuarioId: string | Sql): Sql {
  return sql`(e.usuario_id is not distinct from ${usuarioId}::uuid or exists (
    select from agentes eu join agentes dela on dela.id = e.agente_id
    where eu.empresa_id = e.empresa_id and eu.usuario_id = ${usuarioId}::uuid
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dela.fundido_em_id, dela.id))
    or exists (select from agente_contas_anteriores c join agentes eu on eu.id = c.agente_id
      join agentes dela on dela.id = e.agente_id
      where c.usuario_id = ${usuarioId}::uuid and c.empresa_id = e.empresa_id and e.created_at <= c.ate
        and coalesce(eu.fundido_em_id, eu.id) = coalesce(dela.fundido_em_id, dela.id))
    or exists (select from entrevista_eventos v
      where v.entrevista_id = e.id and v.tipo = 'resposta_alterada' and v.usuario_id = ${usuarioId}::uuid))`;
}

/** The people of interview `e` for `didInterview`, as an array of account ids. */
export const DOERS: Sql = sql`array(
  select e.usuario_id where e.usuario_id is not null
  union select eu.usuario_id from agentes dela join agentes eu on eu.empresa_id = dela.empresa_id
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dela.fundido_em_id, dela.id)
    where dela.id = e.agente_id and eu.usuario_id is not null
  union select c.usuario_id from agentes dela join agentes eu on eu.empresa_id = dela.empresa_id
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dela.fundido_em_id, dela.id)
    join agente_contas_anteriores c on c.agente_id = eu.id and c.empresa_id = e.empresa_id and e.created_at <= c.ate
    where dela.id = e.agente_id
  union select v.usuario_id from entrevista_eventos v
    where v.entrevista_id = e.id and v.tipo = 'resposta_alterada' and v.usuario_id is not null)`;

/** The people of signal `s` for `ownSignal`, as rows of account ids. */
export const CONCERNED: Sql = sql`select unnest(${DOERS}) as id
    from sinal_entrevistas t join entrevistas e on e.id = t.entrevista_id where t.sinal_id = s.id
  union select conta.id from agentes dele join agentes eu on eu.empresa_id = dele.empresa_id
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dele.fundido_em_id, dele.id)
    cross join lateral (select eu.usuario_id as id union all
      select c.usuario_id from agente_contas_anteriores c where c.agente_id = eu.id) conta
    where dele.id = s.agente_id and conta.id is not null`;

/**
 * True if an item is not the person's own interview. `itemId`: a column. Avoids `exists`, with which PostgreSQL might
 * materialize all the person's interviews.
 */
export const notOwnItem = (usuarioId: string | Sql, itemId: Sql): Sql => sql`(
  select true from auditoria_itens feito join entrevistas e on e.id = feito.entrevista_id
  where feito.id = ${itemId} and ${didInterview(usuarioId)} limit 1) is null`;

/** Like `notOwnItem`, for insight `g` in the scope, without lookups in projects without surveys. */
export const notOwnInsight = (usuarioId: string | Sql, scope: Scope): Sql => sql`(g.projeto_id not in (
  select s.projeto_id from pesquisas s where ${ofScope(scope, sql`s.empresa_id`) ?? sql`true`})
    or ${notOwnItem(usuarioId, sql`g.item_id`)})`;

export const OWN_INTERVIEW = 'Você fez esta entrevista: outra pessoa precisa revisar a entrevista.';

/**
 * Prevents the interviewer from changing the interview's verdicts, review, signals or transcript. Items without an
 * interview pass.
 * @throws AppError sem_permissao
 */
export async function refuseOwnInterview(db: Db, usuarioId: string, itemId: string): Promise<void> {
  const { rowCount } = await db.sql(
    sql`select 1 from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
      where i.id = ${itemId}::uuid and ${didInterview(usuarioId)}`,
    'entrevista_propria',
  );
  if (rowCount) throw new AppError('sem_permissao', OWN_INTERVIEW);
}

/**
 * Prevents the interviewer from replacing, reprocessing or erasing an audited interview's recording. `usuarioId`: null
 * skips the check.
 * @throws AppError sem_permissao
 */
export async function refuseOwnAudited(db: Db, usuarioId: string | null, itemId: string): Promise<void> {
  if (usuarioId === null) return;
  const { rowCount } = await db.sql(
    sql`select 1 from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
      where i.id = ${itemId}::uuid and exists (select from confrontos c where c.entrevista_id = e.id)
        and ${didInterview(usuarioId)}`,
    'entrevista_propria_auditada',
  );
  if (rowCount) {
    throw new AppError(
      'sem_permissao',
      'Você fez esta entrevista, que já foi auditada: outra pessoa precisa trocar a gravação, processá-la de novo ou apagar os dados.',
    );
  }
}

/**
 * Prevents the interviewer from erasing an interview that has a signal or a failed verification, or that a decision
 * excluded. `usuarioId`: null skips the check.
 * @throws AppError sem_permissao
 */
export async function refuseOwnExamined(db: Db, usuarioId: string | null, itemId: string): Promise<void> {
  if (usuarioId === null) return;
  const { rowCount } = await db.sql(
    sql`select 1 from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
      where i.id = ${itemId}::uuid and (not ${IN_COUNT}
          or exists (select from verificacoes v where v.entrevista_id = e.id
            and v.resultado in ('nao_entrevistado', 'dados_divergentes'))
          or exists (select from sinal_entrevistas t where t.entrevista_id = e.id))
        and ${didInterview(usuarioId)}`,
    'entrevista_propria_conferida',
  );
  if (rowCount) {
    throw new AppError(
      'sem_permissao',
      'Você fez esta entrevista, e há um sinal, um recontato ou uma decisão sobre ela: outra pessoa precisa apagar os dados.',
    );
  }
}

/** SQL: true if signal `s` concerns the person, who therefore may not judge it. */
export const ownSignal = (usuarioId: string): Sql => sql`(exists (
    select from sinal_entrevistas t join entrevistas e on e.id = t.entrevista_id
    where t.sinal_id = s.id and ${didInterview(usuarioId)})
  or exists (select from agentes eu join agentes dele on dele.id = s.agente_id
    where eu.empresa_id = s.empresa_id and (eu.usuario_id = ${usuarioId}::uuid
        or exists (select from agente_contas_anteriores c where c.agente_id = eu.id
          and c.usuario_id = ${usuarioId}::uuid))
      and coalesce(eu.fundido_em_id, eu.id) = coalesce(dele.fundido_em_id, dele.id)))`;
