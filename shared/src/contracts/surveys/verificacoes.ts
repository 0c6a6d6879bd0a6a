import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_VERIFICACAO } from '../../domain/filters/lists/signals.ts';
import { REVISOES_ENTREVISTA } from '../../domain/interview/verdicts/review-state.ts';
import {
  DESFECHOS_SEM_CONTATO,
  DESFECHOS_TENTATIVA,
  MODOS_VERIFICACAO,
  RESULTADOS_RECONTATO,
  RESULTADOS_VERIFICACAO,
  TENTATIVAS_MAX,
} from '../../domain/interview/verdicts/verification.ts';
import { dateTime, idParams, inicioPrecisao, ok, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';

const id = z.uuid({ error: 'Identificador inválido.' });
const gerentes = (what: string) =>
  ({ who: 'user', can: ['project', 'delete'], denied: `Só gerentes e administradores ${what}.` }) as const;

const regra = {
  percentual: z
    .number({ error: 'Informe o percentual.' })
    .int({ error: 'Use um número inteiro.' })
    .min(0, { error: 'De 0 a 100.' })
    .max(100, { error: 'De 0 a 100.' }),
  minimo: z
    .number({ error: 'Informe o mínimo.' })
    .int({ error: 'Use um número inteiro.' })
    .min(0, { error: 'De 0 a 100.' })
    .max(100, { error: 'De 0 a 100.' }),
};

/** `percentual` % of each interviewer's concluded interviews, at least `minimo`. `sorteadas`: drawn so far. */
const amostra = z.object({
  percentual: z.number().int(),
  minimo: z.number().int(),
  sorteadas: z.number().int(),
  /** Active accounts that may verify, up to 200 by name. */
  pessoas: z.array(z.object({ id: z.uuid(), nome: z.string() })),
});

export const getVerificacaoDaPesquisa = defineContract({
  id: 'getVerificacaoDaPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}/verificacao',
  access: gerentes('podem ver a amostra de verificação'),
  summary: 'A regra da amostra de verificação de uma pesquisa',
  tag: 'Campo',
  topic: 'quadro',
  params: idParams,
  response: ok(amostra),
});

export const updateVerificacaoDaPesquisa = defineContract({
  id: 'updateVerificacaoDaPesquisa',
  method: 'PUT',
  path: '/pesquisas/{id}/verificacao',
  access: gerentes('podem alterar a amostra de verificação'),
  summary:
    'Mudar a regra da amostra: o que já saiu continua sorteado. `antes`: como a pessoa a viu; se outra a mudou, 409',
  tag: 'Campo',
  touches: ['quadro'],
  params: idParams,
  body: z.object({ ...regra, antes: z.object(regra).optional() }),
  response: ok(amostra),
});

export const drawVerificacoes = defineContract({
  id: 'drawVerificacoes',
  method: 'POST',
  path: '/pesquisas/{id}/verificacao/sortear',
  access: gerentes('podem sortear a amostra de verificação'),
  summary:
    'Sortear, entre as entrevistas concluídas de cada entrevistador, as que faltam para a amostra. O que já saiu fica',
  tag: 'Campo',
  touches: ['quadro'],
  params: idParams,
  response: ok(z.object({ novas: z.number().int(), sorteadas: z.number().int() })),
});

export const verificacao = z.object({
  id: z.uuid(),
  entrevista: z.object({
    id: z.uuid(),
    nome: z.string(),
    telefone: z.string().nullable(),
    em: dateTime.nullable(),
    inicio_precisao: inicioPrecisao,
    /** Null without an item, or after the erasure of the item's data. */
    item_id: z.uuid().nullable(),
    auditada: z.boolean(),
    /** True if the caller conducted the interview and may not verify it. */
    propria: z.boolean(),
    /** People who conducted the interview; empty for callers who may not assign verifications. */
    feita_por: z.array(z.uuid()),
    revisao: z.enum(REVISOES_ENTREVISTA),
  }),
  entrevistador: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  responsavel: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  modo: z.enum(MODOS_VERIFICACAO).nullable(),
  resultado: z.enum(RESULTADOS_VERIFICACAO).nullable(),
  nota: z.string().nullable(),
  feita: z.object({ por: z.object({ id: z.uuid(), nome: z.string() }), em: dateTime }).nullable(),
  /** Calls to the respondent, newest first. */
  tentativas: z
    .array(
      z.object({
        n: z.number().int(),
        resultado: z.enum(DESFECHOS_TENTATIVA),
        nota: z.string().nullable(),
        por: z.object({ id: z.uuid(), nome: z.string() }),
        em: dateTime,
      }),
    )
    .max(TENTATIVAS_MAX),
  /** Proposed next call; null before the first call, and after the verification's end. */
  proxima_em: dateTime.nullable(),
  /** True if a new analysis changed the verdicts after the verifier had played the interview. */
  reauditada: z.boolean(),
  /** Number of changes so far, sent as `visto` with the next change. */
  versao: z.number().int(),
});
export type VerificacaoWire = z.infer<typeof verificacao>;

export const listVerificacoes = defineContract({
  id: 'listVerificacoes',
  method: 'GET',
  path: '/pesquisas/{id}/verificacoes',
  access: { who: 'user', can: ['result', 'read'] },
  summary:
    'Entrevistas sorteadas para verificação: as da pesquisa para gerentes e administradores, as que lhe foram dadas para os outros',
  tag: 'Campo',
  topic: 'quadro',
  params: idParams,
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    ...filterFields(FILTROS_VERIFICACAO),
  }),
  response: okPage(verificacao),
});

/** Maximum verifications assigned at once: a page of the list. */
export const VERIFICACOES_POR_VEZ = 100;

export const assignVerificacoes = defineContract({
  id: 'assignVerificacoes',
  method: 'POST',
  path: '/pesquisas/{id}/verificacoes/atribuir',
  access: gerentes('podem atribuir verificações'),
  summary:
    'Dar verificações a uma pessoa da empresa (null: a ninguém). As de entrevistas que ela ou quem atribui fez, e as já feitas, ficam como estão',
  tag: 'Campo',
  touches: ['quadro', 'indicacoes'],
  params: idParams,
  body: z.object({
    verificacoes: z
      .array(id)
      .min(1, { error: 'Selecione ao menos uma verificação.' })
      .max(VERIFICACOES_POR_VEZ, { error: `Selecione até ${VERIFICACOES_POR_VEZ} verificações.` }),
    usuario_id: id.nullable(),
  }),
  response: ok(
    z.object({
      atribuidas: z.number().int(),
      recusadas: z.array(z.object({ id: z.uuid(), nome: z.string(), motivo: z.string() })),
    }),
  ),
});

export const completeVerificacao = defineContract({
  id: 'completeVerificacao',
  method: 'POST',
  path: '/verificacoes/{id}/concluir',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Concluir uma verificação: ouvida (o que ficou nas células está confirmado) ou por recontato, com o resultado. Quem a recebeu, gerentes e administradores; nunca quem fez a entrevista. Outro resultado de um recontato já concluído corrige a última ligação. Com outra `visto`, 409',
  tag: 'Campo',
  touches: ['quadro', 'confrontos', 'indicacoes'],
  params: idParams,
  body: z
    .object({
      modo: z.enum(MODOS_VERIFICACAO, { error: 'Informe a forma de verificação.' }),
      resultado: z.enum(RESULTADOS_RECONTATO, { error: 'Selecione o resultado.' }).nullish(),
      /** Reason for reaching nobody; only with 'sem_contato'. */
      desfecho: z.enum(DESFECHOS_SEM_CONTATO).nullish(),
      nota: text(2000).nullish(),
      /** The `versao` that the client saw. */
      visto: z.number().int().min(0).max(1_000_000),
    })
    .refine(({ modo, resultado }) => modo === 'ouvida' || resultado, {
      error: 'Selecione o resultado.',
      path: ['resultado'],
    })
    .refine(({ resultado, desfecho }) => !desfecho || resultado === 'sem_contato', {
      error: 'Informe o desfecho só quando não houve contato.',
      path: ['desfecho'],
    }),
  response: ok(verificacao),
});
