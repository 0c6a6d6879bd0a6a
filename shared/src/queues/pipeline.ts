import { z } from 'zod';
import { ETAPAS, type Etapa } from '../domain/runs/status.ts';
import { STATUS_TAREFA, TIPOS_TAREFA } from '../domain/tasks/task-names.ts';

/** A queue of its own for each stage, so that operators see and scale each. */
export const STAGE_QUEUES: Record<Etapa, string> = {
  audio: 'escuta-audio',
  transcricao: 'escuta-transcricao',
  analise_texto: 'escuta-analise-texto',
  confronto: 'escuta-confronto',
  negocio: 'escuta-negocio',
  contabilizacao: 'escuta-contabilizacao',
};

/** What a stage's job carries: ids only. PostgreSQL is the truth. */
export const stageJobSchema = z.object({
  execucaoId: z.uuid(),
  empresaId: z.uuid(),
  etapa: z.enum(ETAPAS),
  /** Fencing token of the stage row when the job was made: a claim under another one is refused. */
  versao: z.number().int().min(0),
  /** The outbox message that it came by without the relay: whoever claims the stage marks it as sent. */
  mensagem: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});
export type StageJob = z.infer<typeof stageJobSchema>;

/**
 * Id of a stage's job: the same for the same attempt, so that adding a job which still stands in its queue does nothing.
 * BullMQ takes no ':' in an id of ours.
 */
export function stageJobId(job: StageJob): string {
  return `${job.execucaoId}-${job.etapa}-${job.versao}`;
}

/**
 * Redis pub/sub channel of a company's live events. Pub/sub knows no databases: channels, like keys, begin with the
 * installation's own REDIS_PREFIX, `prefix`.
 */
export function eventsChannel(prefix: string, empresaId: string): string {
  return `${prefix}:eventos:${empresaId}`;
}

/** Redis key that lives for a while after each of a company's live events: what is left of its life dates the last. */
export function lastEventKey(prefix: string, empresaId: string): string {
  return `${prefix}:ultimo-evento:${empresaId}`;
}

/** Redis channel on which API processes hear that a process vanished: what it had stored it may not have told (platform/process/processes.ts). */
export function gapChannel(prefix: string): string {
  return `${prefix}:eventos-perdidos`;
}

/** Redis key that lives for a while after each such gap, as `lastEventKey` does: it counts as an event of every company. */
export function lastGapKey(prefix: string): string {
  return `${prefix}:ultima-perda`;
}

/** A change that the web wants to hear of at once. Ids only. */
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
  /** One person's alone: no other account's stream has it. */
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
 * First message of a stream of live events, named `ligado`: how long ago the company's last event was, ms. A page that
 * read something before that has to read it again: the event came before its stream.
 */
export type StreamOpened = { mudouHaMs: number };

/** Redis channel on which API processes drop cached sessions and keys: the payload is a membro's or a company's id. */
export function sessionChannel(prefix: string): string {
  return `${prefix}:sessoes`;
}

/** Redis channel on which every process drops what it has cached of the catalogue of models and prices. */
export function cacheChannel(prefix: string): string {
  return `${prefix}:caches`;
}
