import type { Database, Db } from '@escuta/prisma/db';
import type { Scope } from '@escuta/shared/domain/scope';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import type { CursorTarefa, ParametrosTarefa, ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type { BalanceNotices } from '@escuta/shared/services/credits/low-balance';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { LeaseLostError } from '../background/lease.ts';
import type { ReadingAi } from '../documents/read-page.ts';

/** Thrown if the task's lease was lost or the task has ended: this worker must not write. */
export class TaskLostError extends LeaseLostError {
  override readonly name = 'TaskLostError';
}

/** Thrown if a person has cancelled the task. */
export class TaskStoppedError extends Error {
  override readonly name = 'TaskStoppedError';
}

/** Thrown to pause a task, with a reason; a person, or a purchase of credits, resumes it. */
export class TaskPause extends Error {
  override readonly name = 'TaskPause';
  readonly code: string;
  /** Number of credits that the task needs, at which a purchase resumes it; null if it does not wait for credits. */
  readonly creditos: number | null;

  constructor(code: string, message: string, creditos: number | null = null) {
    super(message);
    this.code = code;
    this.creditos = creditos;
  }
}

export type Progress<T extends TipoTarefa> = {
  feito: number;
  total: number | null;
  /** Number of failed units of work, included in `feito`. */
  falhas: number;
  cursor: CursorTarefa<T> | null;
  resultado: ResultadoTarefa<T> | null;
};

export type ClaimedTask<T extends TipoTarefa = TipoTarefa> = Progress<T> & {
  id: string;
  tipo: T;
  empresaId: string | null;
  scope: Scope;
  /** The person or key that requested the task, in whose name it acts. */
  actor: Actor;
  parametros: ParametrosTarefa<T>;
  versao: number;
  /** Number of claims since the last progress, including the present claim. */
  tentativas: number;
};

export type TaskContext<T extends TipoTarefa> = {
  db: Database;
  store: ObjectStore;
  /** Aborts when the lease is lost. */
  signal: AbortSignal;
  publish: LivePublisher;
  notices: BalanceNotices;
  entrevistaMinutos: number;
  /** The decoder's path, and a recording's greatest length (minutes) and size (MB). */
  som: { ffmpegPath: string; maxMinutos: number; maxMb: number };
  ia: ReadingAi;
  task: Readonly<ClaimedTask<T>>;
  /** Saves the progress in the transaction of the unit of work, so that each unit is done and counted only once. */
  save: (db: Db, progress: Partial<Progress<T>>) => Promise<void>;
};

/**
 * The work of a kind of task; tasks.ts does the rest (lease, cancelling, turns, retries). If `begin` or `step` throws
 * an AppError, the task ends with its message; after any other error, it is tried again.
 */
export type TaskKind<T extends TipoTarefa> = {
  /** Selects the work, and saves `total` and `cursor`; not called if the task has a cursor already. */
  begin: (context: TaskContext<T>) => Promise<void>;
  /**
   * Does a short unit of work.
   * @returns false if no work is left; else true, or the time to wait before the next unit, ms
   * @throws TaskPause to pause the task
   */
  step: (context: TaskContext<T>) => Promise<boolean | { esperarMs: number }>;
  /** Writes further data, in the transaction that ends the task, however it ends. */
  ended?: (db: Db, task: ClaimedTask<T>) => Promise<void>;
};
