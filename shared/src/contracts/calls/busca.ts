import { z } from 'zod';
import { addressShape } from '../../domain/filters/filtro.ts';
import { BUSCA_CARACTERES_MAX } from '../../domain/filters/search-query.ts';
import { TIPOS_ITEM } from '../../domain/runs/status.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, day, inicioPrecisao, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Busca nas conversas';
const access = { who: 'user', can: ['result', 'read'] } as const;
const id = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int().min(0);

export const BUSCA_PAGINA = 25;
/** Sides of a conversation: `agente` leads it (agent or interviewer), `cliente` is the other party. */
export const BUSCA_PAPEIS = ['agente', 'cliente'] as const;

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
  /** Matches, as [from, to) in UTF-16 units of the text. */
  marcas: z.array(z.tuple([contagem, contagem])),
  ordem: z.number().int(),
  startMs: contagem,
  endMs: contagem,
});

export const conversaAchada = z.object({
  item_id: z.uuid(),
  tipo_item: z.enum(TIPOS_ITEM),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  /** agente, cliente, entrevistador, entrevistado, desconhecido, voz_1 … */
  papel: z.string(),
  agente: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  nome_entrevistado: z.string().nullable(),
  numero_destino: z.string().nullable(),
  ramal: z.string().nullable(),
  /** Time of the conversation; if unknown, the time of the conversation's registration. */
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

export const searchConversas = defineContract({
  id: 'searchConversas',
  method: 'GET',
  path: '/busca',
  access,
  summary:
    'Procurar o que foi dito, em ligações e entrevistas: palavras, "frases", -exclusões, OR; da conversa mais nova à mais antiga',
  tag,
  topic: 'conversas',
  query: procurado.extend({
    cursor: storableText().max(200).optional(),
  }),
  response: ok(
    z.object({
      conversas: z.array(conversaAchada),
      proximo: z.string().nullable(),
      /** True if the time limit ended the search at `procurado_ate`, where `proximo` continues. */
      parcial: z.boolean(),
      procurado_ate: day.nullable(),
      /** Number of conversations' sides found; null after the first page; a lower bound unless `exato`. */
      total: z.object({ n: contagem, exato: z.boolean() }).nullable(),
      /** Number of projects not searched: a search covers only the most recently active projects. */
      projetos_fora: contagem,
      indexando: z.boolean(),
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
      meses: z.array(z.object({ mes: day, n: contagem })),
      parcial: z.boolean(),
      projetos_fora: contagem,
    }),
  ),
});

export const reindexConversas = defineContract({
  id: 'reindexConversas',
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
