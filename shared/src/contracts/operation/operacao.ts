import { z } from 'zod';
import { FALHAS } from '../../domain/runs/failures.ts';
import { ETAPAS, STATUS_LETRA_MORTA, STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { analiseSubstituida } from '../calls/resultados.ts';
import { dateTime, givenDay, idParams, ok, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { RUN } from '../topics.ts';

const tag = 'Operação';
const id = z.uuid({ error: 'Identificador inválido.' });
/** Whoever may have a recording processed may say what becomes of one that failed; everybody within their scope. */
const access = { who: 'user', can: ['audit_item', 'process'] } as const;
const CODIGOS = Object.keys(FALHAS) as [keyof typeof FALHAS, ...(keyof typeof FALHAS)[]];

const person = z.object({ id: z.uuid(), nome: z.string().nullable() });

/** A run whose last attempt failed, kept until somebody runs it again or gives it up. */
export const falha = z.object({
  id: z.uuid(),
  status: z.enum(STATUS_LETRA_MORTA),
  /** Stage in which the run ended. */
  etapa: z.enum(ETAPAS),
  /** Machine-readable reason (shared/src/domain/runs/failures.ts); null for runs from before there were codes. */
  codigo: z.string().nullable(),
  motivo: z.string(),
  /** Attempts of the stage. */
  tentativas: z.number().int(),
  empresa: z.object({ id: z.uuid(), nome: z.string() }),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  /** The item as it is now: something else may have processed it since. */
  item: z.object({
    id: z.uuid(),
    status: z.enum(STATUS_PROCESSAMENTO),
    numeroDestino: z.string().nullable(),
    arquivoNome: z.string().nullable(),
  }),
  criadaEm: dateTime,
  tratadaEm: dateTime.nullable(),
  /** Who handled it; `nome` null once the person is gone. Null: a company key, or nobody yet. */
  tratadaPor: person.nullable(),
  motivoDescarte: z.string().nullable(),
});
export type FalhaWire = z.infer<typeof falha>;

const filtros = {
  etapa: z.enum(ETAPAS, { error: 'Etapa inválida.' }).optional(),
  codigo: z.enum(CODIGOS, { error: 'Motivo inválido.' }).optional(),
  empresaId: id.optional(),
  projetoId: id.optional(),
  /** First and last day of failing, inclusive. */
  de: givenDay.optional(),
  ate: givenDay.optional(),
};

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
    status: z.enum(STATUS_LETRA_MORTA, { error: 'Situação inválida.' }).optional(),
    ...filtros,
  }),
  response: okPage(falha),
});

/** Details of `confirmacao_necessaria`: what running a letter again costs and replaces. */
export const perguntaFalha = z.object({
  /** Credits that it reserves, and those that the company has. */
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
      /** Also where the item was processed since: without it such a letter is a 409 whose `dados` are a `perguntaFalha`. */
      confirmado: z.boolean().optional(),
    })
    .nullish(),
  response: ok(
    z.object({
      execucaoId: z.uuid(),
      /** Credits that were reserved. */
      creditos: z.number().int(),
      /** Credits left to the company. */
      saldo: z.number().int(),
    }),
  ),
});

/** Most letters that one call runs again. */
export const MAX_LOTE = 500;

/** How far a request to run many again has come. */
export const lote = z.object({
  id: z.uuid(),
  /** `interrompido`: cancelled, or given up after failures; what it had not come to stays open. */
  status: z.enum(['em_andamento', 'concluido', 'interrompido']),
  /** Letters that this call takes, at most MAX_LOTE. */
  total: z.number().int(),
  /** Open letters that match beyond them: for another call. */
  restantes: z.number().int(),
  /**
   * Open letters that match and are not taken: their item was processed since, so that another run would cost a credit
   * and replace what stands. Each can be run again by itself, with a confirmation. Counted up to 10,000.
   */
  processadasDepois: z.number().int(),
  /** Of `total`: run again; handled by somebody else meanwhile; not run because something stood in the way; left open for want of credits. */
  reprocessadas: z.number().int(),
  jaTratadas: z.number().int(),
  recusadas: z.number().int(),
  semCredito: z.number().int(),
  /** Why, for each refused one; for want of credits the first of each company. At most 50. */
  problemas: z.array(
    z.object({ falhaId: z.uuid(), itemId: z.uuid(), codigo: z.string(), mensagem: z.string() }),
  ),
  /** Companies whose balance ran out: their other letters stay open. */
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
  body: z.object(filtros),
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
      /** Handled by somebody meanwhile. */
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
      /** Where the board is. */
      url: z.string(),
      expiraEm: dateTime,
      /** Whether it may change queues (QUEUE_BOARD_WRITE). */
      escrita: z.boolean(),
    }),
  ),
});
