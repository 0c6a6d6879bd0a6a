import { z } from 'zod';
import { needsReason, REVISOES_ENTREVISTA } from '../../domain/interview/verdicts/review-state.ts';
import { dateTime, idParams, ok, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

/** Figures and maps can be filtered by approval, so decisions touch them. */
const DECISION: readonly Touched[] = ['entrevistas', 'confrontos', 'mapas', 'quadro'];

const id = z.uuid({ error: 'Identificador inválido.' });

/** Maximum number of interviews per decision: a page of their list. */
export const REVISAO_MAX = 100;
const HISTORICO_MAX = 100;

const decisao = {
  para: z.enum(REVISOES_ENTREVISTA, { error: 'Selecione o estado.' }),
  /** Required to put on hold and to reject. */
  motivo: text(1000).nullish(),
};
const saysWhy = ({
  para,
  motivo,
}: {
  para: (typeof REVISOES_ENTREVISTA)[number];
  motivo?: string | null | undefined;
}) => !needsReason(para) || Boolean(motivo);
const semMotivo = { error: 'Informe o motivo.', path: ['motivo'] };
/** `revisoes` as the client saw it: the number of changes so far. */
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
      revisao: z.enum(REVISOES_ENTREVISTA),
      revisoes: z.number().int(),
      /** The caller was the interviewer and may not decide. */
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
