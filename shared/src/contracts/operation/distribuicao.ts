import { z } from 'zod';
import { OPCOES_ESPECIAIS, TIPOS_PERGUNTA } from '../../domain/interview/comparison/compare-answer.ts';
import { idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { recorteDaPesquisa } from '../surveys/confrontos.ts';

export const DISTRIBUICAO_MAX = 10_000;
/** Maximum text answers shown per question. */
export const TEXTOS_MAX = 8;

/** Number of all answers, and of those whose verdict in force is 'confere'. */
const contagem = z.object({ todas: z.number().int(), conferem: z.number().int() });

const resumo = z
  .object({
    media: z.number(),
    mediana: z.number(),
    q1: z.number(),
    q3: z.number(),
    minimo: z.number(),
    maximo: z.number(),
  })
  .nullable();

export const distribuicao = z.object({
  /** Concluded interviews that match the filter; `contadas` leaves out the oldest beyond DISTRIBUICAO_MAX. */
  total: z.number().int(),
  contadas: z.number().int(),
  auditadas: z.number().int(),
  perguntas: z.array(
    z.object({
      id: z.uuid(),
      codigo: z.string(),
      texto: z.string(),
      tipo: z.enum(TIPOS_PERGUNTA),
      unidade: z.string().nullable(),
      questionario: z.object({ id: z.uuid(), nome: z.string() }),
      /** Numbers of the versions in which the question has exactly these words and options. */
      versoes: z.array(z.number().int()),
      /** True if the newest counted version words the question differently. */
      redacao_anterior: z.boolean(),
      /** Interviews to which the question applied. */
      base: z.number().int(),
      /** Interviews whose sheet cell could not be read; the cell may or may not have contained an answer. */
      ilegiveis: z.number().int(),
      /** `auditadas`: answers with a conclusive verdict (confere, diverge, nao_perguntada, induzida). */
      respondidas: contagem.extend({ auditadas: z.number().int() }),
      /** In the question's order. A 'multipla' answer may count in several options. */
      opcoes: z.array(contagem.extend({ texto: z.string(), especial: z.enum(OPCOES_ESPECIAIS).nullable() })),
      numeros: z
        .object({
          todas: resumo,
          conferem: resumo,
          /** Contiguous ranges: either single whole numbers (`de` = `ate`), or ranges of equal width without `ate`. */
          faixas: z.array(contagem.extend({ de: z.number(), ate: z.number() })),
        })
        .nullable(),
      /** Most frequent first; texts that differ only in case, accents or spaces count as one text. */
      textos: z.array(contagem.extend({ texto: z.string() })),
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
