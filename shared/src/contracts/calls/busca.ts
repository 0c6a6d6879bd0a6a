import { z } from 'zod';
import { addressShape } from '../../domain/filters/filtro.ts';
import { BUSCA_CARACTERES_MAX } from '../../domain/filters/search-query.ts';
import { TIPOS_ITEM } from '../../domain/runs/status.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, day, inicioPrecisao, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Busca nas conversas';
/** Whoever may read results may look for what was said in them. */
const access = { who: 'user', can: ['result', 'read'] } as const;
const id = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int().min(0);

/** Sides that a page shows. */
export const BUSCA_PAGINA = 25;
/** Sides of a conversation that may be asked for: who leads it (agente, entrevistador), or whom it is led with. */
export const BUSCA_PAPEIS = ['agente', 'cliente'] as const;

/** What is looked for, and in which conversations. */
const procurado = z.object({
  q: storableText()
    .trim()
    .min(1, { error: 'Digite ao menos uma palavra.' })
    .max(BUSCA_CARACTERES_MAX, { error: `Use no máximo ${BUSCA_CARACTERES_MAX} caracteres na busca.` }),
  papel: z.enum(BUSCA_PAPEIS, { error: 'Papel inválido.' }).optional(),
  ...addressShape('busca'),
});
export type Procurado = z.output<typeof procurado>;

const trecho = z.object({
  texto: z.string(),
  /** What was found, as [from, to) of the text's UTF-16 units. */
  marcas: z.array(z.tuple([contagem, contagem])),
  ordem: z.number().int(),
  startMs: contagem,
  endMs: contagem,
});

/** One side of a conversation in which the words were said. */
export const conversaAchada = z.object({
  item_id: z.uuid(),
  tipo_item: z.enum(TIPOS_ITEM),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  /** agente | cliente | entrevistador | entrevistado | desconhecido | voz_1 … */
  papel: z.string(),
  agente: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  nome_entrevistado: z.string().nullable(),
  numero_destino: z.string().nullable(),
  ramal: z.string().nullable(),
  /** When the conversation was, or came in where that is not known. */
  quando: dateTime,
  inicio_precisao: inicioPrecisao,
  duracao_s: contagem.nullable(),
  /** 0 to 100. */
  nota: z.number().nullable(),
  sentimento: z.string().nullable(),
  gravacao: z.boolean(),
  trechos: z.array(trecho),
});
export type ConversaAchada = z.infer<typeof conversaAchada>;

export const buscarConversas = defineContract({
  id: 'buscarConversas',
  method: 'GET',
  path: '/busca',
  access,
  summary:
    'Procurar o que foi dito, em ligações e entrevistas: palavras, "frases", -exclusões, OR; da conversa mais nova à mais antiga',
  tag,
  topic: 'conversas',
  query: procurado.extend({
    /** `proximo` of the page before. */
    cursor: storableText().max(200).optional(),
  }),
  response: ok(
    z.object({
      conversas: z.array(conversaAchada),
      /** Cursor of what follows; null where nothing is left. */
      proximo: z.string().nullable(),
      /** There was no time to look further than `procurado_ate`: `proximo` goes on from there. */
      parcial: z.boolean(),
      procurado_ate: day.nullable(),
      /** Sides found in all, of the first page; at least so many where not `exato`. */
      total: z.object({ n: contagem, exato: z.boolean() }).nullable(),
      /** Projects that were not looked into, with the oldest news, where there are more than a search takes. */
      projetos_fora: contagem,
      /** The index is being built: not everything is in it yet. */
      indexando: z.boolean(),
      /** Words like those that nobody said. */
      sugestoes: z.array(z.object({ palavra: z.string(), sugestao: z.string() })),
    }),
  ),
});

export const listMesesDaBusca = defineContract({
  id: 'listMesesDaBusca',
  method: 'GET',
  path: '/busca/meses',
  access,
  summary: 'Em quantos lados de conversas cada mês tem o que se procura, do mês mais novo ao mais antigo',
  tag,
  topic: 'conversas',
  query: procurado,
  response: ok(
    z.object({
      /** The first day of each month in which it was said. */
      meses: z.array(z.object({ mes: day, n: contagem })),
      /** Older months were not counted: there was no time. */
      parcial: z.boolean(),
      projetos_fora: contagem,
    }),
  ),
});

export const reindexarConversas = defineContract({
  id: 'reindexarConversas',
  method: 'POST',
  path: '/busca/reindexar',
  access: { who: 'admin' },
  summary: 'Refazer o índice da busca de uma empresa, em uma tarefa, enquanto a busca continua',
  tag,
  touches: ['tarefas'],
  status: 202,
  body: z.object({ empresa_id: id }),
  response: ok(z.object({ tarefaId: z.uuid() })),
});
