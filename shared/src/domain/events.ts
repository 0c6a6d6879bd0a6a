/**
 * What happened, told to whoever follows: each kind with what its `dados` hold (ids, states and counts, nothing that names a person
 * or quotes a call) and with its consumers. A further consumer is a name in CONSUMIDORES, its place in the kinds that it takes, and its
 * line in worker/src/events/consumers.ts.
 */
import { z } from 'zod';
import { TIPOS_TAREFA } from './tasks.ts';

export const CONSUMIDORES = ['notificacoes'] as const;
export type Consumidor = (typeof CONSUMIDORES)[number];

const contagem = z.number().int().min(0);

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
} as const satisfies Record<string, { dados: z.ZodType; consumidores: readonly Consumidor[] }>;

export type TipoEvento = keyof typeof EVENTOS;
export const TIPOS_EVENTO = Object.keys(EVENTOS) as TipoEvento[];
export type DadosEvento<T extends TipoEvento> = z.output<(typeof EVENTOS)[T]['dados']>;

/** Of a task that ended sooner after it was asked for, s, its author still looks at the screen where it was. */
export const TAREFA_AVISA_S = 10;

/** Notifications and events are kept this long, days. */
export const EVENTOS_DIAS = 90;
