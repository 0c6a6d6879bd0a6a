// SQL: people's verdicts on a compared answer (cell) are given and withdrawn under a lock on the cell.

import type { Db } from '@escuta/prisma/db';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';

export type LockedCell = {
  id: string;
  empresaId: string;
  projetoId: string;
  itemId: string;
  entrevistaId: string;
  perguntaId: string;
  vigente: boolean;
  /** The AI's verdict on the present, possibly corrected transcript. */
  veredito: Veredito;
  /** The AI's first verdict. */
  vereditoIa: Veredito;
  vereditoPessoa: Veredito | null;
  updatedAt: Date;
  statusDoItem: StatusProcessamento;
};

/** Locks a cell until the transaction ends; null if the scope has no such cell. */
export async function lockCell(db: Db, scope: Scope, id: string): Promise<LockedCell | null> {
  const { rows } = await db.sql<LockedCell>(
    sql`select c.id, c.empresa_id as "empresaId", c.projeto_id as "projetoId", c.item_id as "itemId",
        c.entrevista_id as "entrevistaId", c.pergunta_id as "perguntaId", c.vigente, c.veredito,
        coalesce(c.veredito_inicial, c.veredito) as "vereditoIa",
        c.veredito_pessoa as "vereditoPessoa", c.updated_at as "updatedAt", i.status as "statusDoItem"
      from confrontos c join auditoria_itens i on i.id = c.item_id
      where c.id = ${id}::uuid and ${inScope(scope, sql`c.empresa_id`)} for update of c`,
    'celula_trava',
  );
  return rows[0] ?? null;
}

export type ReviewInForce = NewReview & { id: string; nome: string | null };

/** The verdict in force that a person gave on a locked cell; null if there is none. */
export async function findReview(db: Db, cell: LockedCell): Promise<ReviewInForce | null> {
  const { rows } = await db.sql<ReviewInForce>(
    sql`select r.id, r.usuario_id as "usuarioId", coalesce(u.nome, u.email) as nome, r.veredito, r.motivo, r.observacao
      from confronto_revisoes r left join usuarios u on u.id = r.usuario_id
      where r.confronto_id = ${cell.id}::uuid and r.em_vigor`,
    'revisao_em_vigor',
  );
  return rows[0] ?? null;
}

const reviewsOf = (db: Db, { empresaId }: LockedCell) => db.within(companyScope(empresaId)).confrontoRevisao;
const ofCell = ({ id, empresaId }: LockedCell) => ({ confrontoId: id, empresaId });

/** True if the verdict with this id was given on the cell, even if it is no longer in force. */
export async function hasReview(db: Db, cell: LockedCell, id: string): Promise<boolean> {
  return (await reviewsOf(db, cell).count({ where: { id, ...ofCell(cell) } })) > 0;
}

export type NewReview = {
  usuarioId: string;
  veredito: Veredito;
  motivo: string | null;
  observacao: string | null;
};

/** Puts a person's verdict in force; the previous one stays in the history, the AI's verdict is unchanged. */
export async function insertReview(db: Db, cell: LockedCell, review: NewReview): Promise<string> {
  const id = newId();
  const where = { ...ofCell(cell), emVigor: true };
  await reviewsOf(db, cell).updateMany({ where, data: { emVigor: false } });
  const data = { id, ...ofCell(cell), ...review, vereditoIa: cell.vereditoIa };
  await reviewsOf(db, cell).create({ data, select: { id: true } });
  await writeVerdict(db, cell.id, { veredito: review.veredito, usuarioId: review.usuarioId });
  return id;
}

/**
 * Withdraws a person's verdict, so that the AI's verdict is in force again. Returns false without a person's verdict.
 */
export async function undoReview(db: Db, cell: LockedCell): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`update confronto_revisoes set em_vigor = false, desfeita_em = now()
      where confronto_id = ${cell.id}::uuid and em_vigor`,
    'revisao_desfeita',
  );
  if (!rowCount) return false;
  await writeVerdict(db, cell.id, null);
  return true;
}

/**
 * Writes the cell's copy of the verdict in force. Always advances the cell's time of change, so that older displays
 * count as outdated.
 */
async function writeVerdict(
  db: Db,
  id: string,
  review: { veredito: Veredito; usuarioId: string } | null,
): Promise<void> {
  await db.sql(
    sql`update confrontos set veredito_pessoa = ${review?.veredito ?? null}::text,
      revisado_por = ${review?.usuarioId ?? null}::uuid,
        revisado_em = case when ${review !== null}::boolean then now() end,
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where id = ${id}::uuid`,
    'celula_veredito',
  );
}
