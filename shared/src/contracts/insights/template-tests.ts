import { z } from 'zod';
import { criteriosSchema } from '../../domain/insights/insight-criteria.ts';
import { MODELO_LLM_PADRAO } from '../../domain/insights/insight-template.ts';
import { dateTime, idParams, inicioPrecisao, ok, searchText, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { alertaInsight, criterioInsight } from './insight-parts.ts';
import { camposTemplate, TEMPLATE_KB, valoresParametros } from './insight-templates.ts';

const uuid = z.uuid({ error: 'Identificador inválido.' });
const tag = 'Templates de insight';

/** Maximum open tests of a company, and maximum started in 24 hours. */
export const TESTES_ABERTOS_MAX = 3;
export const TESTES_POR_DIA_MAX = 60;

/** A draft, which needs no name to be tested. */
export const rascunhoTemplate = z.object({
  nome: text(200).default(''),
  promptTemplate: camposTemplate.promptTemplate,
  parametrosObrigatorios: camposTemplate.parametrosObrigatorios.default([]),
  parametrosOpcionais: camposTemplate.parametrosOpcionais.default([]),
  modeloLlm: camposTemplate.modeloLlm.default(MODELO_LLM_PADRAO),
  maxTokens: camposTemplate.maxTokens.default(1000),
  temperature: camposTemplate.temperature.default(0.7),
  thresholdConfianca: camposTemplate.thresholdConfianca.default(0.7),
  formatoSaida: camposTemplate.formatoSaida.default('estruturado'),
  criterios: criteriosSchema.default([]),
});
export type RascunhoTemplate = z.infer<typeof rascunhoTemplate>;

export const usoTeste = z.object({
  /** Paid answers: two if the first needed repair, else one. */
  chamadas: z.number().int(),
  tokensEntrada: z.number().int(),
  tokensSaida: z.number().int(),
});
export type UsoTeste = z.infer<typeof usoTeste>;

export const ladoTeste = z.object({
  /** `teste`: requested for this test; `insight`: from the call's present analysis. */
  origem: z.enum(['teste', 'insight']),
  /** Null for the draft. */
  versao: z.number().int().nullable(),
  status: z.enum(['concluido', 'erro']),
  motivo: z.string().nullable(),
  /** The called model; null if no model was called. */
  modelo: z.string().nullable(),
  /** Reason for calling a model other than the template's. */
  avisoModelo: z.string().nullable(),
  parametrosOmitidos: z.array(z.string()),
  resumo: z.string().nullable(),
  pontuacao: z.number().nullable(),
  pontuacaoIa: z.number().nullable(),
  scoreConfianca: z.number().nullable(),
  abaixoDoLimiar: z.boolean(),
  /** True if a claim has no evidence in the transcript. */
  semEvidencia: z.boolean(),
  criterios: z.array(criterioInsight),
  alertas: z.array(alertaInsight),
  uso: usoTeste,
  /** USD at the prices in force; null if unknown. */
  custoUsd: z.number().nullable(),
  /** Models without a price, which count as 0. */
  semPreco: z.array(z.string()),
});
export type LadoTeste = z.infer<typeof ladoTeste>;

/** Value of testes_template.resultado. `salvo`: the saved version's result; null for an unsaved template. */
export const resultadoTeste = z.object({ rascunho: ladoTeste, salvo: ladoTeste.nullable() });
export type ResultadoTeste = z.infer<typeof resultadoTeste>;

export const testeTemplate = z.object({
  id: z.uuid(),
  auditoriaItemId: z.uuid(),
  templateId: z.uuid().nullable(),
  status: z.enum(['pendente', 'executando', 'concluido', 'erro']),
  motivo: z.string().nullable(),
  /** Null until the test ends, and for an interrupted test. */
  resultado: resultadoTeste.nullable(),
  /** Billed usage of both versions. Reused parts cost nothing. */
  uso: usoTeste,
  custoUsd: z.number(),
  createdAt: dateTime,
  terminadoEm: dateTime.nullable(),
});
export type TesteTemplateWire = z.infer<typeof testeTemplate>;

export const createTemplateTest = defineContract({
  id: 'createTemplateTest',
  bodyKb: TEMPLATE_KB,
  method: 'POST',
  path: '/insight-templates/testes',
  access: { who: 'user', can: ['insight_template', 'create'] },
  summary: 'Experimentar um rascunho em uma ligação processada, ao lado da versão gravada; não usa crédito',
  tag,
  touches: ['templates'],
  status: 202,
  body: z.object({
    auditoriaItemId: uuid,
    template: rascunhoTemplate,
    parametros: valoresParametros.default({}),
    templateId: uuid.optional(),
  }),
  response: ok(z.object({ id: z.uuid() })),
});

export const getTemplateTest = defineContract({
  id: 'getTemplateTest',
  method: 'GET',
  path: '/insight-templates/testes/{id}',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'Como está um teste, e o que ele achou',
  tag,
  topic: 'templates',
  params: idParams,
  response: ok(testeTemplate),
});

/** Maximum calls from which criteria are suggested. */
export const LIGACOES_DA_SUGESTAO = 3;

export const createCriteriaSuggestion = defineContract({
  id: 'createCriteriaSuggestion',
  method: 'POST',
  path: '/insight-templates/sugestoes',
  access: { who: 'user', can: ['insight_template', 'create'] },
  summary: 'Pedir à IA critérios a partir de até três ligações processadas; não usa crédito e nada é salvo',
  tag,
  touches: ['templates'],
  status: 202,
  body: z.object({
    ligacoes: z
      .array(uuid)
      .min(1, { error: 'Selecione uma ligação processada.' })
      .max(LIGACOES_DA_SUGESTAO, { error: 'Selecione no máximo três ligações.' }),
  }),
  response: ok(z.object({ id: z.uuid() })),
});

/** A suggestion's testes_template.resultado. `ligacoes`: number of read calls that contain the criterion's subject. */
export const resultadoSugestao = z.object({
  criterios: z.array(
    z.object({
      descricao: z.string(),
      peso: z.number(),
      critico: z.boolean(),
      ausencia: z.boolean(),
      motivo: z.string(),
      ligacoes: z.number().int(),
    }),
  ),
  lidas: z.number().int(),
  /** True if a long call was read only in part. */
  emParte: z.boolean(),
});
export type ResultadoSugestao = z.infer<typeof resultadoSugestao>;

export const getCriteriaSuggestion = defineContract({
  id: 'getCriteriaSuggestion',
  method: 'GET',
  path: '/insight-templates/sugestoes/{id}',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'Como está um pedido de critérios, e o que a IA sugeriu',
  tag,
  topic: 'templates',
  params: idParams,
  response: ok(
    testeTemplate
      .pick({
        id: true,
        status: true,
        motivo: true,
        uso: true,
        custoUsd: true,
        createdAt: true,
        terminadoEm: true,
      })
      .extend({ resultado: resultadoSugestao.nullable() }),
  ),
});
export type SugestaoCriteriosWire = z.infer<typeof getCriteriaSuggestion.response>['data'];

export const cancelTemplateTest = defineContract({
  id: 'cancelTemplateTest',
  method: 'DELETE',
  path: '/insight-templates/testes/{id}',
  access: { who: 'user', can: ['insight_template', 'create'] },
  summary: 'Interromper um teste ou um pedido de critérios em andamento',
  tag,
  touches: ['templates'],
  params: idParams,
  response: ok(z.object({ id: z.uuid() })),
});

export const listTestableCalls = defineContract({
  id: 'listTestableCalls',
  method: 'GET',
  path: '/insight-templates/testes/ligacoes',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'As ligações concluídas em que se pode testar, das mais novas às mais antigas (até 20)',
  tag,
  topic: 'itens',
  query: z.object({
    /** Part of the number, name, extension or project's name. */
    q: searchText.optional(),
    empresaId: uuid.optional(),
  }),
  response: ok(
    z.array(
      z.object({
        id: z.uuid(),
        projeto: z.object({ id: z.uuid(), nome: z.string() }),
        numeroDestino: z.string().nullable(),
        nomeEntrevistado: z.string().nullable(),
        ramal: z.string().nullable(),
        /** Start of the call, else its registration. */
        quando: dateTime,
        inicioPrecisao,
        /** Seconds. */
        callDuration: z.number().int().nullable(),
      }),
    ),
  ),
});
