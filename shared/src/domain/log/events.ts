/**
 * What happened, told to whoever follows: each kind with what its `dados` hold (ids, states and counts, nothing that names a person
 * or quotes a call) and with its consumers. A further consumer is a name in CONSUMIDORES, its place in the kinds that it takes, and its
 * line in worker/src/events/consumers.ts.
 */
import { z } from 'zod';
import { TIPOS_TAREFA } from '../tasks/task-names.ts';

export const CONSUMIDORES = ['notificacoes'] as const;
export type Consumidor = (typeof CONSUMIDORES)[number];

const contagem = z.number().int().min(0);
/** How many it is about: 1 in the event; people are told of several at once while they have not read of the first. */
const quantas = z.number().int().min(1);

export const EVENTOS = {
  /** `alvo`: the task. Written where its author may have gone on to something else: TAREFA_AVISA_S. */
  tarefa_encerrada: {
    dados: z.object({
      autor_id: z.uuid(),
      tipo: z.enum(TIPOS_TAREFA),
      status: z.enum(['concluida', 'erro']),
      falhas: contagem,
    }),
    consumidores: ['notificacoes'],
  },
  /** `alvo`: the item. Of a run that somebody asked for alone; of many the task tells. Written as `tarefa_encerrada` is: TAREFA_AVISA_S. */
  auditoria_concluida: {
    dados: z.object({ autor_id: z.uuid(), projeto_id: z.uuid(), n: quantas }),
    consumidores: ['notificacoes'],
  },
  /** `alvo`: the item. A run that no attempt is left of, unless a task counts it. Null author: nobody asked; whoever manages is told. */
  falha_definitiva: {
    dados: z.object({ autor_id: z.uuid().nullable(), projeto_id: z.uuid(), n: quantas }),
    consumidores: ['notificacoes'],
  },
} as const satisfies Record<string, { dados: z.ZodType; consumidores: readonly Consumidor[] }>;

export type TipoEvento = keyof typeof EVENTOS;
export const TIPOS_EVENTO = Object.keys(EVENTOS) as TipoEvento[];
export type DadosEvento<T extends TipoEvento> = z.output<(typeof EVENTOS)[T]['dados']>;

/** Of a task that ended sooner after it was asked for, s, its author still looks at the screen where it was. */
export const TAREFA_AVISA_S = 10;

/** Notifications and events are kept this long, days. */
export const EVENTOS_DIAS = 90;
