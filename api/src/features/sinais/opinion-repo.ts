// SQL: opinions are given and withdrawn under a lock on the signal.

import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { Parecer } from '@escuta/shared/domain/interview/signals/opinions';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { WORKS_IN_OFFICE } from '@escuta/shared/platform/database/conditions/field-only';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { inScope, int, sql, when } from '@escuta/shared/platform/database/sql';
import { CONCERNED, ownSignal } from '@escuta/shared/services/interviews/own-interview';

export type LockedSignal = {
  id: string;
  empresaId: string;
  pesquisaId: string;
  tipo: string;
  evidencia: string;
  nota: boolean;
  vigente: boolean;
  versao: number;
  indicadoId: string | null;
};

/** Locks a signal; null outside the scope. */
export async function lockSignal(db: Db, scope: Scope, id: string): Promise<LockedSignal | null> {
  const { rows } = await db.sql<LockedSignal>(
    sql`select s.id, s.empresa_id as "empresaId", s.pesquisa_id as "pesquisaId", s.tipo, s.evidencia, s.nota, s.vigente,
      s.versao,
        s.indicado_id as "indicadoId"
      from sinais s where s.id = ${id}::uuid and ${inScope(scope, sql`s.empresa_id`)} for update`,
    'sinal_trava',
  );
  return rows[0] ?? null;
}

/** True if a signal concerns a person, or an interview that the person conducted. */
export async function isOwnSignal(db: Db, usuarioId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 from sinais s where s.id = ${id}::uuid and ${ownSignal(usuarioId)}`,
    'sinal_proprio',
  );
  return Boolean(rowCount);
}

export type NewOpinion = { usuarioId: string; papel: Papel; parecer: Parecer; observacao: string | null };

/** True if a person's opinion in force on the present evidence equals the given one. The caller locked the signal. */
export async function hasSameOpinion(
  db: Db,
  sinal: LockedSignal,
  { usuarioId, parecer, observacao }: Omit<NewOpinion, 'papel'>,
): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select from sinal_pareceres where sinal_id = ${sinal.id}::uuid and usuario_id = ${usuarioId}::uuid
      and evidencia = ${sinal.evidencia} and em_vigor and parecer = ${parecer} and observacao
        is not distinct from ${observacao}`,
    'parecer_igual',
  );
  return rowCount === 1;
}

/** Replaces a person's opinion, which stays in the history. The caller locked the signal. */
export async function insertOpinion(db: Db, sinal: LockedSignal, opinion: NewOpinion): Promise<void> {
  await withdrawOpinion(db, sinal, opinion.usuarioId, false);
  await db.sql(
    sql`insert into sinal_pareceres (id, empresa_id, sinal_id, usuario_id, papel, parecer, observacao, evidencia)
      values (${newId()}, ${sinal.empresaId}, ${sinal.id}, ${opinion.usuarioId}, ${opinion.papel}, ${opinion.parecer},
        ${opinion.observacao}, ${sinal.evidencia})`,
    'parecer_novo',
  );
}

/** Withdraws a person's opinion on the present evidence; false: there is none. */
export async function withdrawOpinion(
  db: Db,
  sinal: LockedSignal,
  usuarioId: string,
  undone: boolean,
): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`update sinal_pareceres set em_vigor = false, desfeito_em = case when ${undone}::boolean then now() end
      where sinal_id = ${sinal.id}::uuid and usuario_id = ${usuarioId}::uuid and evidencia = ${sinal.evidencia}
        and em_vigor`,
    'parecer_fora',
  );
  return Boolean(rowCount);
}

/** Advances the signal's version, so that older displays count as outdated. */
export async function markChanged(db: Db, id: string): Promise<void> {
  await db.sql(
    sql`update sinais set versao = versao + 1, updated_at = now() where id = ${id}::uuid`,
    'sinal_mudou',
  );
}

/** True if a person is an active member of a company, not limited to field work. */
export async function isMember(db: Db, empresaId: string, usuarioId: string): Promise<boolean> {
  const where = { empresaId, usuarioId, ativo: true, direitos: { none: { direito: 'so_campo' } } };
  return (await db.within(companyScope(empresaId)).membro.count({ where })) > 0;
}

/** True if a person's opinion on the present evidence is in force. */
export async function hasOpinion(
  db: Db,
  { id: sinalId, empresaId, evidencia }: LockedSignal,
  usuarioId: string,
): Promise<boolean> {
  const where = { sinalId, empresaId, usuarioId, evidencia, emVigor: true };
  return (await db.within(companyScope(empresaId)).sinalParecer.count({ where })) > 0;
}

/**
 * Active accounts that may give the second opinion on a signal, by name: without people whom it concerns, people with
 * an opinion in force, and the caller. Null outside the scope.
 */
export async function listSeconds(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string,
  { q, limit }: { q?: string | undefined; limit: number },
): Promise<{ id: string; nome: string; email: string; papel: Papel }[] | null> {
  const named = when(
    q,
    (text) =>
      sql`escuta_normaliza(coalesce(u.nome,
        '') || ' ' || u.email) like '%' || escuta_normaliza(${escapeLike(text)}) || '%'`,
  );
  const { rows } = await db.sql<{
    pessoas: { id: string; nome: string; email: string; papel: Papel }[];
  }>(
    sql`select coalesce((select json_agg(p) from (
        select u.id, coalesce(u.nome, u.email) as nome, u.email, m.papel from membros m
          join usuarios u on u.id = m.usuario_id
        where m.empresa_id = s.empresa_id and m.ativo and m.senha_hash is not null and ${WORKS_IN_OFFICE}
          and u.id <> ${usuarioId}::uuid
          and u.id not in (${CONCERNED})
          and u.id not in (select p.usuario_id from sinal_pareceres p where p.sinal_id = s.id and p.em_vigor
            and p.evidencia = s.evidencia)
          and ${named ?? sql`true`}
        order by escuta_normaliza(coalesce(u.nome, u.email)), u.id limit ${int(limit)}
      ) p), '[]') as pessoas
      from sinais s where s.id = ${id}::uuid and ${inScope(scope, sql`s.empresa_id`)}`,
  );
  return rows[0]?.pessoas ?? null;
}

export async function saveNamed(
  db: Db,
  sinal: LockedSignal,
  indicadoId: string | null,
  porId: string,
): Promise<void> {
  await db.sql(
    sql`update sinais set indicado_id = ${indicadoId}::uuid, indicado_por = ${indicadoId === null ? null : porId}::uuid,
        indicado_em = case when ${indicadoId !== null}::boolean then now() end, versao = versao + 1, updated_at = now()
      where id = ${sinal.id}::uuid`,
    'sinal_indicado',
  );
}
