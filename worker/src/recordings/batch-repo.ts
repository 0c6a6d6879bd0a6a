// SQL: a batch of recordings is held by whoever writes any of it.

import type { Db } from '@escuta/prisma/db';
import type { EstadoLote, OrigemLote } from '@escuta/shared/domain/recordings/recording-batch';
import { companyScope } from '@escuta/shared/domain/scope';
import type { ClaimedTask } from '../tasks/task.ts';
import type { ArquivoVindo } from './local-files.ts';

/** A batch as a task works on it. */
export type Lote = ArquivoVindo & {
  id: string;
  empresaId: string;
  projetoId: string;
  origem: OrigemLote;
  nome: string;
  confirmadoPor: string | null;
};

/** The table of a batch's recordings; `ofBatch` says which of its rows they are. */
export const filesOf = (db: Db, { empresaId }: Lote) =>
  db.within(companyScope(empresaId)).loteGravacaoArquivo;
export const ofBatch = ({ id, empresaId }: Lote) => ({ loteId: id, empresaId });

type Worked = Pick<ClaimedTask, 'id'> & { parametros: { loteId: string } };

/** The batch that a task works on, as long as it is in this state and no other task has it; else null: the task has nothing to do. */
export async function readBatch(db: Db, task: Worked, estado: EstadoLote): Promise<Lote | null> {
  const { rows } = await db.query<Lote>({
    name: 'batch-read',
    text: `SELECT l.id, l.empresa_id AS "empresaId", l.projeto_id AS "projetoId", l.origem, l.nome, l.tamanho::float8 AS tamanho,
             v.id AS "envioId", NULL::text AS "chaveObjeto", l.confirmado_por AS "confirmadoPor"
           FROM lotes_gravacao l LEFT JOIN envios v ON v.dono = 'lote' AND v.dono_id = l.id
           WHERE l.id = $1 AND l.estado = $2 AND l.tarefa_id = $3`,
    values: [task.parametros.loteId, estado, task.id],
  });
  return rows[0] ?? null;
}

/** A batch that was given up, corrected or given to another task meanwhile: what was being written is not. */
export class BatchLostError extends Error {
  override readonly name = 'BatchLostError';
}

/** Holds the task's batch against change until the transaction ends. @throws BatchLostError */
export async function holdBatch(db: Db, task: Worked, estado: EstadoLote): Promise<void> {
  const { rowCount } = await db.query({
    name: 'batch-hold',
    text: 'SELECT FROM lotes_gravacao WHERE id = $1 AND estado = $2 AND tarefa_id = $3 FOR NO KEY UPDATE',
    values: [task.parametros.loteId, estado, task.id],
  });
  if (!rowCount) throw new BatchLostError();
}

/** Says that a batch cannot be read, in the caller's transaction. */
export async function failBatch(db: Db, loteId: string, motivo: string): Promise<void> {
  await db.query({
    name: 'batch-fail',
    text: `UPDATE lotes_gravacao SET estado = 'falhou', motivo = $2, updated_at = now() WHERE id = $1 AND estado = 'lendo'`,
    values: [loteId, motivo],
  });
}

/**
 * Batches whose task has ended without telling them: what was being read has failed, what was being attached or taken back stands still;
 * each says why. `tarefaId`: only those of this task.
 */
export async function failStrandedBatches(db: Db, tarefaId: string | null): Promise<void> {
  await db.query({
    name: 'batch-stranded',
    text: `UPDATE lotes_gravacao l SET estado = CASE WHEN l.estado = 'lendo' THEN 'falhou' ELSE l.estado END,
             motivo = CASE WHEN t.status = 'erro' THEN coalesce(t.erro, 'A tarefa terminou em erro.')
               WHEN t.status = 'cancelada' THEN coalesce(t.erro, 'A tarefa foi cancelada.') ELSE 'A tarefa terminou antes do fim.' END,
             updated_at = now()
           FROM lotes_gravacao q LEFT JOIN tarefas t ON t.id = q.tarefa_id
           WHERE l.id = q.id AND q.estado IN ('lendo', 'anexando', 'desfazendo') AND ($1::uuid IS NULL OR q.tarefa_id = $1)
             AND (t.id IS NULL OR t.status NOT IN ('pendente', 'executando')) AND (q.estado = 'lendo' OR q.motivo IS NULL)`,
    values: [tarefaId],
  });
}

/** How many recordings a batch has, and of how many it is known what they are. */
export async function countFiles(db: Db, loteId: string): Promise<{ total: number; feito: number }> {
  const { rows } = await db.query<{ total: number; feito: number }>({
    name: 'batch-count',
    text: `SELECT count(*)::int AS total, (count(*) FILTER (WHERE situacao <> 'a_ler'))::int AS feito
           FROM lote_gravacoes WHERE lote_id = $1`,
    values: [loteId],
  });
  return rows[0] ?? { total: 0, feito: 0 };
}
