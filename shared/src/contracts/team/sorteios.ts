import { z } from 'zod';
import { AMOSTRA_MAX, ESTRATOS_AMOSTRA, METODOS_AMOSTRA } from '../../domain/calls/sampling.ts';
import { filtroSchema } from '../../domain/filters/filtro.ts';
import { dateTime, day, givenDay, idParams, ok, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const tag = 'Sorteios';
const id = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int();
const read = { who: 'user', can: ['audit_item', 'read'] } as const;
const assign = { who: 'user', can: ['audit_item', 'update'] } as const;
const SAMPLE: readonly Touched[] = ['sorteios', 'itens', 'relatorios', 'revisao'];

export const REVISORES_MAX = 50;

const pedido = z
  .object({
    /** Conditions besides the days `de` to `ate`. */
    filtro: filtroSchema,
    de: givenDay,
    ate: givenDay,
    metodo: z.enum(METODOS_AMOSTRA, { error: 'Selecione como sortear.' }),
    /** By `metodo`: calls per agent (and week), a percentage, or a total. */
    quantidade: z.number().int().min(1, { error: 'Sorteie ao menos uma ligação.' }).max(AMOSTRA_MAX),
    /** Groups to draw within, for the methods 'percentual' and 'total'. */
    estrato: z.enum(ESTRATOS_AMOSTRA).default('nenhum'),
  })
  .refine(({ de, ate }) => de <= ate, {
    error: 'O período termina antes de começar: troque as datas.',
    path: ['ate'],
  })
  .refine(({ metodo, quantidade }) => metodo !== 'percentual' || quantidade <= 100, {
    error: 'Use de 1 a 100%.',
    path: ['quantidade'],
  });

const previsao = z.object({
  /** Calls to draw from: they match the filter and were never drawn. */
  universo: contagem,
  ja_sorteadas: contagem,
  sorteadas: contagem,
  /** Number of groups: agents, agents by week, or directions. */
  estratos: contagem,
  /** Groups with fewer calls than are to be drawn. */
  incompletos: contagem,
});

export const estimateSorteio = defineContract({
  id: 'estimateSorteio',
  method: 'POST',
  path: '/projetos/{id}/sorteios/estimativa',
  access: read,
  summary: 'Quantas ligações um sorteio teria; nada muda',
  tag,
  touches: [],
  params: idParams,
  body: pedido,
  response: ok(previsao),
});

const progresso = z.object({ total: contagem, revisadas: contagem });
const amostra = z.object({
  id: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  nome: z.string(),
  de: day,
  ate: day,
  metodo: z.enum(METODOS_AMOSTRA),
  quantidade: contagem,
  estrato: z.enum(ESTRATOS_AMOSTRA),
  /** The same seed draws the same calls from the same population. */
  semente: z.string(),
  universo: contagem,
  sorteadas: contagem,
  prazo: day.nullable(),
  autor: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  desfeita_em: dateTime.nullable(),
  created_at: dateTime,
  progresso,
  /** Present assignees, the slowest first; `id` is null for calls assigned to nobody. */
  pessoas: z.array(progresso.extend({ id: z.uuid().nullable(), nome: z.string() })),
});
export type AmostraWire = z.infer<typeof amostra>;

export const createSorteio = defineContract({
  id: 'createSorteio',
  method: 'POST',
  path: '/projetos/{id}/sorteios',
  access: assign,
  summary: 'Sortear ligações do projeto e dividi-las entre revisores, com um prazo',
  tag,
  touches: SAMPLE,
  status: 201,
  params: idParams,
  body: pedido.safeExtend({
    nome: text(80).min(1, { error: 'Dê um nome ao sorteio.' }),
    /** Reviewers who share the calls evenly; empty to assign the calls to nobody. */
    pessoas: z.array(id).max(REVISORES_MAX).default([]),
    prazo: givenDay.nullable().default(null),
  }),
  response: ok(amostra),
});

export const listSorteios = defineContract({
  id: 'listSorteios',
  method: 'GET',
  path: '/projetos/{id}/sorteios',
  access: read,
  summary: 'Os sorteios de um projeto, do mais novo ao mais antigo, com o andamento',
  tag,
  topic: 'sorteios',
  params: idParams,
  query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  response: okPage(amostra),
});

export const listMeusSorteios = defineContract({
  id: 'listMeusSorteios',
  method: 'GET',
  path: '/sorteios/meus',
  access: read,
  summary: 'Os sorteios em que quem consulta ainda tem ligações a revisar, pelo prazo (até 20)',
  tag,
  topic: 'sorteios',
  response: ok(
    z.array(
      z.object({
        id: z.uuid(),
        nome: z.string(),
        projeto: z.object({ id: z.uuid(), nome: z.string() }),
        prazo: day.nullable(),
        progresso,
        proxima: z.uuid().nullable(),
      }),
    ),
  ),
});

export const undoSorteio = defineContract({
  id: 'undoSorteio',
  method: 'POST',
  path: '/sorteios/{id}/desfazer',
  access: assign,
  summary: 'Desfazer um sorteio: as ligações voltam a quem as tinha e podem ser sorteadas de novo',
  tag,
  touches: SAMPLE,
  params: idParams,
  response: ok(z.object({ devolvidas: contagem })),
});
