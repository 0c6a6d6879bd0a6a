import { z } from 'zod';
import { PAPEIS } from '../../domain/accounts/permissions.ts';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_SINAL } from '../../domain/filters/lists/signals.ts';
import { ALVOS_SINAL, TIPOS_SINAL } from '../../domain/interview/signals/kinds.ts';
import { ESTADOS_SINAL, PARECERES } from '../../domain/interview/signals/opinions.ts';
import { dateTime, idParams, inicioPrecisao, ok, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const id = z.uuid({ error: 'Identificador inválido.' });
const tipo = z.enum(TIPOS_SINAL);
const estado = z.enum(ESTADOS_SINAL);
const pessoa = z.object({ id: z.uuid(), nome: z.string() });
/** The signal's version that the client saw; new evidence increases the version. */
const visto = z.number().int().min(0).max(2_147_483_647);

/** Topics changed by an opinion, which may propose to hold interviews, and ends its author's assignment. */
const OPINIAO: readonly Touched[] = ['sinais', 'quadro', 'indicacoes'];

const SO_GERENTES = 'Só gerentes e administradores podem ver os sinais de uma pesquisa.';
const leitura = { who: 'user', can: ['signal', 'read'], denied: SO_GERENTES } as const;
/** The service checks who may judge a signal: managers, and the person named. */
const deUmSinal = { who: 'user', can: ['result', 'update'] } as const;

export const sinal = z.object({
  id: z.uuid(),
  tipo,
  alvo: z.enum(ALVOS_SINAL),
  pesquisa_id: z.uuid(),
  /** The suspected interviewer, if any. */
  agente: pessoa.nullable(),
  medida: z.number(),
  limite: z.number(),
  /** `n` of the survey's `d` measured cases show the pattern. */
  base: z.object({ n: z.number().int(), d: z.number().int() }),
  nota: z.boolean(),
  lista: z.boolean(),
  fatos: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  /** At most 20; `entrevistas_total` counts all. */
  entrevistas: z.array(
    z.object({
      id: z.uuid(),
      item_id: z.uuid().nullable(),
      nome: z.string(),
      entrevistador: z.string().nullable(),
      entrevistador_id: z.uuid().nullable(),
      em: dateTime.nullable(),
      inicio_precisao: inicioPrecisao,
    }),
  ),
  entrevistas_total: z.number().int(),
  /** Evidence to play, with times in ms of the interview's recording. */
  trechos: z.array(
    z.object({
      entrevista_id: z.uuid(),
      pergunta: z.object({ id: z.uuid(), codigo: z.string(), texto: z.string() }).nullable(),
      inicio_ms: z.number().int(),
      fim_ms: z.number().int(),
    }),
  ),
  estado,
  /** False for a signal that no longer applies, kept only for its opinions. */
  vigente: z.boolean(),
  visto,
  pareceres: z.array(
    z.object({
      id: z.uuid(),
      parecer: z.enum(PARECERES),
      observacao: z.string().nullable(),
      por: pessoa,
      papel: z.enum(PAPEIS),
      em: dateTime,
      /** False for an opinion replaced, withdrawn, or based on other evidence. */
      em_vigor: z.boolean(),
      desfeito_em: dateTime.nullable(),
      outra_evidencia: z.boolean(),
    }),
  ),
  /** The person named by a gerente for the second opinion. */
  indicado: pessoa.nullable(),
  /** Reason why the caller may not judge the signal; null if the caller may judge the signal. */
  impedido: z.string().nullable(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type SinalWire = z.infer<typeof sinal>;

export const resumoDeSinais = z.object({
  /** Null before the first computation. */
  calculado_em: dateTime.nullable(),
  recalculando: z.boolean(),
  entrevistas: z.number().int(),
  calculos: z.array(
    z.object({ tipo, n: z.number().int(), d: z.number().int(), nao_calculado: z.string().nullable() }),
  ),
  /** Suspected interviewers first, then by number of independent signal families, then by name. */
  entrevistadores: z.array(
    z.object({
      id: z.uuid(),
      nome: z.string(),
      listado: z.boolean(),
      /** Number of signal families that make the interviewer suspected. */
      familias: z.number().int(),
      /** Kinds of the interviewer's unexplained signals. */
      tipos: z.array(tipo),
      sinais: z.number().int(),
    }),
  ),
});
export type ResumoDeSinais = z.infer<typeof resumoDeSinais>;

export const getResumoDeSinais = defineContract({
  id: 'getResumoDeSinais',
  method: 'GET',
  path: '/pesquisas/{id}/sinais/resumo',
  access: leitura,
  summary: 'O que os sinais de uma pesquisa medem, o que não se calcula e por quê, e quem está listado',
  tag: 'Sinais',
  topic: 'sinais',
  params: idParams,
  response: ok(resumoDeSinais),
});

export const listSinais = defineContract({
  id: 'listSinais',
  method: 'GET',
  path: '/pesquisas/{id}/sinais',
  access: leitura,
  summary:
    'Sinais de uma pesquisa: primeiro os de quem tem mais famílias independentes, sem soma; um sinal não é uma acusação',
  tag: 'Sinais',
  topic: 'sinais',
  params: idParams,
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(50).default(20),
    ...filterFields(FILTROS_SINAL),
  }),
  response: okPage(sinal),
});

export const listSinaisIndicados = defineContract({
  id: 'listSinaisIndicados',
  method: 'GET',
  path: '/sinais/indicados',
  access: deUmSinal,
  summary: 'Sinais para os quais um gerente indicou quem chama (até 100, os mais novos primeiro)',
  tag: 'Sinais',
  topic: 'sinais',
  response: ok(z.array(sinal)),
});

/** A signal with a signed URL of each interview's recording, valid for 15 minutes. */
const aberto = sinal.extend({
  empresa_id: z.uuid(),
  pesquisa: z.object({ id: z.uuid(), titulo: z.string() }),
  gravacoes: z.array(z.object({ entrevista_id: z.uuid(), audio_url: z.string() })),
});
export type SinalAberto = z.infer<typeof aberto>;

export const getSinal = defineContract({
  id: 'getSinal',
  method: 'GET',
  path: '/sinais/{id}',
  access: deUmSinal,
  summary:
    'Um sinal com as gravações que o provam; de quem não é gerente, só aquele para o qual foi indicado',
  tag: 'Sinais',
  topic: 'sinais',
  params: idParams,
  response: ok(aberto),
});

export const giveParecer = defineContract({
  id: 'giveParecer',
  method: 'PUT',
  path: '/sinais/{id}/parecer',
  access: deUmSinal,
  summary:
    'Dar o seu parecer sobre um sinal, no lugar do anterior. Confirmar pede duas pessoas, uma gerente. Ninguém o dá sobre entrevista que fez, nem sobre si. `visto`: se mudou depois, nada muda e a resposta é 409',
  tag: 'Sinais',
  touches: OPINIAO,
  params: idParams,
  body: z.object({
    parecer: z.enum(PARECERES, { error: 'Selecione o parecer.' }),
    observacao: text(2000).nullish(),
    visto,
  }),
  response: ok(sinal),
});

export const undoParecer = defineContract({
  id: 'undoParecer',
  method: 'DELETE',
  path: '/sinais/{id}/parecer',
  access: deUmSinal,
  summary: 'Retirar o próprio parecer; ele fica no histórico. Com `visto`, só se nada mudou depois',
  tag: 'Sinais',
  touches: OPINIAO,
  params: idParams,
  query: z.object({ visto: z.coerce.number().int().min(0).max(2_147_483_647).optional() }),
  response: ok(sinal),
});

export const proposeParaSinal = defineContract({
  id: 'proposeParaSinal',
  method: 'PUT',
  path: '/sinais/{id}/indicado',
  access: {
    who: 'user',
    can: ['signal', 'update'],
    denied: 'Só gerentes e administradores podem indicar o autor do segundo parecer.',
  },
  summary:
    'Indicar quem dá o segundo parecer: a pessoa passa a ver este sinal, e só ele; null retira a indicação. `visto` como no parecer',
  tag: 'Sinais',
  touches: OPINIAO,
  params: idParams,
  body: z.object({ user_id: id.nullable(), visto }),
  response: ok(sinal),
});

/** Maximum people offered as a signal's judges. */
export const PESSOAS_DO_SINAL = 20;

export const listPessoasDoSinal = defineContract({
  id: 'listPessoasDoSinal',
  method: 'GET',
  path: '/sinais/{id}/pessoas',
  access: {
    who: 'user',
    can: ['signal', 'update'],
    denied: 'Só gerentes e administradores podem indicar o autor do segundo parecer.',
  },
  summary: `Pessoas que podem dar o segundo parecer (até ${PESSOAS_DO_SINAL}, por nome): nem quem fez a entrevista, nem quem já deu parecer, nem quem pergunta`,
  tag: 'Sinais',
  topic: 'sinais',
  params: idParams,
  query: z.object({ q: text(100).optional() }),
  response: ok(
    z.array(z.object({ id: z.uuid(), nome: z.string(), email: z.string(), papel: z.enum(PAPEIS) })),
  ),
});
