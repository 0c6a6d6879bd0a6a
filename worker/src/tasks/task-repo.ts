import type { Db } from '@escuta/prisma/db';
import { TAREFA_AVISA_S } from '@escuta/shared/domain/log/events';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { TIPOS_TAREFA, type TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import { TAREFAS } from '@escuta/shared/domain/tasks/tasks';
import { SYSTEM_ACTOR, type Via } from '@escuta/shared/services/log/audit-log';
import { recordEvent } from '../events/record-event.ts';
import { type ClaimedTask, type Progress, TaskLostError, TaskStoppedError } from './task.ts';

/** Retention of ended tasks with their results. */
const KEEP = '30 days';
/** Most exports of a company at once. */
const EXPORTACOES_POR_EMPRESA = 5;

type Row = {
  id: string;
  tipo: TipoTarefa;
  empresa_id: string | null;
  autor_id: string | null;
  request_id: string | null;
  /** Null for a task older than the column. */
  via: Via | null;
  via_id: string | null;
  parametros: unknown;
  cursor: unknown;
  resultado: unknown;
  feito: number;
  total: number | null;
  falhas: number;
  versao: number;
  tentativas: number;
  cancelar: boolean;
  pausar: boolean;
  arquivada: boolean;
};

/** A claimed task, with requests that arrived meanwhile. */
export type Claim = { row: Row; cancelar: boolean; pausar: boolean; arquivada: boolean };

/**
 * Claims a waiting task or one with an expired lease: of the company with the fewest under way, then the longest wait.
 * Unknown kinds are left to newer workers. Null: there is none.
 */
export async function claimTask(db: Db, leaseMs: number): Promise<Claim | null> {
  const { rows } = await db.query<Row>({
    name: 'task-claim',
    text: `
      UPDATE tarefas t SET status = 'executando', versao = versao + 1, tentativas = tentativas + 1,
        lease_ate = now() + $2 * interval '1 millisecond', iniciada_em = coalesce(iniciada_em, now())
      WHERE t.id = (
        SELECT c.id FROM tarefas c
        WHERE c.tipo = ANY ($1::text[])
          -- An export holds a connection and a place for minutes.
          AND (c.tipo <> 'exportar' OR (SELECT count(*) FROM tarefas o WHERE o.tipo = 'exportar' AND o.status = 'executando'
            AND o.lease_ate >= now() AND o.empresa_id IS NOT DISTINCT FROM c.empresa_id) < ${EXPORTACOES_POR_EMPRESA})
          AND (c.status = 'pendente' AND c.proxima_em <= now()
          OR c.status = 'executando' AND c.lease_ate < now())
        ORDER BY (SELECT count(*) FROM tarefas o WHERE o.status = 'executando' AND o.lease_ate >= now()
          AND o.empresa_id IS NOT DISTINCT FROM c.empresa_id), c.vez_em, c.id
        LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING t.id, t.tipo, t.empresa_id, t.autor_id, t.request_id, t.via, t.via_id, t.parametros, t.cursor, t.resultado, t.feito, t.total,
        t.falhas, t.versao, t.tentativas, t.cancelar_em IS NOT NULL AS cancelar, t.pausar_em IS NOT NULL AS pausar,
        EXISTS (SELECT FROM empresas e WHERE e.id = t.empresa_id AND e.arquivada_em IS NOT NULL) AS arquivada`,
    values: [TIPOS_TAREFA, leaseMs],
  });
  const row = rows[0];
  return row ? { row, cancelar: row.cancelar, pausar: row.pausar, arquivada: row.arquivada } : null;
}

/** Decodes a claimed row by its kind. @throws ZodError if this version cannot */
export function decodeTask(row: Row): ClaimedTask {
  const schemas = TAREFAS[row.tipo];
  const { id, tipo, versao, tentativas, feito, total, falhas } = row;
  return {
    id,
    tipo,
    versao,
    tentativas,
    feito,
    total,
    falhas,
    empresaId: row.empresa_id,
    scope: row.empresa_id === null ? INSTALACAO : { kind: 'empresa', empresaId: row.empresa_id },
    actor: {
      ...SYSTEM_ACTOR,
      usuarioId: row.autor_id,
      via: row.via ?? (row.autor_id === null ? 'sistema' : 'pessoa'),
      viaId: row.via_id,
      requestId: row.request_id,
    },
    parametros: schemas.parametros.parse(row.parametros),
    cursor: row.cursor === null ? null : schemas.cursor.parse(row.cursor),
    resultado: row.resultado === null ? null : schemas.resultado.parse(row.resultado),
  } as ClaimedTask;
}

type Fence = Pick<ClaimedTask, 'id' | 'versao'>;

export type Asked = { cancelar: boolean; pausar: boolean };

/**
 * Saves a task's progress and renews its lease for `leaseMs`; without fields there is no progress, and attempts keep
 * counting.
 * @returns people's requests to the task @throws TaskLostError
 */
export async function saveProgress(
  db: Db,
  fence: Fence,
  progress: Partial<Progress<TipoTarefa>>,
  leaseMs: number,
): Promise<Asked> {
  const { rows } = await db.query<Asked>({
    name: 'task-save',
    text: `UPDATE tarefas SET feito = coalesce($3, feito), total = coalesce($4, total), falhas = coalesce($5, falhas),
             cursor = coalesce($6::jsonb, cursor), resultado = coalesce($7::jsonb, resultado),
             tentativas = CASE WHEN $9 THEN 0 ELSE tentativas END,
             lease_ate = now() + $8 * interval '1 millisecond'
           WHERE id = $1 AND versao = $2 AND status = 'executando' RETURNING cancelar_em IS NOT NULL AS cancelar, pausar_em IS NOT NULL AS pausar`,
    values: [
      fence.id,
      fence.versao,
      progress.feito ?? null,
      progress.total ?? null,
      progress.falhas ?? null,
      progress.cursor ? JSON.stringify(progress.cursor) : null,
      progress.resultado ? JSON.stringify(progress.resultado) : null,
      leaseMs,
      Object.keys(progress).length > 0,
    ],
  });
  if (!rows[0]) throw new TaskLostError();
  return rows[0];
}

/** Renews tasks for another `leaseMs`. @returns the ids still held by this worker */
export async function renewTasks(db: Db, held: readonly Fence[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'task-renew',
    text: `UPDATE tarefas t SET lease_ate = now() + $3 * interval '1 millisecond'
           FROM unnest($1::uuid[], $2::int[]) AS h (id, versao)
           WHERE t.id = h.id AND t.versao = h.versao AND t.status = 'executando' RETURNING t.id`,
    values: [held.map(({ id }) => id), held.map(({ versao }) => versao), leaseMs],
  });
  return new Set(rows.map(({ id }) => id));
}

export type TaskEnd =
  | { status: 'concluida' | 'cancelada' }
  | { status: 'erro' | 'cancelada'; erro: string; codigo: string };

type Ended = {
  empresa_id: string | null;
  autor_id: string | null;
  tipo: TipoTarefa;
  falhas: number;
  /** Time since its request, s. */
  durou: number;
};

/**
 * Ends a task held by this worker, in the caller's transaction. Its author is notified if it took longer than
 * TAREFA_AVISA_S.
 * @param parametros parameters to keep; null: unchanged @throws TaskLostError
 */
export async function endTask(
  db: Db,
  fence: Fence,
  end: TaskEnd,
  parametros: object | null = null,
): Promise<void> {
  const { rows } = await db.query<Ended>({
    name: 'task-end',
    text: `UPDATE tarefas SET status = $3, erro = $4, codigo_erro = $5, lease_ate = NULL, terminada_em = now(),
             expira_em = now() + interval '${KEEP}', parametros = coalesce($6::jsonb, parametros)
           WHERE id = $1 AND versao = $2 AND status = 'executando'
           RETURNING empresa_id, autor_id, tipo, falhas, extract(epoch FROM now() - created_at)::float8 AS durou`,
    values: [
      fence.id,
      fence.versao,
      end.status,
      'erro' in end ? end.erro : null,
      'codigo' in end ? end.codigo : null,
      parametros && JSON.stringify(parametros),
    ],
  });
  const ended = rows[0];
  if (!ended) throw new TaskLostError();
  if (end.status === 'cancelada' || ended.autor_id === null || ended.durou <= TAREFA_AVISA_S) return;
  await recordEvent(db, {
    tipo: 'tarefa_encerrada',
    empresaId: ended.empresa_id,
    alvoId: fence.id,
    dados: { autor_id: ended.autor_id, tipo: ended.tipo, status: end.status, falhas: ended.falhas },
  });
}

/** Pauses a task. `motivo`: null if a person paused it. @throws TaskLostError */
export async function pauseTask(
  db: Db,
  fence: Fence,
  motivo: { erro: string; codigo: string } | null,
): Promise<void> {
  const { count } = await db.within(INSTALACAO).tarefa.updateMany({
    where: { id: fence.id, versao: fence.versao, status: 'executando' },
    data: {
      status: 'pausada',
      leaseAte: null,
      pausarEm: null,
      erro: motivo?.erro ?? null,
      codigoErro: motivo?.codigo ?? null,
    },
  });
  if (count === 0) throw new TaskLostError();
}

/** Releases a waiting task; the next worker claims it after `delayMs`. */
export async function parkTask(db: Db, fence: Fence, delayMs: number): Promise<void> {
  await db.query({
    name: 'task-park',
    text: `UPDATE tarefas SET lease_ate = now() + $3::int * interval '1 millisecond', tentativas = greatest(0, tentativas - 1),
             vez_em = now()
           WHERE id = $1 AND versao = $2 AND status = 'executando'`,
    values: [fence.id, fence.versao, Math.round(delayMs)],
  });
}

/**
 * Returns a task to the queue: `turn`, behind other waiting tasks; `delayMs`, not before; `counted` false: the claim
 * does not count as an attempt.
 */
export async function releaseTask(
  db: Db,
  fence: Fence,
  options: { turn: boolean; delayMs: number; counted: boolean },
): Promise<void> {
  await db.query({
    name: 'task-release',
    text: `UPDATE tarefas SET status = 'pendente', lease_ate = NULL,
             proxima_em = now() + $3::int * interval '1 millisecond', vez_em = CASE WHEN $4 THEN now() ELSE vez_em END,
             tentativas = greatest(0, tentativas - CASE WHEN $5 THEN 0 ELSE 1 END)
           WHERE id = $1 AND versao = $2 AND status = 'executando'`,
    values: [fence.id, fence.versao, Math.round(options.delayMs), options.turn, options.counted],
  });
}

/** Tells whether another company's task waits for its turn. */
export async function othersWait(db: Db, empresaId: string | null): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'task-others',
    text: `SELECT FROM tarefas WHERE tipo = ANY ($2::text[]) AND empresa_id IS DISTINCT FROM $1
             AND (status = 'pendente' AND proxima_em <= now() OR status = 'executando' AND lease_ate < now()) LIMIT 1`,
    values: [empresaId, TIPOS_TAREFA],
  });
  return rowCount === 1;
}

/** Shows the progress within a unit; attempts keep counting. @throws TaskLostError, TaskStoppedError */
export async function showProgress(
  db: Db,
  fence: Fence,
  { feito, total }: { feito: number; total: number | null },
): Promise<void> {
  const { rows } = await db.query<{ cancelar: boolean }>({
    name: 'task-show',
    text: `UPDATE tarefas SET feito = $3, total = $4 WHERE id = $1 AND versao = $2 AND status = 'executando'
           RETURNING cancelar_em IS NOT NULL AS cancelar`,
    values: [fence.id, fence.versao, feito, total],
  });
  if (!rows[0]) throw new TaskLostError();
  if (rows[0].cancelar) throw new TaskStoppedError();
}
