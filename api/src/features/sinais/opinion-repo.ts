// SQL: opinions are given and withdrawn under a lock on the signal.

import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { Parecer } from '@escuta/shared/domain/interview/signals/opinions';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { ownSignal } from '@escuta/shared/services/interviews/own-interview';

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

/** A signal, locked; null outside the scope. */
export async function lockSignal(db: Db, scope: Scope, id: string): Promise<LockedSignal | null> {
  const { rows } = await db.sql<LockedSignal>(
    sql`select s.id, s.empresa_id as "empresaId", s.pesquisa_id as "pesquisaId", s.tipo, s.evidencia, s.nota, s.vigente, s.versao,
        s.indicado_id as "indicadoId"
      from sinais s where s.id = ${id}::uuid and ${inScope(scope, sql`s.empresa_id`)} for update`,
    'sinal_trava',
  );
  return rows[0] ?? null;
}

/** Tells whether a signal concerns a person, or an interview that they did. */
export async function isOwnSignal(db: Db, usuarioId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 from sinais s where s.id = ${id}::uuid and ${ownSignal(usuarioId)}`,
    'sinal_proprio',
  );
  return Boolean(rowCount);
}

export type NewOpinion = { usuarioId: string; papel: Papel; parecer: Parecer; observacao: string | null };

/** Tells whether a person's opinion in force on the present evidence is the same. The signal is locked. */
export async function hasSameOpinion(
  db: Db,
  sinal: LockedSignal,
  { usuarioId, parecer, observacao }: Omit<NewOpinion, 'papel'>,
): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select from sinal_pareceres where sinal_id = ${sinal.id}::uuid and usuario_id = ${usuarioId}::uuid
      and evidencia = ${sinal.evidencia} and em_vigor and parecer = ${parecer} and observacao is not distinct from ${observacao}`,
    'parecer_igual',
  );
  return rowCount === 1;
}

/** Replaces a person's opinion; the previous one stays as history. The signal is locked. */
export async function insertOpinion(db: Db, sinal: LockedSignal, opinion: NewOpinion): Promise<void> {
  await withdrawOpinion(db, sinal, opinion.usuarioId, false);
  await db.sql(
    sql`insert into sinal_pareceres (id, empresa_id, sinal_id, usuario_id, papel, parecer, observacao, evidencia)
      values (${newId()}, ${sinal.empresaId}, ${sinal.id}, ${opinion.usuarioId}, ${opinion.papel}, ${opinion.parecer},
        ${opinion.observacao}, ${sinal.evidencia})`,
    'parecer_novo',
  );
}

/** Withdraws a person's opinion on the present evidence; false for none. */
export async function withdrawOpinion(
  db: Db,
  sinal: LockedSignal,
  usuarioId: string,
  undone: boolean,
): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`update sinal_pareceres set em_vigor = false, desfeito_em = case when ${undone}::boolean then now() end
      where sinal_id = ${sinal.id}::uuid and usuario_id = ${usuarioId}::uuid and evidencia = ${sinal.evidencia} and em_vigor`,
    'parecer_fora',
  );
  return Boolean(rowCount);
}

/** Advances the signal's version, so that earlier views count as stale. */
export async function markChanged(db: Db, id: string): Promise<void> {
  await db.sql(
    sql`update sinais set versao = versao + 1, updated_at = now() where id = ${id}::uuid`,
    'sinal_mudou',
  );
}

/** Tells whether a person is active in a company's office. */
export async function isMember(db: Db, empresaId: string, usuarioId: string): Promise<boolean> {
  const where = { empresaId, usuarioId, ativo: true, direitos: { none: { direito: 'so_campo' } } };
  return (await db.within(companyScope(empresaId)).membro.count({ where })) > 0;
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
