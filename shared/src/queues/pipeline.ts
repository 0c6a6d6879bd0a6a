import { z } from 'zod';
import { ETAPAS, type Etapa } from '../domain/runs/status.ts';
import { STATUS_TAREFA, TIPOS_TAREFA } from '../domain/tasks/task-names.ts';

/** A queue per stage, to observe and scale stages separately. */
export const STAGE_QUEUES: Record<Etapa, string> = {
  audio: 'escuta-audio',
  transcricao: 'escuta-transcricao',
  analise_texto: 'escuta-analise-texto',
  confronto: 'escuta-confronto',
  negocio: 'escuta-negocio',
  contabilizacao: 'escuta-contabilizacao',
};

/** A stage's job: ids only; PostgreSQL holds the state. */
export const stageJobSchema = z.object({
  execucaoId: z.uuid(),
  empresaId: z.uuid(),
  etapa: z.enum(ETAPAS),
  /** Fencing token of the stage row, which refuses other tokens. */
  versao: z.number().int().min(0),
  /** Outbox message of a job sent without the relay; a worker's claim marks the message as sent. */
  mensagem: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});
export type StageJob = z.infer<typeof stageJobSchema>;

/** Job id per attempt, so that adding a job that is already queued does nothing. BullMQ forbids ':'. */
export function stageJobId(job: StageJob): string {
  return `${job.execucaoId}-${job.etapa}-${job.versao}`;
}

/** Channel of a company's live events. It begins with `prefix` (REDIS_PREFIX), because pub/sub ignores databases. */
export function eventsChannel(prefix: string, empresaId: string): string {
  return `${prefix}:eventos:${empresaId}`;
}

/** Key set at each live event of a company; its remaining lifetime gives the last event's age. */
export function lastEventKey(prefix: string, empresaId: string): string {
  return `${prefix}:ultimo-evento:${empresaId}`;
}

/** Channel that announces a process's death, which may lose events (platform/process/processes.ts). */
export function gapChannel(prefix: string): string {
  return `${prefix}:eventos-perdidos`;
}

/** Key set at each gap, like `lastEventKey`; a gap counts as an event of every company. */
export function lastGapKey(prefix: string): string {
  return `${prefix}:ultima-perda`;
}

/** A change to show in the web at once. Ids only. */
export const liveEventSchema = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('item'),
    empresaId: z.uuid(),
    projetoId: z.uuid(),
    itemId: z.uuid(),
    status: z.enum(['pendente', 'processando', 'concluido', 'erro']),
  }),
  z.object({
    tipo: z.literal('execucao'),
    empresaId: z.uuid(),
    projetoId: z.uuid(),
    itemId: z.uuid(),
    execucaoId: z.uuid(),
    etapa: z.enum(ETAPAS),
    status: z.string(),
  }),
  z.object({ tipo: z.literal('creditos'), empresaId: z.uuid() }),
  /** Firings of rules appeared, ended or were decided. */
  z.object({ tipo: z.literal('alertas'), empresaId: z.uuid() }),
  /** A notification, sent only to one person's streams. */
  z.object({ tipo: z.literal('notificacao'), empresaId: z.uuid(), usuarioId: z.uuid() }),
  z.object({
    tipo: z.literal('tarefa'),
    empresaId: z.uuid(),
    tarefaId: z.uuid(),
    tipoTarefa: z.enum(TIPOS_TAREFA),
    status: z.enum(STATUS_TAREFA),
  }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/**
 * A stream's first message (`ligado`): age of a company's last event, ms. The client repeats reads before that event.
 */
export type StreamOpened = { mudouHaMs: number };

/** Channel that invalidates cached sessions and keys; payload: id of a membro or company. */
export function sessionChannel(prefix: string): string {
  return `${prefix}:sessoes`;
}

/** Channel that invalidates the cached catalogue of models and prices. */
export function cacheChannel(prefix: string): string {
  return `${prefix}:caches`;
}
