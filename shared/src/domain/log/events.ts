/**
 * Events with `dados` (ids, states, counts) and consumers. A new consumer also needs a line in
 * worker/src/events/consumers.ts.
 */
import { z } from 'zod';
import { GRAVIDADES } from '../rules/rules.ts';
import { TIPOS_TAREFA } from '../tasks/task-names.ts';

export const CONSUMIDORES = ['notificacoes', 'emails'] as const;
export type Consumidor = (typeof CONSUMIDORES)[number];

const contagem = z.number().int().min(0);
/** Occurrences: 1 in each event; unread notifications are merged, and their numbers added. */
const quantas = z.number().int().min(1);

export const EVENTOS = {
  /** `alvo`: the task. Only for a task that took longer than TAREFA_AVISA_S. */
  tarefa_encerrada: {
    dados: z.object({
      autor_id: z.uuid(),
      tipo: z.enum(TIPOS_TAREFA),
      status: z.enum(['concluida', 'erro']),
      falhas: contagem,
    }),
    consumidores: ['notificacoes', 'emails'],
  },
  /** `alvo`: the item. Only for a run requested for this item alone that took longer than TAREFA_AVISA_S. */
  auditoria_concluida: {
    dados: z.object({ autor_id: z.uuid(), projeto_id: z.uuid(), n: quantas }),
    consumidores: ['notificacoes', 'emails'],
  },
  /** `alvo`: item whose run has no attempts left. `autor_id` null: nobody requested the run; managers are notified. */
  falha_definitiva: {
    dados: z.object({ autor_id: z.uuid().nullable(), projeto_id: z.uuid(), n: quantas }),
    consumidores: ['notificacoes', 'emails'],
  },
  /** `alvo`: the feedback. `conta_id`: the agent's account. */
  retorno_dado: {
    dados: z.object({ conta_id: z.uuid(), agente_id: z.uuid() }),
    consumidores: ['notificacoes'],
  },
  /** `alvo`: the row with the sheet's figures. `conta_id`: the interviewer's account. */
  folha_enviada: {
    dados: z.object({ conta_id: z.uuid(), agente_id: z.uuid(), dia: z.iso.date() }),
    consumidores: ['notificacoes', 'emails'],
  },
  /** `alvo`: the feedback. `autor_id`: its author, who is notified of the agent's answer. */
  retorno_respondido: {
    dados: z.object({ autor_id: z.uuid(), agente_id: z.uuid() }),
    consumidores: ['notificacoes'],
  },
  /** `alvo`: the signal. `conta_id`: the person named for the second opinion. */
  sinal_indicado: {
    dados: z.object({ conta_id: z.uuid(), pesquisa_id: z.uuid() }),
    consumidores: ['notificacoes', 'emails'],
  },
  /** `alvo`: the survey. `conta_id`: the person to verify `n` interviews. */
  verificacao_atribuida: {
    dados: z.object({ conta_id: z.uuid(), pesquisa_id: z.uuid(), n: quantas }),
    consumidores: ['notificacoes', 'emails'],
  },
  /** `alvo`: a group of firings; only the group's beginning causes an event. `n`: firings at the beginning. */
  regra_disparou: {
    dados: z.object({
      regra_id: z.uuid(),
      gravidade: z.enum(GRAVIDADES),
      /** The call of a single firing; null: several firings, or a rule that watches a window of time. */
      item_id: z.uuid().nullable(),
      n: quantas,
    }),
    consumidores: ['notificacoes', 'emails'],
  },
} as const satisfies Record<string, { dados: z.ZodType; consumidores: readonly Consumidor[] }>;

export type TipoEvento = keyof typeof EVENTOS;
export const TIPOS_EVENTO = Object.keys(EVENTOS) as TipoEvento[];
export type DadosEvento<T extends TipoEvento> = z.output<(typeof EVENTOS)[T]['dados']>;

/** A task that ends within this time, s, causes no event, because its author is still looking at the screen. */
export const TAREFA_AVISA_S = 10;

export const EVENTOS_DIAS = 90;
