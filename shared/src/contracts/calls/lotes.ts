import { z } from 'zod';
import { selecaoSchema } from '../../domain/filters/filtro.ts';
import { MODOS_LOTE } from '../../domain/runs/bulk-estimate.ts';
import { idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { RUN } from '../topics.ts';

const tag = 'Lotes';
/** For people only: an API key processes calls by id. */
const access = { who: 'user', can: ['audit_item', 'process'] } as const;
const projetoId = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int().min(0);
const bodyKb = 128;
const MAX_TETO = 100_000_000;

const pedido = z.object({
  projetoId,
  selecao: selecaoSchema,
  modo: z.enum(MODOS_LOTE, { error: 'Selecione as ligações a processar.' }).default('novas'),
  /** Maximum number of calls to process, oldest first; balance and limits may allow fewer. */
  maximo: z.number().int().min(1, { error: 'Selecione ao menos uma ligação.' }).max(100_000).optional(),
});

const limite = z.object({
  /** Null for no monthly limit. */
  teto: contagem.nullable(),
  /** This month's usage; refunded usage does not count. */
  usado: contagem,
});

const tetos = z.object({ creditos: limite, itens: limite });
export type TetosWire = z.infer<typeof tetos>;

const estimativa = z.object({
  encontradas: contagem,
  itens: contagem,
  alem: z.boolean(),
  fora: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** The sample in force; null if calls are chosen by hand, or only insights are generated. */
  amostra: z.object({ percentual: contagem, de: contagem, dentro: contagem }).nullable(),
  substitui: contagem,
  /** Minutes; a recording of unknown length counts with the mean length. */
  minutos: z.number(),
  semDuracao: contagem,
  creditos: contagem,
  /** The credits' price in the most expensive package, BRL cents; null if no package is for sale. */
  centavos: contagem.nullable(),
  /** Expected costs at the providers, USD, with 10 % and 90 % quantiles; null without data for an estimate. */
  usd: z.object({ p10: z.number(), medio: z.number(), p90: z.number() }).nullable(),
  base: z.object({ execucoes: contagem, de: z.enum(['projeto', 'empresa']) }).nullable(),
  saldo: contagem,
  tetos,
  /** Calls that balance and limits allow, their credits, and a Portuguese text of what is missing (null if nothing). */
  cabem: contagem,
  creditosQueCabem: contagem,
  falta: z.string().nullable(),
  ativo: z.boolean(),
});
export type EstimativaWire = z.infer<typeof estimativa>;

export const estimateLote = defineContract({
  id: 'estimateLote',
  method: 'POST',
  path: '/lotes/estimativa',
  access,
  summary:
    'Quantas ligações um lote processaria, por que as outras ficam de fora e quanto custa; nada é cobrado',
  tag,
  touches: [],
  bodyKb,
  body: pedido,
  response: ok(estimativa),
});

export const createLote = defineContract({
  id: 'createLote',
  method: 'POST',
  path: '/lotes',
  access,
  summary:
    'Processar em lote as ligações escolhidas de um projeto: uma tarefa, que pausa, continua e é cancelada',
  tag,
  touches: [...RUN, 'tarefas'],
  status: 202,
  bodyKb,
  body: pedido.extend({
    creditosConfirmados: contagem,
  }),
  response: ok(z.object({ id: z.uuid() })),
});

export const getTetos = defineContract({
  id: 'getTetos',
  method: 'GET',
  path: '/projetos/{id}/tetos',
  access: { who: 'user', can: ['project', 'read'] },
  summary: 'O que os lotes de um projeto podem usar por mês, e o que ele já usou neste mês',
  tag,
  topic: 'projetos',
  params: idParams,
  response: ok(tetos),
});

/** Monthly limits; null for no limit. */
const limites = {
  creditos: z.number().int().min(0).max(MAX_TETO).nullable(),
  itens: z.number().int().min(0).max(MAX_TETO).nullable(),
};

export const setTetos = defineContract({
  id: 'setTetos',
  method: 'PUT',
  path: '/projetos/{id}/tetos',
  access: { who: 'user', can: ['project', 'update'] },
  summary:
    'Limitar os créditos e itens que os lotes de um projeto usam por mês; gerentes e administradores. `antes`: como a pessoa os viu; se outra os mudou, 409',
  tag,
  touches: ['projetos'],
  params: idParams,
  body: z.object({ ...limites, antes: z.object(limites).optional() }),
  response: ok(tetos),
});
