import type { Database } from '@escuta/prisma/db';
import type { FimDeTrabalho } from '@escuta/shared/domain/background-work';
import { AppError } from '@escuta/shared/domain/errors';
import type { StatusTarefa, TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import { askedAsKept } from '@escuta/shared/domain/text/typed-text';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { inSpan } from '@escuta/shared/platform/tracing/tracing';
import { lockBalance } from '@escuta/shared/services/credits/ledger';
import type { BalanceNotices } from '@escuta/shared/services/credits/low-balance';
import { waitAfter } from '../background/backoff.ts';
import { LeaseLostError } from '../background/lease.ts';
import type { Hand, RowWork } from '../background/loop.ts';
import { TASK_KINDS } from './table.ts';
import {
  type ClaimedTask,
  type Progress,
  type TaskContext,
  type TaskKind,
  TaskPause,
  TaskStoppedError,
} from './task.ts';
import {
  type Asked,
  type Claim,
  claimTask,
  decodeTask,
  endTask,
  othersWait,
  parkTask,
  pauseTask,
  releaseTask,
  renewTasks,
  saveProgress,
  type TaskEnd,
} from './task-repo.ts';

const SLOTS = 2;
/** Interval between polls, ms; a poll also finds the tasks of dead workers. */
const POLL_MS = 5000;
/** Longest run of a task while others wait, ms. */
const TURN_MS = 20_000;
/** Claims without progress after which a task is given up. */
const ATTEMPTS = 5;
/** Delay after a failure, ms; doubles up to BACKOFF_MAX_MS. */
const BACKOFF_MS = 1000;
const BACKOFF_MAX_MS = 60_000;
/** Least interval between progress messages to open pages, ms. */
const TELL_MS = 400;

const PAROU = 'A tarefa parou várias vezes no mesmo ponto. A parte concluída é mantida; tente de novo.';
const ARQUIVADA = 'A empresa foi arquivada: a tarefa não foi concluída.';
const ILEGIVEL = 'Esta tarefa não pôde ser lida por esta versão da Escuta. Peça a tarefa de novo.';

export type TasksOptions = {
  db: Database;
  store: ObjectStore;
  log: Logger;
  publish: LivePublisher;
  notices: BalanceNotices;
  entrevistaMinutos: number;
  som: TaskContext<TipoTarefa>['som'];
  ia: TaskContext<TipoTarefa>['ia'];
  leaseMs: number;
  onEnd?: (tipo: TipoTarefa, resultado: string) => void;
  kinds?: typeof TASK_KINDS;
  slots?: number;
  pollMs?: number;
  turnMs?: number;
  waitMs?: number;
  backoffMs?: number;
};

type Row = Claim['row'];
type TaskHand = Pick<Hand, 'signal' | 'isEnding' | 'againIn'>;

/**
 * Runs tasks unit by unit: claims, renews, stops, retries and ends tasks, and lets other tasks have their turn. Each
 * unit saves where the next continues.
 */
export class Tasks {
  readonly #options: TasksOptions;

  constructor(options: TasksOptions) {
    this.#options = options;
  }

  get work(): RowWork<Row & { claim: Claim }> {
    const { db, leaseMs, slots = SLOTS, pollMs = POLL_MS } = this.#options;
    return {
      nome: 'tarefas',
      places: slots,
      pollMs,
      // Claims one task at a time, because each claim decides whose turn is next.
      take: async () => {
        const claim = await claimTask(db, leaseMs);
        return claim ? [{ ...claim.row, claim }] : [];
      },
      lease: { ms: leaseMs, renew: (held) => renewTasks(db, held, leaseMs) },
      run: ({ claim }, hand) => this.#run(claim, hand),
      // `run` fails only without database or lease, so that nothing can be written and another worker takes over.
      failed: async () => 'perdido',
      giveBack: async () => undefined,
      atEnd: 'leave',
    };
  }

  /** Runs a task until it ends or its turn is over. @throws the database's errors, TaskLostError */
  async #run(claim: Claim, hand: TaskHand): Promise<FimDeTrabalho> {
    const { log } = this.#options;
    const { row } = claim;
    const about = { tarefaId: row.id, tipo: row.tipo, empresaId: row.empresa_id };
    let task: ClaimedTask | null = null;
    try {
      task = decodeTask(row);
    } catch (error) {
      log.error({ err: error, ...about }, 'Tarefa ilegível');
    }
    if (!task) return this.#endUnread(claim);
    if (claim.cancelar) return this.#end(task, { status: 'cancelada' });
    if (claim.arquivada)
      return this.#end(task, { status: 'cancelada', erro: ARQUIVADA, codigo: 'arquivada' });
    if (claim.pausar) return this.#pause(task, null);
    if (task.tentativas > ATTEMPTS) return this.#end(task, { status: 'erro', erro: PAROU, codigo: 'parou' });
    return this.#traced(task, hand);
  }

  /** @throws the errors of `#work` */
  async #traced(task: ClaimedTask, hand: TaskHand): Promise<FimDeTrabalho> {
    const attributes = { 'escuta.tarefa_id': task.id, 'escuta.empresa_id': task.empresaId ?? '' };
    return inSpan(`tarefa ${task.tipo}`, { kind: 'consumer', attributes }, () => this.#work(task, hand));
  }

  async #endUnread({ row }: Claim): Promise<FimDeTrabalho> {
    await this.#options.db.transaction((tx) =>
      endTask(tx, row, { status: 'erro', erro: ILEGIVEL, codigo: 'ilegivel' }),
    );
    return 'desistiu';
  }

  /** @throws the database's errors */
  async #work<T extends TipoTarefa>(claimed: ClaimedTask<T>, hand: TaskHand): Promise<FimDeTrabalho> {
    const { signal } = hand;
    const {
      db,
      store,
      publish,
      notices,
      entrevistaMinutos,
      som,
      ia,
      leaseMs,
      log,
      kinds = TASK_KINDS,
    } = this.#options;
    const kind = kinds[claimed.tipo] as TaskKind<T>;
    let task = claimed;
    let asked: Asked = { cancelar: false, pausar: false };
    let saved: Partial<Progress<T>> = {};
    const context = (): TaskContext<T> => ({
      db,
      store,
      signal,
      publish,
      notices,
      entrevistaMinutos,
      som,
      ia,
      task,
      save: async (db, progress) => {
        signal.throwIfAborted();
        const now = await saveProgress(db, task, progress, leaseMs);
        // A repeated transaction sets both variables again, so that the committed attempt counts.
        saved = progress;
        asked = now;
      },
    });
    /** Takes a step's progress into `task`, once the transaction is committed. */
    const accept = () => {
      task = { ...task, ...saved, tentativas: 0 };
      saved = {};
    };
    const tell = this.#teller();
    try {
      if (!task.cursor) {
        await kind.begin(context());
        accept();
      }
      tell(task);
      const began = performance.now();
      let more: Awaited<ReturnType<typeof kind.step>> = true;
      while (!asked.cancelar && !asked.pausar) {
        more = await kind.step(context());
        if (!more) break;
        accept();
        tell(task);
        if (asked.cancelar || asked.pausar || signal.aborted) break;
        if (more !== true) return await this.#park(task, more.esperarMs, hand);
        if (hand.isEnding()) {
          await releaseTask(db, task, { turn: false, delayMs: 0, counted: false });
          return 'devolvido';
        }
        if (performance.now() - began > (this.#options.turnMs ?? TURN_MS)) {
          if (await othersWait(db, task.empresaId)) {
            await releaseTask(db, task, { turn: true, delayMs: 0, counted: false });
            return 'adiado';
          }
        }
      }
      signal.throwIfAborted();
      const isDone = task.total !== null && task.feito >= task.total;
      if (more && !isDone && asked.pausar && !asked.cancelar) return await this.#pause(task, null);
      return await this.#end(task, { status: asked.cancelar && !isDone ? 'cancelada' : 'concluida' });
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (error instanceof TaskStoppedError) return await this.#end(task, { status: 'cancelada' });
      if (error instanceof TaskPause) {
        return await this.#pause(task, error);
      }
      if (error instanceof AppError) {
        return await this.#end(task, { status: 'erro', erro: error.message, codigo: error.code });
      }
      log.error({ err: error, tarefaId: task.id, tipo: task.tipo }, 'Erro inesperado em uma tarefa');
      if (task.tentativas >= ATTEMPTS) {
        return await this.#end(task, { status: 'erro', erro: PAROU, codigo: 'parou' });
      }
      const { backoffMs: firstMs = BACKOFF_MS } = this.#options;
      const delayMs = waitAfter({ firstMs, maxMs: BACKOFF_MAX_MS }, task.tentativas) as number;
      await releaseTask(db, task, { turn: false, delayMs, counted: true });
      return 'adiado';
    }
  }

  async #end<T extends TipoTarefa>(task: ClaimedTask<T>, end: TaskEnd): Promise<FimDeTrabalho> {
    const { db, log, onEnd, kinds = TASK_KINDS } = this.#options;
    const kind = kinds[task.tipo] as TaskKind<T>;
    await db.transaction(async (tx) => {
      // A finished task keeps only reduced parameters; a task that may be resumed needs all.
      const kept = end.status === 'concluida' ? askedAsKept(task.tipo, task.parametros) : null;
      await endTask(tx, task, end, kept);
      await kind.ended?.(tx, task);
    });
    onEnd?.(task.tipo, end.status);
    this.#publish(task, end.status);
    const { id, tipo, empresaId, feito, total } = task;
    log.info({ tarefaId: id, tipo, empresaId, status: end.status, feito, total }, 'Tarefa encerrada');
    return end.status === 'erro' ? 'desistiu' : 'feito';
  }

  /** @param why null if a person paused the task */
  async #pause(task: ClaimedTask, why: TaskPause | null): Promise<FimDeTrabalho> {
    const { db, log } = this.#options;
    const { id, tipo, empresaId } = task;
    const paused = await db.transaction(async (tx) => {
      // Reads the balance under the company's lock, so that a concurrent purchase is seen, or finds the paused task.
      if (why?.creditos != null && (await lockBalance(tx, empresaId ?? '')) >= why.creditos) {
        await releaseTask(tx, task, { turn: false, delayMs: 0, counted: false });
        return false;
      }
      await pauseTask(tx, task, why && { erro: why.message, codigo: why.code });
      return true;
    });
    if (!paused) return 'adiado';
    this.#publish(task, 'pausada');
    log.info({ tarefaId: id, tipo, empresaId, motivo: why?.code }, 'Tarefa pausada');
    return 'adiado';
  }

  async #park(task: ClaimedTask, delayMs: number, hand: TaskHand): Promise<FimDeTrabalho> {
    const { db, waitMs = delayMs } = this.#options;
    await parkTask(db, task, waitMs);
    hand.againIn(waitMs + 20);
    return 'adiado';
  }

  /** Returns a function that sends progress to open pages, at most once every TELL_MS. */
  #teller(): (task: ClaimedTask) => void {
    let told = Number.NEGATIVE_INFINITY;
    return (task) => {
      if (performance.now() - told < TELL_MS) return;
      told = performance.now();
      this.#publish(task, 'executando');
    };
  }

  #publish({ id, tipo, empresaId }: ClaimedTask, status: StatusTarefa): void {
    if (empresaId === null) return;
    this.#options.publish([{ tipo: 'tarefa', empresaId, tarefaId: id, tipoTarefa: tipo, status }]);
  }
}
