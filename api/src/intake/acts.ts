/**
 * The actions on intakes (prepared audits, batches of recordings, imports), each in a transaction under the intake's
 * lock.
 */
import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { ACTS, type StagedKind } from '@escuta/shared/domain/intake/acts';
import type { Scope } from '@escuta/shared/domain/scope';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import type { ParametrosTarefa } from '@escuta/shared/domain/tasks/tasks';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import {
  type Held,
  lockIntake,
  notFound,
  notNow,
  type Parameter,
  TABLES,
} from '@escuta/shared/services/intake/held';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../deps.ts';
import { isElsewhere } from '../reads/foreign-id-repo.ts';
import { countOpen, lockTarget, type Target, type TargetAsked } from './intake-repo.ts';

export type Acting = { scope: Scope; actor: Actor };

/**
 * Makes an action on intakes of `kind`, which runs `work` under the intake's lock, then reads the intake again.
 * @throws AppError nao_encontrado, and the errors of `work`
 */
export const actsOn =
  <K extends StagedKind, Shown>(kind: K, read: (deps: AppDeps, scope: Scope, id: string) => Promise<Shown>) =>
  async (
    deps: AppDeps,
    scope: Scope,
    id: string,
    work: (tx: Db, held: Held<K>) => Promise<void>,
  ): Promise<Shown> => {
    await deps.db.transaction(async (tx) => work(tx, await lockIntake(tx, kind, scope, id)));
    return read(deps, scope, id);
  };

/**
 * Enqueues an intake's next step.
 * @returns the task's id
 * @throws AppError muitas_tentativas
 */
export function askFor<K extends StagedKind>(
  db: Db,
  kind: K,
  { id, empresa_id: empresaId }: Pick<Held<K>, 'id' | 'empresa_id'>,
  actor: Actor,
  tipo: TaskOf<K>,
): Promise<string> {
  const parametros = { [`${kind}Id`]: id } as ParametrosTarefa<TaskOf<K>>;
  return createTask(db, { tipo, empresaId, actor, parametros });
}

/** Types of tasks whose parameters name an intake of a kind. */
type TaskOf<K extends StagedKind> = {
  [T in TipoTarefa]: ParametrosTarefa<T> extends Record<Parameter<K>, string> ? T : never;
}[TipoTarefa];

/**
 * Cancels an open intake; does nothing if already cancelled.
 * @param throwAway discards the contents and saves the state
 * @param detalhes further log details
 * @throws AppError conflito in any other state
 */
export async function giveUp<K extends StagedKind>(
  db: Db,
  kind: K,
  held: Held<K>,
  { actor, throwAway, detalhes = {} }: { actor: Actor; throwAway: () => Promise<void>; detalhes?: object },
): Promise<void> {
  const { givenUp, open, log } = ACTS[kind];
  if (held.estado === givenUp) return;
  if (!open.includes(held.estado)) throw notNow(kind, held);
  await throwAway();
  await recordAction(db, {
    ...{ ...actor, empresaId: held.empresa_id, recurso: log.recurso, recursoId: held.id },
    acao: log.givenUp,
    detalhes: { ...detalhes, estado: held.estado },
  });
}

const DAY_MS = 86_400_000;

/**
 * Refuses an undo after the kind's time limit.
 * @throws AppError regra_violada, conflito for a kind without undo
 */
export function requireUndoTerm(kind: StagedKind, held: { estado: string }, madeAt: Date | null): void {
  const { undo } = ACTS[kind];
  if (!undo) throw notNow(kind, held);
  if (madeAt && madeAt.getTime() >= Date.now() - undo.days * DAY_MS) return;
  throw new AppError('regra_violada', undo.over);
}

/**
 * Finds the intake's project and locks it against deletion.
 * @throws AppError nao_encontrado, regra_violada
 */
export async function requireTarget(
  db: Db,
  kind: StagedKind,
  scope: Scope,
  asked: TargetAsked,
): Promise<Target> {
  const { types, otherType, inactive, example } = ACTS[kind].target;
  const projeto = await lockTarget(db, scope, asked);
  if (!projeto) {
    const missing = 'projetoId' in asked ? 'Projeto não encontrado.' : 'Auditoria não encontrada.';
    throw new AppError('nao_encontrado', missing);
  }
  if (!types.includes(projeto.tipo)) throw new AppError('regra_violada', otherType);
  if (!projeto.is_active) throw new AppError('regra_violada', inactive);
  if (projeto.exemplo) throw new AppError('regra_violada', example);
  return { empresaId: projeto.empresa_id, projetoId: projeto.id };
}

/**
 * Requires that the company has fewer open intakes besides `id` than the kind's limit, and locks their number until the
 * transaction ends.
 * @throws AppError muitas_tentativas
 */
export async function requireRoom(db: Db, kind: StagedKind, empresaId: string, id: string): Promise<void> {
  const { room } = ACTS[kind];
  if (!room || (await countOpen(db, kind, empresaId, id)) < room.max) return;
  throw new AppError('muitas_tentativas', room.none, { retryAfterS: 60 });
}

/** The values and functions for beginning an intake, which differ between kinds. */
type Beginning<Row, To extends Target> = {
  id: string;
  /** Announced size, bytes. */
  bytes: number;
  find: (db: Db, scope: Scope, id: string) => Promise<Row | null>;
  /** True if an existing intake has the requested content. */
  isSame: (row: Row) => boolean;
  target: (tx: Db) => Promise<To>;
  insert: (tx: Db, to: To) => Promise<boolean>;
};

/**
 * Begins an intake, whose files the client uploads afterwards; idempotent by id.
 * @throws AppError nao_encontrado, regra_violada, cota_atingida, muitas_tentativas, conflito for another intake's id
 */
export async function beginOnce<Row, To extends Target>(
  kind: StagedKind,
  deps: AppDeps,
  scope: Extract<Scope, { kind: 'empresa' }>,
  { id, bytes, find, isSame, target, insert }: Beginning<Row, To>,
): Promise<Row> {
  if (await isElsewhere(deps.db, TABLES[kind].model, scope.empresaId, id)) throw notFound(kind);
  const otherData = () => new AppError('conflito', ACTS[kind].otherData);
  const before = await find(deps.db, scope, id);
  if (before && isSame(before)) return before;
  await deps.db.transaction(async (tx) => {
    const to = await target(tx);
    // Checks the id after the project, because a caller without access to the project must not learn that the id
    // exists.
    if (before) throw otherData();
    await requireRoom(tx, kind, to.empresaId, id);
    await requireBytes(tx, deps.env, to.empresaId, bytes);
    await insert(tx, to);
  });
  const row = await find(deps.db, scope, id);
  // Another company took this id meanwhile; the caller must not learn of that company's intake.
  if (!row) throw notFound(kind);
  if (!isSame(row)) throw otherData();
  return row;
}
