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

/** The task is no longer this worker's: somebody else claimed it, or it was ended. Nothing may be written. */
export class TaskLostError extends LeaseLostError {
  override readonly name = 'TaskLostError';
}

/** Somebody asked to cancel the task while one of its units was under way: the task ends as it stands. */
export class TaskStoppedError extends Error {
  override readonly name = 'TaskStoppedError';
}

/** A kind stops its task for now, with a reason that people read; it goes on when somebody (or what was lacking) lets it. */
export class TaskPause extends Error {
  override readonly name = 'TaskPause';
  readonly code: string;
  /** Credits for want of which it stops: whoever buys so many lets it go on. */
  readonly creditos: number | null;

  constructor(code: string, message: string, creditos: number | null = null) {
    super(message);
    this.code = code;
    this.creditos = creditos;
  }
}

/** How far a task has come. */
export type Progress<T extends TipoTarefa> = {
  feito: number;
  /** Null while it is not known. */
  total: number | null;
  /** Of `feito`: what could not be done. */
  falhas: number;
  cursor: CursorTarefa<T> | null;
  resultado: ResultadoTarefa<T> | null;
};

/** A task in this worker's hands. */
export type ClaimedTask<T extends TipoTarefa = TipoTarefa> = Progress<T> & {
  id: string;
  tipo: T;
  empresaId: string | null;
  /** What it may touch: its company, or the whole installation. */
  scope: Scope;
  /** Who asked for it: what it does is done in their name. */
  actor: Actor;
  parametros: ParametrosTarefa<T>;
  /** Fencing token. */
  versao: number;
  /** Claims since it last came any further, this one included. */
  tentativas: number;
};

/** What a kind works with. */
export type TaskContext<T extends TipoTarefa> = {
  db: Database;
  store: ObjectStore;
  /** Aborted once the task is no longer this worker's. */
  signal: AbortSignal;
  publish: LivePublisher;
  notices: BalanceNotices;
  /** Minutes of an interview for each credit. */
  entrevistaMinutos: number;
  /** What measuring a recording takes: the program that decodes, and the longest (minutes) and largest (MB) recording that is accepted. */
  som: { ffmpegPath: string; maxMinutos: number; maxMb: number };
  /** What asking a model about a document takes. */
  ia: ReadingAi;
  /** As it stands in the database. */
  task: Readonly<ClaimedTask<T>>;
  /**
   * Says how far it has come: in the transaction of what was done (`alongside`), so that each unit is done and counted once
   * whatever dies; a worker whose task was taken over gets a TaskLostError, which rolls the unit back.
   */
  save: (db: Db, progress: Partial<Progress<T>>) => Promise<void>;
};

/**
 * How a kind is done. Everything around it (claim, lease, cancelling, taking turns, trying again, the end) is tasks.ts's.
 * An AppError that leaves `begin` or `step` ends the task in erro with its message; what else is thrown is tried again.
 */
export type TaskKind<T extends TipoTarefa> = {
  /** Chooses what is to be done and saves `total` and `cursor`. Only while there is no cursor. */
  begin: (context: TaskContext<T>) => Promise<void>;
  /**
   * One unit, short: between two the task may be paused, cancelled or handed over. @returns whether there was one; or after how long, ms, there
   * may be: until then the worker does others. A TaskPause stops it for now.
   */
  step: (context: TaskContext<T>) => Promise<boolean | { esperarMs: number }>;
  /** What else is written when it ends, however it ends, in that transaction. */
  ended?: (db: Db, task: ClaimedTask<T>) => Promise<void>;
};
