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

/** The lease was lost, or the task ended: nothing may be written. */
export class TaskLostError extends LeaseLostError {
  override readonly name = 'TaskLostError';
}

/** A person cancelled the task. */
export class TaskStoppedError extends Error {
  override readonly name = 'TaskStoppedError';
}

/** Pauses a task with a reason; a person or new credits resume it. */
export class TaskPause extends Error {
  override readonly name = 'TaskPause';
  readonly code: string;
  /** Missing credits; a purchase of this many resumes the task. */
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
  /** Failed units within `feito`. */
  falhas: number;
  cursor: CursorTarefa<T> | null;
  resultado: ResultadoTarefa<T> | null;
};

export type ClaimedTask<T extends TipoTarefa = TipoTarefa> = Progress<T> & {
  id: string;
  tipo: T;
  empresaId: string | null;
  scope: Scope;
  /** The requester, who is the task's actor. */
  actor: Actor;
  parametros: ParametrosTarefa<T>;
  versao: number;
  /** Claims since the last progress, including this one. */
  tentativas: number;
};

export type TaskContext<T extends TipoTarefa> = {
  db: Database;
  store: ObjectStore;
  /** Aborted when the lease is lost. */
  signal: AbortSignal;
  publish: LivePublisher;
  notices: BalanceNotices;
  entrevistaMinutos: number;
  /** The decoder, and a recording's maximum length (minutes) and size (MB). */
  som: { ffmpegPath: string; maxMinutos: number; maxMb: number };
  ia: ReadingAi;
  task: Readonly<ClaimedTask<T>>;
  /** Saves progress in the unit's transaction, so that each unit is done and counted once. */
  save: (db: Db, progress: Partial<Progress<T>>) => Promise<void>;
};

/**
 * The work of a kind of task; tasks.ts does the rest (lease, cancelling, turns, retries). An AppError from `begin` or
 * `step` ends the task with its message; after other errors it is retried.
 */
export type TaskKind<T extends TipoTarefa> = {
  /** Selects the work, and saves `total` and `cursor`; skipped if there is a cursor. */
  begin: (context: TaskContext<T>) => Promise<void>;
  /**
   * Does a short unit.
   * @returns whether there was a unit left, or the ms to wait
   * @throws TaskPause to pause the task
   */
  step: (context: TaskContext<T>) => Promise<boolean | { esperarMs: number }>;
  /** Writes further data in the transaction of any end. */
  ended?: (db: Db, task: ClaimedTask<T>) => Promise<void>;
};
