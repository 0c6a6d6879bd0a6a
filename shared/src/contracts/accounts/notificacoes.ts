import { z } from 'zod';
import { EVENTOS, type TipoEvento } from '../../domain/log/events.ts';
import { dateTime, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Notificações';
const access = { who: 'user', can: ['company', 'read'] } as const;

export const NOTIFICACOES_MOSTRADAS = 20;

const deTipo = <T extends TipoEvento>(tipo: T) =>
  z.object({
    id: z.uuid(),
    tipo: z.literal(tipo),
    alvo_id: z.uuid(),
    dados: EVENTOS[tipo].dados as unknown as (typeof EVENTOS)[T]['dados'],
    lida: z.boolean(),
    created_at: dateTime,
    /** The page that shows what the task worked on; null if there is no such page. */
    lugar: z
      .object({
        tipo: z.enum(['importacao', 'lote_gravacoes', 'preparo']),
        id: z.uuid(),
        projeto_id: z.uuid(),
        nome: z.string().optional(),
        /** True for an import's dry run. */
        simulacao: z.boolean().optional(),
      })
      .nullable(),
  });

/** Null if the survey was deleted. */
const daPesquisa = z.object({ id: z.uuid(), titulo: z.string() }).nullable();

export const notificacao = z.discriminatedUnion('tipo', [
  deTipo('tarefa_encerrada'),
  deTipo('auditoria_concluida'),
  deTipo('falha_definitiva'),
  deTipo('retorno_dado'),
  deTipo('folha_enviada'),
  deTipo('retorno_respondido'),
  deTipo('sinal_indicado').extend({ pesquisa: daPesquisa }),
  /** `n`: number of interviews to verify. */
  deTipo('verificacao_atribuida').extend({
    pesquisa: daPesquisa.unwrap().extend({ n: z.number().int() }).nullable(),
  }),
  deTipo('regra_disparou').extend({
    /** Null if the rule was deleted. */
    regra: z
      .object({
        id: z.uuid(),
        nome: z.string(),
        /** Calls in the announced firings; 0 for a rule about a period of time. */
        ligacoes: z.number().int(),
        /** The agent, if all calls have the same agent; else null. */
        agente: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
      })
      .nullable(),
  }),
]);
export type NotificacaoWire = z.infer<typeof notificacao>;

const lista = z.object({
  /** Unread notifications, counted up to 100. */
  nao_lidas: z.number().int(),
  notificacoes: z.array(notificacao),
});

export const listNotificacoes = defineContract({
  id: 'listNotificacoes',
  method: 'GET',
  path: '/notificacoes',
  access,
  summary: 'As próprias notificações mais novas, e quantas não foram lidas',
  tag,
  topic: 'notificacoes',
  response: ok(lista),
});

export const readNotificacoes = defineContract({
  id: 'readNotificacoes',
  method: 'POST',
  path: '/notificacoes/lidas',
  access,
  summary: 'Marcar notificações próprias como lidas: as informadas, ou todas',
  tag,
  touches: ['notificacoes'],
  body: z.object({
    ids: z
      .array(z.uuid({ error: 'Identificador inválido.' }))
      .min(1)
      .max(100)
      .optional(),
  }),
  response: ok(lista),
});
