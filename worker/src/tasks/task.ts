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

/** Thrown if the lease was lost or the task has ended, so that this worker must not write. */
export class TaskLostError extends LeaseLostError {
  override readonly name = 'TaskLostError';
}

/** Thrown if a person has cancelled the task. */
export class TaskStoppedError extends Error {
  override readonly name = 'TaskStoppedError';
}

/** Thrown to pause a task until a person or a purchase of credits resumes it. */
export class TaskPause extends Error {
  override readonly name = 'TaskPause';
  readonly code: string;
  /** Credits at which a purchase resumes the task; null without a need for credits. */
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
  /** Failed units of work, included in `feito`. */
  falhas: number;
  cursor: CursorTarefa<T> | null;
  resultado: ResultadoTarefa<T> | null;
};

export type ClaimedTask<T extends TipoTarefa = TipoTarefa> = Progress<T> & {
  id: string;
  tipo: T;
  empresaId: string | null;
  scope: Scope;
  /** The requesting person or key, in whose name the task acts. */
  actor: Actor;
  parametros: ParametrosTarefa<T>;
  versao: number;
  /** Claims since the last progress, including the present one. */
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
  /** The decoder's path; a recording's greatest length (minutes) and size (MB). */
  som: { ffmpegPath: string; maxMinutos: number; maxMb: number };
  ia: ReadingAi;
  task: Readonly<ClaimedTask<T>>;
  /** Saves the progress in the unit of work's transaction, so that each unit counts only once. */
  save: (db: Db, progress: Partial<Progress<T>>) => Promise<void>;
};

/**
 * The work of a kind of task; tasks.ts does the rest (lease, cancelling, turns, retries). An AppError of `begin` or
 * `step` ends the task with its message; other errors are retried.
 */
export type TaskKind<T extends TipoTarefa> = {
  /** Selects the work, and saves `total` and `cursor`; not called if the task has a cursor. */
  begin: (context: TaskContext<T>) => Promise<void>;
  /**
   * Does a short unit of work.
   * @returns false if none is left; else true, or the wait before the next unit, ms
   * @throws TaskPause
   */
  step: (context: TaskContext<T>) => Promise<boolean | { esperarMs: number }>;
  /** Writes further data in the transaction that ends the task in any way. */
  ended?: (db: Db, task: ClaimedTask<T>) => Promise<void>;
};
