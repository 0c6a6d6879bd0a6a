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

export const TASK_CHANNEL = 'escuta_tarefas';

export type NewTask<T extends TipoTarefa> = {
  tipo: T;
  /** Null: the installation's task, visible only to administrators. */
  empresaId: string | null;
  actor: Actor;
  parametros: ParametrosTarefa<T>;
  /** Total, position and first result, if the items are already chosen. */
  inicio?: { total: number; cursor: CursorTarefa<T>; resultado: ResultadoTarefa<T> };
};

/**
 * Creates a task for workers, with its log entry.
 * @throws AppError muitas_tentativas at TAREFAS_ABERTAS_MAX open tasks
 */
export async function createTask<T extends TipoTarefa>(db: Db, task: NewTask<T>): Promise<string> {
  const { tipo, empresaId, actor, inicio } = task;
  const parametros = TAREFAS[tipo].parametros.parse(task.parametros);
  await requireTaskRoom(db, empresaId);
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
 * Locks the company's tasks and requires room for another.
 * @throws AppError muitas_tentativas at TAREFAS_ABERTAS_MAX open tasks
 */
export async function requireTaskRoom(db: Db, empresaId: string | null): Promise<void> {
  // Prevents two callers from taking the last place.
  await lock(db, 'tarefas', empresaId ?? '');
  const { rows } = await db.query<{ n: number }>({
    name: 'task_count',
    text: `select count(*)::int as n from tarefas
           where empresa_id is not distinct from $1 and status in ('pendente', 'executando')`,
    values: [empresaId],
  });
  if ((rows[0]?.n ?? 0) < TAREFAS_ABERTAS_MAX) return;
  throw new AppError(
    'muitas_tentativas',
    `Já há ${TAREFAS_ABERTAS_MAX} tarefas na fila ou em andamento: aguarde o fim delas, ou cancele alguma em Tarefas.`,
    { retryAfterS: 30 },
  );
}

/** Wakes workers when the caller's transaction commits. */
export async function notifyTasks(db: Db): Promise<void> {
  await notify(db, TASK_CHANNEL);
}

/** Resumes a company's tasks paused for lack of credits, in the transaction that adds credits. Skips locked tasks. */
export async function resumeForCredits(db: Db, empresaId: string): Promise<void> {
  const { rowCount } = await db.query({
    name: 'task_credits',
    text: `update tarefas set status = 'pendente', versao = versao + 1, erro = null, codigo_erro = null,
      proxima_em = now(), vez_em = now()
           where id in (select id from tarefas where empresa_id = $1 and status = 'pausada'
             and codigo_erro = 'creditos_insuficientes'
             for update skip locked)`,
    values: [empresaId],
  });
  if (rowCount) await notifyTasks(db);
}
