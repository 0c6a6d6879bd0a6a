import { z } from 'zod';
import { selecaoSchema } from '../../domain/filters/filtro.ts';
import { MODOS_LOTE } from '../../domain/runs/bulk-estimate.ts';
import { idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { RUN } from '../topics.ts';

const tag = 'Lotes';
/** Bulk runs are people's: a key processes the calls that it names. */
const access = { who: 'user', can: ['audit_item', 'process'] } as const;
const projetoId = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int().min(0);
/** As many ids as a selection may have. */
const bodyKb = 128;
const MAX_TETO = 100_000_000;

const pedido = z.object({
  projetoId,
  selecao: selecaoSchema,
  modo: z.enum(MODOS_LOTE, { error: 'Selecione as ligações a processar.' }).default('novas'),
  /** Most calls to take, the oldest first: what balance and limits cover. */
  maximo: z.number().int().min(1, { error: 'Selecione ao menos uma ligação.' }).max(100_000).optional(),
});

const limite = z.object({
  /** Null: no limit. */
  teto: contagem.nullable(),
  /** Of this month, by bulk runs or not; what was given back is not counted. */
  usado: contagem,
});

/** What a project's bulk runs may bring a month to, and what it has used. */
const tetos = z.object({ creditos: limite, itens: limite });
export type TetosWire = z.infer<typeof tetos>;

const estimativa = z.object({
  /** Calls that were chosen. */
  encontradas: contagem,
  /** Of them: those that are taken. */
  itens: contagem,
  /** There are more than one bulk run takes, or than `maximo`. */
  alem: z.boolean(),
  /** Why the others are not taken, most frequent first. */
  fora: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Of a filter: the sample in force, of how many it takes how many. Null: chosen by hand, or nothing is transcribed. */
  amostra: z.object({ percentual: contagem, de: contagem, dentro: contagem }).nullable(),
  /** Taken ones whose analysis in force is replaced. */
  substitui: contagem,
  /** Minutes of recording; calls of unknown length are taken at the mean. */
  minutos: z.number(),
  semDuracao: contagem,
  creditos: contagem,
  /** What they cost by the dearest package, BRL cents; null: no package on sale. */
  centavos: contagem.nullable(),
  /** What the providers are likely to charge, USD: a tenth of the runs were cheaper than p10, a tenth dearer than p90. Null: nothing to go by. */
  usd: z.object({ p10: z.number(), medio: z.number(), p90: z.number() }).nullable(),
  /** The latest finished runs that the price follows from, and whose they are. */
  base: z.object({ execucoes: contagem, de: z.enum(['projeto', 'empresa']) }).nullable(),
  saldo: contagem,
  tetos,
  /** Calls that balance and limits cover now, the oldest first; what they take; and what is lacking, for people. */
  cabem: contagem,
  creditosQueCabem: contagem,
  falta: z.string().nullable(),
  /** Processing is switched on. */
  ativo: z.boolean(),
});
export type EstimativaWire = z.infer<typeof estimativa>;

export const estimarLote = defineContract({
  id: 'estimarLote',
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

export const criarLote = defineContract({
  id: 'criarLote',
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
    /** Credits that whoever asks agreed to: it never takes more. */
    creditosConfirmados: contagem,
  }),
  /** The task's. */
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

/** Null: no limit. */
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
