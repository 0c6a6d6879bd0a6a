import { z } from 'zod';
import { TIPOS_SINAL } from '../../domain/interview/signals/kinds.ts';
import {
  needsReason,
  ORIGENS_REVISAO,
  REVISOES_ENTREVISTA,
} from '../../domain/interview/verdicts/review-state.ts';
import { dateTime, idParams, inicioPrecisao, ok, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

/** Topics changed by a decision, which takes interviews into or out of figures, maps and goals. */
const DECISION: readonly Touched[] = [
  'entrevistas',
  'pesquisas',
  'confrontos',
  'mapas',
  'quadro',
  'auditorias',
];

const id = z.uuid({ error: 'Identificador inválido.' });

/** Maximum interviews per decision: a page of the list. */
export const REVISAO_MAX = 100;
const HISTORICO_MAX = 100;

const decisao = {
  para: z.enum(REVISOES_ENTREVISTA, { error: 'Selecione o status.' }),
  /** Required to put an interview on hold and to reject it. */
  motivo: text(1000).nullish(),
  /** The hold's cause: a verification or a confirmed signal. */
  origem: z.object({ tipo: z.enum(ORIGENS_REVISAO), id }).nullish(),
};
const saysWhy = ({
  para,
  motivo,
}: {
  para: (typeof REVISOES_ENTREVISTA)[number];
  motivo?: string | null | undefined;
}) => !needsReason(para) || Boolean(motivo);
const semMotivo = { error: 'Informe o motivo.', path: ['motivo'] };
/** The interview's `revisoes`, as the client saw them. */
const visto = z.number().int().min(0).max(1_000_000);

const gerentes = {
  who: 'user',
  can: ['project', 'delete'],
  denied: 'Só gerentes e administradores podem aprovar ou rejeitar entrevistas.',
} as const;

const mudanca = z.object({
  n: z.number().int(),
  de: z.enum(REVISOES_ENTREVISTA),
  para: z.enum(REVISOES_ENTREVISTA),
  motivo: z.string().nullable(),
  /** The verification or signal behind the decision, if any. */
  origem: z.object({ tipo: z.enum(ORIGENS_REVISAO), id: z.uuid() }).nullable(),
  por: z.object({ id: z.uuid(), nome: z.string() }),
  em: dateTime,
});

export const getRevisoesDaEntrevista = defineContract({
  id: 'getRevisoesDaEntrevista',
  method: 'GET',
  path: '/entrevistas/{id}/revisoes',
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: `O estado de revisão de uma entrevista e o seu histórico, o mais novo primeiro (até ${HISTORICO_MAX})`,
  tag: 'Entrevistas',
  topic: 'entrevistas',
  params: idParams,
  response: ok(
    z.object({
      pesquisa_id: z.uuid(),
      revisao: z.enum(REVISOES_ENTREVISTA),
      revisoes: z.number().int(),
      /** True if the caller conducted the interview and may not decide. */
      propria: z.boolean(),
      impedimento: z.string().nullable(),
      historico: z.array(mudanca).max(HISTORICO_MAX),
    }),
  ),
});

export const reviewEntrevista = defineContract({
  id: 'reviewEntrevista',
  method: 'PUT',
  path: '/entrevistas/{id}/revisao',
  access: gerentes,
  summary:
    'Aprovar, pôr em espera, rejeitar ou devolver a pendente uma entrevista. Quem a fez não o faz. Se outra pessoa decidiu depois de `visto`, nada muda e a resposta é 409',
  tag: 'Entrevistas',
  touches: DECISION,
  params: idParams,
  body: z.object({ ...decisao, visto }).refine(saysWhy, semMotivo),
  response: ok(z.object({ revisao: z.enum(REVISOES_ENTREVISTA), revisoes: z.number().int() })),
});

export const reviewEntrevistas = defineContract({
  id: 'reviewEntrevistas',
  method: 'POST',
  path: '/pesquisas/{id}/entrevistas/revisao',
  access: gerentes,
  summary: `Decidir de várias entrevistas de uma pesquisa de uma vez (até ${REVISAO_MAX}): as que não podem mudar ficam como estão, cada uma com o motivo`,
  tag: 'Entrevistas',
  touches: DECISION,
  params: idParams,
  body: z
    .object({
      ...decisao,
      entrevistas: z
        .array(z.object({ id, visto }))
        .min(1, { error: 'Selecione ao menos uma entrevista.' })
        .max(REVISAO_MAX, { error: `Selecione até ${REVISAO_MAX} entrevistas.` }),
    })
    .refine(saysWhy, semMotivo),
  response: ok(
    z.object({
      alteradas: z.number().int(),
      recusadas: z.array(z.object({ id: z.uuid(), nome: z.string(), motivo: z.string() })),
    }),
  ),
});

/** Maximum proposals in a response, newest causes first. */
export const PROPOSTAS_MAX = 50;

const proposta = z.object({
  /** 'em_espera': there is a cause to hold the interviews; 'pendente': the cause of their hold no longer exists. */
  para: z.enum(['em_espera', 'pendente']),
  origem: z.object({
    tipo: z.enum(ORIGENS_REVISAO),
    id: z.uuid(),
    em: dateTime.nullable(),
    /** `agente`: the suspected interviewer, if any. Null if a verification is the cause. */
    sinal: z.object({ tipo: z.enum(TIPOS_SINAL), agente: z.string().nullable() }).nullable(),
  }),
  /** Proposed reason, which a person may change. */
  motivo: z.string(),
  /** Up to REVISAO_MAX; `total` counts all. */
  entrevistas: z.array(
    z.object({
      id: z.uuid(),
      item_id: z.uuid().nullable(),
      nome: z.string(),
      entrevistador: z.string().nullable(),
      em: dateTime.nullable(),
      inicio_precisao: inicioPrecisao,
      revisao: z.enum(REVISOES_ENTREVISTA),
      propria: z.boolean(),
      visto,
    }),
  ),
  total: z.number().int(),
});
export type PropostaDeRevisao = z.infer<typeof proposta>;

export const listPropostas = defineContract({
  id: 'listPropostas',
  method: 'GET',
  path: '/pesquisas/{id}/propostas',
  access: { ...gerentes, denied: 'Só gerentes e administradores podem ver as propostas de uma pesquisa.' },
  summary: `Entrevistas que um recontato ou um sinal confirmado propõe pôr em espera, e as que voltam a poder contar (até ${PROPOSTAS_MAX} causas). Nada muda sem uma pessoa`,
  tag: 'Entrevistas',
  topic: 'quadro',
  params: idParams,
  /** Limits the response to one verification's or one signal's proposals. */
  query: z.object({ verificacao_id: id.optional(), sinal_id: id.optional() }),
  response: ok(z.array(proposta).max(PROPOSTAS_MAX)),
});
