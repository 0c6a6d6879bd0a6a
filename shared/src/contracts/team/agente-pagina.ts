// An agent's page: figures, moments to hear, feedback. Leaders read all pages, agents only their own.
import { z } from 'zod';
import { dateTime, day, givenDay, idParams, ok, okMessage, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { agente } from './agentes.ts';

const tag = 'Agentes';
const id = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int();
const access = { who: 'user', can: ['project', 'read'] } as const;
/** Access to the caller's own feedback, even for field-only accounts. */
const propria = { who: 'user', can: ['audit_item', 'read'], campo: true } as const;

/** Mean, 0 to 1, of `n` calls. `valor` is null without calls, `intervalo` with too few. */
const media = z.object({
  valor: z.number().nullable(),
  n: contagem,
  intervalo: z.object({ de: z.number(), ate: z.number() }).nullable(),
});

/** A call's answer in force to a criterion, with its best quote. */
const momento = z.object({
  item_id: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  momento: dateTime,
  /** Score in force, 0 to 1. */
  pontuacao: z.number(),
  duracao_s: contagem.nullable(),
  gravacao: z.boolean(),
  criterio: z
    .object({
      descricao: z.string(),
      critico: z.boolean(),
      atendido: z.enum(['sim', 'nao']),
      justificativa: z.string(),
    })
    .nullable(),
  citacao: z
    .object({
      texto: z.string(),
      start_ms: contagem.nullable(),
      end_ms: contagem.nullable(),
      ordem: contagem.nullable(),
    })
    .nullable(),
});
export type MomentoDoAgente = z.infer<typeof momento>;

const pagina = z.object({
  agente,
  /** True if the requested agent was merged into another agent, whom the page shows. */
  fundido: z.boolean(),
  pode_dar_retorno: z.boolean(),
  pode_enviar_folha: z.boolean(),
  proprio: z.boolean(),
  periodo: z.object({ de: day, ate: day }),
  nota: media,
  /** Scores of the randomly drawn calls and of the others; null if no call was drawn. */
  amostra: z.object({ sorteadas: media, outras: media }).nullable(),
  /** Mean score of the whole company in the same days. */
  empresa: media,
  /** Weeks with a score, oldest first; `semana`: the Monday. */
  semanas: z.array(z.object({ semana: day, ...media.shape, empresa: z.number().nullable() })),
  piores: z.array(momento),
  melhores: z.array(momento),
});
export type PaginaDoAgente = z.infer<typeof pagina>;

export const getPaginaDoAgente = defineContract({
  id: 'getPaginaDoAgente',
  method: 'GET',
  path: '/agentes/{id}/pagina',
  access,
  summary:
    'A página de um agente: pontuação por semana ao lado da empresa, melhores e piores momentos (quem lidera vê todas; cada agente, a sua)',
  tag,
  topic: 'relatorios',
  params: idParams,
  /** Days of the calls; default: the last 12 weeks. At most 24 months. */
  query: z.object({ de: givenDay.optional(), ate: givenDay.optional() }),
  response: ok(pagina),
});

// ───────────────────────────── feedback ─────────────────────────────

export const RETORNO_MAX = 2000;
const retorno = z.object({
  id: z.uuid(),
  agente: z.object({ id: z.uuid(), nome: z.string() }),
  item: z.object({ id: z.uuid(), projeto: z.string(), momento: dateTime, gravacao: z.boolean() }).nullable(),
  criterio: z.string().nullable(),
  inicio_ms: contagem.nullable(),
  /** Day of the day sheet that contains the feedback, if any. */
  folha: day.nullable(),
  texto: z.string(),
  autor: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  visto_em: dateTime.nullable(),
  resposta: z.string().nullable(),
  respondido_em: dateTime.nullable(),
  created_at: dateTime,
});
export type RetornoWire = z.infer<typeof retorno>;

export const listRetornos = defineContract({
  id: 'listRetornos',
  method: 'GET',
  path: '/agentes/{id}/retornos',
  access,
  summary: 'Os retornos dados a um agente, do mais novo ao mais antigo',
  tag,
  topic: 'retornos',
  params: idParams,
  query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  response: okPage(retorno),
});

export const listMeusRetornos = defineContract({
  id: 'listMeusRetornos',
  method: 'GET',
  path: '/retornos/meus',
  access,
  summary: 'Os retornos ainda não vistos de quem consulta, como agente (até 20)',
  tag,
  topic: 'retornos',
  response: ok(z.array(retorno)),
});

const TEXTO = text(RETORNO_MAX);

export const createRetorno = defineContract({
  id: 'createRetorno',
  method: 'POST',
  path: '/agentes/{id}/retornos',
  access: {
    who: 'user',
    can: ['result', 'update'],
  },
  summary: 'Dar um retorno a um agente, de uma ligação dele ou em geral',
  tag,
  touches: ['retornos', 'notificacoes'],
  status: 201,
  params: idParams,
  body: z.object({
    texto: TEXTO.min(1, { error: 'Escreva o retorno.' }),
    /** A call of this agent. */
    item_id: id.optional(),
    criterio: text(1000).optional(),
    inicio_ms: z.number().int().min(0).max(86_400_000).optional(),
  }),
  response: ok(retorno),
});

export const confirmRetorno = defineContract({
  id: 'confirmRetorno',
  method: 'POST',
  path: '/retornos/{id}/visto',
  access: propria,
  summary: 'Marcar como visto um retorno recebido como agente',
  tag,
  touches: ['retornos'],
  params: idParams,
  response: ok(retorno),
});

export const answerRetorno = defineContract({
  id: 'answerRetorno',
  method: 'POST',
  path: '/retornos/{id}/resposta',
  access: propria,
  summary: 'Responder, uma vez, a um retorno recebido como agente',
  tag,
  touches: ['retornos', 'notificacoes'],
  params: idParams,
  body: z.object({ texto: TEXTO.min(1, { error: 'Escreva a resposta.' }) }),
  response: ok(retorno),
});

export const deleteRetorno = defineContract({
  id: 'deleteRetorno',
  method: 'DELETE',
  path: '/retornos/{id}',
  access: { who: 'user', can: ['result', 'update'] },
  summary: 'Retirar um retorno: quem o deu, enquanto o agente não o viu; gerentes, sempre',
  tag,
  touches: ['retornos'],
  params: idParams,
  response: okMessage,
});
