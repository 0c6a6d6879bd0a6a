import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { TAREFAS_ABERTAS_MAX, type TipoTarefa } from '../../domain/tasks/task-names.ts';
import {
  type CursorTarefa,
  type ParametrosTarefa,
  type ResultadoTarefa,
  TAREFAS,
} from '../../domain/tasks/tasks.ts';
import { newId } from '../../platform/database/ids.ts';
import { lock } from '../../platform/database/locks.ts';
import { notify } from '../../platform/database/notify.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';

/** PostgreSQL notification channel that wakes the workers once a task is committed. */
export const TASK_CHANNEL = 'escuta_tarefas';

export type NewTask<T extends TipoTarefa> = {
  tipo: T;
  /** Whose it is; null for one over the whole installation, which only its administrators see. */
  empresaId: string | null;
  actor: Actor;
  parametros: ParametrosTarefa<T>;
  /** Where it was chosen already what is to be done. */
  inicio?: { total: number; cursor: CursorTarefa<T>; resultado: ResultadoTarefa<T> };
};

/**
 * Asks the workers for something long, in the caller's transaction, and writes it to the audit log. @returns the task's id
 * @throws AppError muitas_tentativas when as many as TAREFAS_ABERTAS_MAX are open
 */
export async function createTask<T extends TipoTarefa>(db: Db, task: NewTask<T>): Promise<string> {
  const { tipo, empresaId, actor, inicio } = task;
  const parametros = TAREFAS[tipo].parametros.parse(task.parametros);
  await takePlace(db, empresaId);
  const id = newId();
  const { usuarioId: autorId, requestId, via, viaId } = actor;
  await db.within(INSTALACAO).tarefa.createMany({
    data: {
      ...{ id, empresaId, tipo, autorId, requestId, via, viaId, parametros },
      ...(inicio && {
        total: inicio.total,
        cursor: TAREFAS[tipo].cursor.parse(inicio.cursor),
        resultado: TAREFAS[tipo].resultado.parse(inicio.resultado),
      }),
    },
  });
  await recordAction(db, {
    ...actor,
    empresaId,
    acao: 'tarefa_pedida',
    recurso: 'tarefa',
    recursoId: id,
    detalhes: { tipo },
  });
  await notifyTasks(db);
  return id;
}

/**
 * Makes sure that one more task may be open: a new one, or one that is to go on. Until the caller's transaction ends nobody
 * else of the company is let in. @throws AppError muitas_tentativas when as many as TAREFAS_ABERTAS_MAX are open
 */
export async function takePlace(db: Db, empresaId: string | null): Promise<void> {
  // Two at once must not both count the last place as free.
  await lock(db, 'tarefas', empresaId ?? '');
  const { rows } = await db.query<{ n: number }>({
    name: 'task-count',
    text: `SELECT count(*)::int AS n FROM tarefas
           WHERE empresa_id IS NOT DISTINCT FROM $1 AND status IN ('pendente', 'executando')`,
    values: [empresaId],
  });
  if ((rows[0]?.n ?? 0) < TAREFAS_ABERTAS_MAX) return;
  throw new AppError(
    'muitas_tentativas',
    `Já há ${TAREFAS_ABERTAS_MAX} tarefas à espera ou em andamento: aguarde o fim delas, ou cancele alguma em Tarefas.`,
    { retryAfterS: 30 },
  );
}

/** Wakes the workers when the caller's transaction commits, and not if it rolls back. */
export async function notifyTasks(db: Db): Promise<void> {
  await notify(db, TASK_CHANNEL);
}

/**
 * Lets a company's tasks go on that paused for want of credits, in the transaction in which credits come in. One that somebody is changing
 * right now (stopping it, letting it go on) is theirs: who takes its runs back waits for the company's row, which is held here.
 */
export async function resumeForCredits(db: Db, empresaId: string): Promise<void> {
  const { rowCount } = await db.query({
    name: 'task-credits',
    text: `UPDATE tarefas SET status = 'pendente', versao = versao + 1, erro = NULL, codigo_erro = NULL, proxima_em = now(), vez_em = now()
           WHERE id IN (SELECT id FROM tarefas WHERE empresa_id = $1 AND status = 'pausada' AND codigo_erro = 'creditos_insuficientes'
             FOR UPDATE SKIP LOCKED)`,
    values: [empresaId],
  });
  if (rowCount) await notifyTasks(db);
}
