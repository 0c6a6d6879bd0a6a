import type { Db } from '@escuta/prisma/db';
import { TAREFA_AVISA_S } from '@escuta/shared/domain/log/events';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { TIPOS_TAREFA, type TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import { TAREFAS } from '@escuta/shared/domain/tasks/tasks';
import { SYSTEM_ACTOR, type Via } from '@escuta/shared/services/log/audit-log';
import { recordEvent } from '@escuta/shared/services/log/record-event';
import { type ClaimedTask, type Progress, TaskLostError, TaskStoppedError } from './task.ts';

/** Retention of ended tasks and their results. */
const KEEP = '30 days';
/** Greatest number of a company's running exports; few, because each occupies a connection for minutes. */
const EXPORTACOES_POR_EMPRESA = 5;

type Row = {
  id: string;
  tipo: TipoTarefa;
  empresa_id: string | null;
  autor_id: string | null;
  request_id: string | null;
  /** Origin of the request; null for tasks older than this column. */
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

/** A claimed task, with people's requests to cancel or pause it; `arquivada`: its company was archived. */
export type Claim = { row: Row; cancelar: boolean; pausar: boolean; arquivada: boolean };

/**
 * Claims a waiting or expired task: first from the company with the fewest running tasks, then the longest waiting.
 * Tasks of unknown kinds are left to newer workers.
 */
export async function claimTask(db: Db, leaseMs: number): Promise<Claim | null> {
  const { rows } = await db.query<Row>({
    name: 'task_claim',
    text: `
      update tarefas t set status = 'executando', versao = versao + 1, tentativas = tentativas + 1,
        lease_ate = now() + $2 * interval '1 millisecond', iniciada_em = coalesce(iniciada_em, now())
      where t.id = (
        select c.id from tarefas c
        where c.tipo = any ($1::text[])
          -- An export holds a connection and a place for minutes.
          and (c.tipo <> 'exportar' or (select count(*) from tarefas o where o.tipo = 'exportar'
            and o.status = 'executando'
            and o.lease_ate >= now() and o.empresa_id is not distinct from c.empresa_id) < ${EXPORTACOES_POR_EMPRESA})
          and (c.status = 'pendente' and c.proxima_em <= now()
          or c.status = 'executando' and c.lease_ate < now())
        order by (select count(*) from tarefas o where o.status = 'executando' and o.lease_ate >= now()
          and o.empresa_id is not distinct from c.empresa_id), c.vez_em, c.id
        limit 1 for update skip locked)
      returning t.id, t.tipo, t.empresa_id, t.autor_id, t.request_id, t.via, t.via_id, t.parametros, t.cursor,
      t.resultado, t.feito, t.total,
        t.falhas, t.versao, t.tentativas, t.cancelar_em is not null as cancelar, t.pausar_em is not null as pausar,
        exists (select from empresas e where e.id = t.empresa_id and e.arquivada_em is not null) as arquivada`,
    values: [TIPOS_TAREFA, leaseMs],
  });
  const row = rows[0];
  return row ? { row, cancelar: row.cancelar, pausar: row.pausar, arquivada: row.arquivada } : null;
}

/** Decodes a row into a task. @throws ZodError if this version cannot decode the row */
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
 * Saves a task's progress, and renews its lease for `leaseMs`. Progress that is not empty resets the count of attempts.
 * @returns whether people have asked to cancel or pause the task
 * @throws TaskLostError
 */
export async function saveProgress(
  db: Db,
  fence: Fence,
  progress: Partial<Progress<TipoTarefa>>,
  leaseMs: number,
): Promise<Asked> {
  const { rows } = await db.query<Asked>({
    name: 'task_save',
    text: `update tarefas set feito = coalesce($3, feito), total = coalesce($4, total), falhas = coalesce($5, falhas),
             cursor = coalesce($6::jsonb, cursor), resultado = coalesce($7::jsonb, resultado),
             tentativas = case when $9 then 0 else tentativas end,
             lease_ate = now() + $8 * interval '1 millisecond'
           where id = $1 and versao = $2 and status = 'executando' returning cancelar_em is not null as cancelar,
           pausar_em is not null as pausar`,
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

/** Renews tasks for another `leaseMs`. @returns ids still held by this worker */
export async function renewTasks(db: Db, held: readonly Fence[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'task_renew',
    text: `update tarefas t set lease_ate = now() + $3 * interval '1 millisecond'
           from unnest($1::uuid[], $2::int[]) as h (id, versao)
           where t.id = h.id and t.versao = h.versao and t.status = 'executando' returning t.id`,
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
  /** Time since the request, s. */
  durou: number;
};

/**
 * Ends a task in the caller's transaction. Notifies the requesting person of a task longer than TAREFA_AVISA_S.
 * @param parametros reduced parameters; null: unchanged
 * @throws TaskLostError
 */
export async function endTask(
  db: Db,
  fence: Fence,
  end: TaskEnd,
  parametros: object | null = null,
): Promise<void> {
  const { rows } = await db.query<Ended>({
    name: 'task_end',
    text: `update tarefas set status = $3, erro = $4, codigo_erro = $5, lease_ate = null, terminada_em = now(),
             expira_em = now() + interval '${KEEP}', parametros = coalesce($6::jsonb, parametros)
           where id = $1 and versao = $2 and status = 'executando'
           returning empresa_id, autor_id, tipo, falhas, extract(epoch from now() - created_at)::float8 as durou`,
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

/** Pauses a task. @param motivo null if a person paused the task @throws TaskLostError */
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

/** Frees a waiting task for workers again after `delayMs`, without counting the attempt. */
export async function parkTask(db: Db, fence: Fence, delayMs: number): Promise<void> {
  await db.query({
    name: 'task_park',
    text: `update tarefas set lease_ate = now() + $3::int * interval '1 millisecond',
      tentativas = greatest(0, tentativas - 1),
             vez_em = now()
           where id = $1 and versao = $2 and status = 'executando'`,
    values: [fence.id, fence.versao, Math.round(delayMs)],
  });
}

/** Makes a task wait for at least `delayMs`. `turn`: the task waits behind others; `counted`: the attempt counts. */
export async function releaseTask(
  db: Db,
  fence: Fence,
  options: { turn: boolean; delayMs: number; counted: boolean },
): Promise<void> {
  await db.query({
    name: 'task_release',
    text: `update tarefas set status = 'pendente', lease_ate = null,
             proxima_em = now() + $3::int * interval '1 millisecond', vez_em = case when $4 then now() else vez_em end,
             tentativas = greatest(0, tentativas - case when $5 then 0 else 1 end)
           where id = $1 and versao = $2 and status = 'executando'`,
    values: [fence.id, fence.versao, Math.round(options.delayMs), options.turn, options.counted],
  });
}

export async function othersWait(db: Db, empresaId: string | null): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'task_others',
    text: `select from tarefas where tipo = any ($2::text[]) and empresa_id is distinct from $1
             and (status = 'pendente' and proxima_em <= now() or status = 'executando' and lease_ate < now()) limit 1`,
    values: [empresaId, TIPOS_TAREFA],
  });
  return rowCount === 1;
}

/**
 * Shows progress within a unit of work, without resetting the count of attempts.
 * @throws TaskLostError, TaskStoppedError
 */
export async function showProgress(
  db: Db,
  fence: Fence,
  { feito, total }: { feito: number; total: number | null },
): Promise<void> {
  const { rows } = await db.query<{ cancelar: boolean }>({
    name: 'task_show',
    text: `update tarefas set feito = $3, total = $4 where id = $1 and versao = $2 and status = 'executando'
           returning cancelar_em is not null as cancelar`,
    values: [fence.id, fence.versao, feito, total],
  });
  if (!rows[0]) throw new TaskLostError();
  if (rows[0].cancelar) throw new TaskStoppedError();
}
