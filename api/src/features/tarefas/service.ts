import type { Db } from '@escuta/prisma/db';
import type { QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/operation/tarefas';
import type { TarefaWire } from '@escuta/shared/contracts/operation/tarefas';
import { AppError } from '@escuta/shared/domain/errors';
import type { AcaoRegistrada } from '@escuta/shared/domain/log/audit-actions';
import { isOpenTask, PAUSAVEIS, TIPOS_TAREFA } from '@escuta/shared/domain/tasks/task-names';
import { assertRoomForPages } from '@escuta/shared/services/documents/daily-limit';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { withdrawRuns } from '@escuta/shared/services/runs/bulk-runs';
import { notifyTasks, requireTaskRoom } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Session } from '../../sign-in/session.ts';
import { canPause, canResume, mayManage, presentTarefa } from './present.ts';
import { findTarefa, listTarefas, requestCancel, requestPause, resume, type TarefaRow } from './repo.ts';

type Page = ResponseOf<typeof contracts.listTarefas>;

/**
 * A page of the tasks in the scope, newest first.
 * @throws AppError requisicao_invalida for a page too far from the first
 */
export async function pageOfTarefas(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listTarefas>,
): Promise<Pick<Page, 'data' | 'pagination'>> {
  const { rows, ...found } = await listTarefas(deps.db, session.scope, query);
  // After a downgrade there may be kinds known only to a newer version.
  const known = rows.filter(({ tipo }) => TIPOS_TAREFA.includes(tipo));
  return presentPage(query, { rows: known, ...found }, (row) => presentTarefa(session, row));
}

/**
 * A task that this session may see, as the API answers it.
 * @throws AppError nao_encontrado
 */
export async function oneTarefa(deps: AppDeps, session: Session, id: string): Promise<TarefaWire> {
  return presentTarefa(session, await requireTarefa(deps.db, session, id));
}

async function requireTarefa(db: Db, session: Session, id: string): Promise<TarefaRow> {
  const row = await findTarefa(db, session.scope, id);
  if (!row || !TIPOS_TAREFA.includes(row.tipo)) {
    throw new AppError('nao_encontrado', 'Tarefa não encontrada.');
  }
  return row;
}

/**
 * Cancels a task.
 * @param retirar withdraws a bulk run's runs that have not begun
 * @throws AppError nao_encontrado, sem_permissao, conflito if the task has ended or was cancelled before
 */
export function cancel(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  retirar: boolean,
): Promise<TarefaWire> {
  return changeTask(deps, session, actor, id, 'tarefa_cancelada', async (db, row) => {
    const back = retirar && row.tipo === 'lote';
    if (!(await requestCancel(db, session.scope, id, actor.usuarioId, back))) {
      throw new AppError(
        'conflito',
        isOpenTask(row.status) ? 'O cancelamento já foi pedido.' : 'Esta tarefa já terminou.',
      );
    }
    // The worker withdraws a running task's runs, because the worker may be requesting another run now.
    if (back && (await requireTarefa(db, session, id)).status === 'cancelada') await withdrawRuns(db, id);
  });
}

/** Pauses a task. @throws AppError nao_encontrado, sem_permissao, conflito (cannot be paused, or is paused already) */
export function pause(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<TarefaWire> {
  return changeTask(deps, session, actor, id, 'tarefa_pausada', async (db, row) => {
    if (!PAUSAVEIS.includes(row.tipo)) throw new AppError('conflito', 'Esta tarefa não pode ser pausada.');
    if (!isOpenTask(row.status)) {
      throw new AppError(
        'conflito',
        row.status === 'pausada' ? 'A tarefa já está pausada.' : 'Esta tarefa já terminou.',
      );
    }
    if (!canPause(row)) throw new AppError('conflito', 'Nada a pausar: o restante já está em andamento.');
    if (!(await requestPause(db, session.scope, id))) {
      throw new AppError('conflito', 'A pausa ou o cancelamento já foi pedido.');
    }
  });
}

/**
 * Resumes a task, which then counts as a new task.
 * @throws AppError nao_encontrado, sem_permissao, conflito if the task is open or done, muitas_tentativas
 */
export function goOn(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<TarefaWire> {
  return changeTask(deps, session, actor, id, 'tarefa_retomada', async (db, row) => {
    const refused = new AppError('conflito', 'Só tarefas pausadas, canceladas ou com erro podem continuar.');
    if (!row.espera)
      throw new AppError('conflito', 'Não é possível continuar esta tarefa por aqui: abra a importação.');
    if (!canResume(row)) throw refused;
    await requireTaskRoom(db, row.empresa_id);
    if (row.tipo === 'ler_com_ia' && row.empresa_id !== null)
      await assertRoomForPages(db, row.empresa_id, Math.max(1, (row.total ?? 0) - row.feito));
    if (!(await resume(db, session.scope, id))) throw refused;
    await notifyTasks(db);
  });
}

/** Changes a task for a permitted caller, logs it, and notifies open pages. */
async function changeTask(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  acao: AcaoRegistrada,
  act: (db: Db, row: TarefaRow) => Promise<void>,
): Promise<TarefaWire> {
  const row = await deps.db.transaction(async (tx) => {
    const before = await requireTarefa(tx, session, id);
    if (!mayManage(session, before)) {
      throw new AppError(
        'sem_permissao',
        'Só o autor da tarefa, um gerente ou um administrador pode pausar, continuar ou cancelar a tarefa.',
      );
    }
    await act(tx, before);
    await recordAction(tx, {
      ...actor,
      empresaId: before.empresa_id,
      acao,
      recurso: 'tarefa',
      recursoId: id,
      detalhes: { tipo: before.tipo, feito: before.feito, total: before.total },
    });
    return requireTarefa(tx, session, id);
  });
  const { empresa_id: empresaId, tipo: tipoTarefa, status } = row;
  if (empresaId !== null) {
    deps.publish([{ tipo: 'tarefa', empresaId, tarefaId: id, tipoTarefa, status }]);
  }
  return presentTarefa(session, row);
}
