import { z } from 'zod';
import { OPCOES_ESPECIAIS, TIPOS_PERGUNTA } from '../../domain/interview/comparison/compare-answer.ts';
import { idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { recorteDaPesquisa } from '../surveys/confrontos.ts';

/** Most interviews whose answers are counted: the newest concluded ones that match. */
export const DISTRIBUICAO_MAX = 10_000;
/** Most answers in words shown of a question: the most frequent. */
export const TEXTOS_MAX = 8;

/** Counted over all answers, and over those alone whose verdict in force is 'confere'. */
const contagem = z.object({ todas: z.number().int(), conferem: z.number().int() });

const resumo = z
  .object({
    media: z.number(),
    mediana: z.number(),
    /** Quartiles. */
    q1: z.number(),
    q3: z.number(),
    minimo: z.number(),
    maximo: z.number(),
  })
  .nullable();

export const distribuicao = z.object({
  /** Concluded interviews that match; more than DISTRIBUICAO_MAX: the oldest are left out. */
  total: z.number().int(),
  contadas: z.number().int(),
  /** Audited ones among those counted. */
  auditadas: z.number().int(),
  perguntas: z.array(
    z.object({
      id: z.uuid(),
      codigo: z.string(),
      texto: z.string(),
      tipo: z.enum(TIPOS_PERGUNTA),
      unidade: z.string().nullable(),
      questionario: z.object({ id: z.uuid(), nome: z.string() }),
      /** The versions in which it stands in these words, with these options. Changed words are another entry. */
      versoes: z.array(z.number().int()),
      /** The words are no longer those of the newest version counted here. */
      redacao_anterior: z.boolean(),
      /** Interviews in which it applied. */
      base: z.number().int(),
      /** Interviews whose cell of the sheet could not be read: they answered, or nobody knows whether they did. */
      ilegiveis: z.number().int(),
      /** `auditadas`: those with a verdict that says something (confere, diverge, nao_perguntada, induzida). */
      respondidas: contagem.extend({ auditadas: z.number().int() }),
      /** Of a question with options, in its order. One answer to a 'multipla' may count in several. */
      opcoes: z.array(contagem.extend({ texto: z.string(), especial: z.enum(OPCOES_ESPECIAIS).nullable() })),
      /** Of a question answered by a number. */
      numeros: z
        .object({
          todas: resumo,
          conferem: resumo,
          /** Without gaps: one a whole number (`de` = `ate`), or ranges of equal width up to below `ate`. */
          faixas: z.array(contagem.extend({ de: z.number(), ate: z.number() })),
        })
        .nullable(),
      /** Answers in words, the most frequent first; case, accents and blanks apart they are the same. */
      textos: z.array(contagem.extend({ texto: z.string() })),
      /** How many different ones there are. */
      textos_diferentes: z.number().int(),
    }),
  ),
});
export type Distribuicao = z.infer<typeof distribuicao>;

export const getDistribuicaoDaPesquisa = defineContract({
  id: 'getDistribuicaoDaPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}/distribuicao',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary:
    'Como as entrevistas concluídas de uma pesquisa responderam a cada pergunta: todas as respostas, e só as que conferem com o áudio',
  tag: 'Confronto',
  topic: 'entrevistas',
  params: idParams,
  query: z.object(recorteDaPesquisa),
  response: ok(distribuicao),
});
