import { z } from 'zod';
import { filterFields, valueSchema } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_FALHA, FILTROS_FALHAS } from '../../domain/filters/lists/failures.ts';
import { ETAPAS, STATUS_LETRA_MORTA, STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { analiseSubstituida } from '../calls/resultados.ts';
import { dateTime, idParams, ok, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { RUN } from '../topics.ts';

const tag = 'Operação';
const id = z.uuid({ error: 'Identificador inválido.' });
/** People who may process recordings, because failures of processing concern them. */
const access = { who: 'user', can: ['audit_item', 'process'] } as const;

const person = z.object({ id: z.uuid(), nome: z.string().nullable() });

/** A run whose last attempt failed, until somebody retries or discards it. */
export const falha = z.object({
  id: z.uuid(),
  status: z.enum(STATUS_LETRA_MORTA),
  etapa: z.enum(ETAPAS),
  /** Code of the reason (shared/src/domain/runs/failures.ts); null for older runs. */
  codigo: z.string().nullable(),
  motivo: z.string(),
  tentativas: z.number().int(),
  empresa: z.object({ id: z.uuid(), nome: z.string() }),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  /** The item's present state: another run may have processed the item. */
  item: z.object({
    id: z.uuid(),
    status: z.enum(STATUS_PROCESSAMENTO),
    numeroDestino: z.string().nullable(),
    arquivoNome: z.string().nullable(),
  }),
  criadaEm: dateTime,
  tratadaEm: dateTime.nullable(),
  /** Null if an API key or nobody has handled the failure. `nome`: null if the account was deleted. */
  tratadaPor: person.nullable(),
  motivoDescarte: z.string().nullable(),
});
export type FalhaWire = z.infer<typeof falha>;

export const listFalhas = defineContract({
  id: 'listFalhas',
  method: 'GET',
  path: '/falhas',
  access,
  summary: 'Fila de falhas: o que falhou na última tentativa, do mais novo ao mais antigo',
  tag,
  topic: 'falhas',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    ...filterFields(FILTROS_FALHAS),
  }),
  response: okPage(falha),
});

/** Details of the error `confirmacao_necessaria`. */
export const perguntaFalha = z.object({
  /** Credits to be reserved, and the company's balance. */
  creditos: z.number().int(),
  saldo: z.number().int(),
  substitui: analiseSubstituida,
});
export type PerguntaFalha = z.infer<typeof perguntaFalha>;

export const retryFalha = defineContract({
  id: 'retryFalha',
  method: 'POST',
  path: '/falhas/{id}/reprocessar',
  access,
  summary: 'Reprocessar o que falhou: reserva os créditos e retoma da etapa em que parou',
  tag,
  touches: RUN,
  status: 202,
  params: idParams,
  body: z
    .object({
      /** True to retry even an item processed after the failure, which otherwise gets 409 (`dados.perguntaFalha`). */
      confirmado: z.boolean().optional(),
    })
    .nullish(),
  response: ok(
    z.object({
      execucaoId: z.uuid(),
      creditos: z.number().int(),
      saldo: z.number().int(),
    }),
  ),
});

export const MAX_LOTE = 500;

export const lote = z.object({
  id: z.uuid(),
  /** `interrompido`: cancelled, or stopped after failures; the remaining failures stay open. */
  status: z.enum(['em_andamento', 'concluido', 'interrompido']),
  /** Failures to retry, at most MAX_LOTE. */
  total: z.number().int(),
  restantes: z.number().int(),
  /** Open failures whose items were processed later; retried only with a confirmation. Counts up to 10,000. */
  processadasDepois: z.number().int(),
  /** Parts of `total`: retried, already handled by others, refused, left open for lack of credits. */
  reprocessadas: z.number().int(),
  jaTratadas: z.number().int(),
  recusadas: z.number().int(),
  semCredito: z.number().int(),
  /** At most 50 refusals; a lack of credits is listed once for each company. */
  problemas: z.array(
    z.object({ falhaId: z.uuid(), itemId: z.uuid(), codigo: z.string(), mensagem: z.string() }),
  ),
  /** Companies that lacked credits; their other failures stay open. */
  empresasSemCredito: z.array(z.object({ id: z.uuid(), nome: z.string() })),
});
export type LoteWire = z.infer<typeof lote>;

export const retryFalhas = defineContract({
  id: 'retryFalhas',
  method: 'POST',
  path: '/falhas/reprocessar',
  access,
  summary: `Reprocessar em uma tarefa as falhas abertas que o filtro acha, até ${MAX_LOTE} por vez; itens processados depois ficam de fora`,
  tag,
  touches: [...RUN, 'tarefas'],
  status: 202,
  body: z.object(filterFields(FILTROS_FALHA, valueSchema)),
  response: ok(lote),
});

export const getLoteFalhas = defineContract({
  id: 'getLoteFalhas',
  method: 'GET',
  path: '/falhas/lotes/{id}',
  access,
  summary: 'Andamento de um reprocessamento em lote, para quem o pediu; guardado como a sua tarefa',
  tag,
  topic: 'falhas',
  params: idParams,
  response: ok(lote),
});

export const discardFalhas = defineContract({
  id: 'discardFalhas',
  method: 'POST',
  path: '/falhas/descartar',
  access,
  summary: 'Descartar falhas abertas: saem da fila, e o item fica como está',
  tag,
  touches: ['falhas', 'resumos'],
  body: z.object({
    ids: z
      .array(id)
      .min(1, { error: 'Selecione ao menos uma falha.' })
      .max(100, { error: 'Selecione até 100 falhas.' })
      .transform((ids) => [...new Set(ids)]),
    motivo: text(500).min(3, { error: 'Informe o motivo do descarte.' }),
  }),
  response: ok(
    z.object({
      descartadas: z.number().int(),
      jaTratadas: z.number().int(),
    }),
  ),
});

export const openQueueBoard = defineContract({
  id: 'openQueueBoard',
  method: 'POST',
  path: '/admin/filas/sessao',
  access: { who: 'admin' },
  summary: 'Abrir o painel das filas: troca a sessão por um cookie que só ele lê, por no máximo 10 minutos',
  tag,
  touches: [],
  response: ok(
    z.object({
      url: z.string(),
      expiraEm: dateTime,
      /** True if the board may change queues (QUEUE_BOARD_WRITE). */
      escrita: z.boolean(),
    }),
  ),
});
