import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_PROJETO_COM_TEMPLATES, FILTROS_TEMPLATE } from '../../domain/filters/lists/templates.ts';
import { criterioSchema, criteriosSchema } from '../../domain/insights/insight-criteria.ts';
import { CATEGORIAS_TEMPLATE, FORMATOS_SAIDA } from '../../domain/insights/insight-template.ts';
import { PARAMETRO_MAX } from '../../domain/insights/prompt-template.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import {
  boundedObject,
  dateTime,
  idParams,
  metadata,
  ok,
  okMessage,
  okPage,
  optionalText,
  pageQuery,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const TEMPLATE: readonly Touched[] = ['templates', 'vinculos', 'projetos', 'revisao'];

const uuid = z.uuid({ error: 'Identificador inválido.' });
const tag = 'Templates de insight';
/** Largest body of a request with a template, kB; enough even if each letter is written as \\u00e7. */
export const TEMPLATE_KB = 1024;

const conteudo = z.object({
  nome: z.string(),
  descricao: z.string().nullable(),
  categoria: z.string(),
  promptTemplate: z.string(),
  parametrosObrigatorios: z.array(z.string()),
  parametrosOpcionais: z.array(z.string()),
  modeloLlm: z.string(),
  maxTokens: z.number().int(),
  temperature: z.number(),
  thresholdConfianca: z.number(),
  formatoSaida: z.string(),
  // Stored criteria always have `peso` and `critico`.
  criterios: z.array(criterioSchema.extend({ peso: z.number(), critico: z.boolean() })),
  metadata: z.record(z.string(), z.json()),
});

export const insightTemplate = conteudo.extend({
  id: z.uuid(),
  empresaId: z.uuid(),
  ativo: z.boolean(),
  versao: z.number().int(),
  projetosAtivos: z.number().int(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type InsightTemplateWire = z.infer<typeof insightTemplate>;

const nome = text(200).min(1, { error: 'Nome é obrigatório' });
const promptTemplate = text(20_000).min(1, { error: 'Template de prompt é obrigatório' });
const parametros = z.array(text(60).min(1)).max(30, { error: 'Use no máximo 30 parâmetros.' });
const numero = (min: number, max: number, error: string) =>
  z.number({ error }).min(min, { error }).max(max, { error });
const campos = {
  descricao: optionalText(2000),
  categoria: z.enum(CATEGORIAS_TEMPLATE, { error: 'Categoria inválida.' }),
  parametrosObrigatorios: parametros,
  parametrosOpcionais: parametros,
  modeloLlm: text(100).min(1, { error: 'Informe o modelo.' }),
  maxTokens: z
    .int({ error: 'O valor de Max Tokens vai de 100 a 4.000.' })
    .min(100, { error: 'O valor de Max Tokens vai de 100 a 4.000.' })
    .max(4000, { error: 'O valor de Max Tokens vai de 100 a 4.000.' }),
  temperature: numero(0, 2, 'A temperatura vai de 0 a 2.'),
  thresholdConfianca: numero(0, 1, 'O limiar de confiança vai de 0 a 1.'),
  formatoSaida: z.enum(FORMATOS_SAIDA, { error: 'Formato de saída inválido.' }),
  criterios: criteriosSchema,
  metadata,
};
export const camposTemplate = { promptTemplate, ...campos };
/** The specification's clients send the model as modeloLLM. */
const modeloLLM = campos.modeloLlm.optional();

export const listInsightTemplates = defineContract({
  id: 'listInsightTemplates',
  method: 'GET',
  path: '/insight-templates',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'Templates da empresa',
  tag,
  topic: 'templates',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    ...filterFields(FILTROS_TEMPLATE),
    /** Another company, for administrators only. */
    empresaId: uuid.optional(),
    orderBy: z.enum(['nome', 'categoria', 'created_at', 'updated_at']).default('nome'),
    orderDirection: z.enum(['asc', 'desc']).default('asc'),
  }),
  response: okPage(insightTemplate),
});

export const getInsightTemplate = defineContract({
  id: 'getInsightTemplate',
  method: 'GET',
  path: '/insight-templates/{id}',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'Um template, na versão em vigor',
  tag,
  topic: 'templates',
  params: idParams,
  response: ok(insightTemplate),
});

export const listTemplateVersions = defineContract({
  id: 'listTemplateVersions',
  method: 'GET',
  path: '/insight-templates/{id}/versoes',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'As versões de um template, da mais nova à mais antiga',
  tag,
  topic: 'templates',
  params: idParams,
  query: pageQuery,
  response: okPage(
    conteudo.extend({
      id: z.uuid(),
      versao: z.number().int(),
      /** The author's e-mail; null for a version of the installation. */
      criadoPor: z.string().nullable(),
      createdAt: dateTime,
    }),
  ),
});

export const createInsightTemplate = defineContract({
  id: 'createInsightTemplate',
  bodyKb: TEMPLATE_KB,
  method: 'POST',
  path: '/insight-templates',
  access: { who: 'user', can: ['insight_template', 'create'] },
  summary: 'Criar um template',
  tag,
  touches: TEMPLATE,
  status: 201,
  body: z.object({
    /** Default: the session's company. */
    empresaId: uuid.optional(),
    nome,
    promptTemplate,
    descricao: campos.descricao.optional(),
    categoria: campos.categoria.default('performance'),
    parametrosObrigatorios: campos.parametrosObrigatorios.default([]),
    parametrosOpcionais: campos.parametrosOpcionais.default([]),
    modeloLlm: campos.modeloLlm.optional(),
    modeloLLM,
    maxTokens: campos.maxTokens.default(1000),
    temperature: campos.temperature.default(0.7),
    thresholdConfianca: campos.thresholdConfianca.default(0.7),
    formatoSaida: campos.formatoSaida.default('estruturado'),
    criterios: criteriosSchema.optional(),
    metadata: metadata.optional(),
    ativo: z.boolean().default(true),
  }),
  response: ok(insightTemplate),
});

export const updateInsightTemplate = defineContract({
  id: 'updateInsightTemplate',
  bodyKb: TEMPLATE_KB,
  method: 'PATCH',
  path: '/insight-templates/{id}',
  access: { who: 'user', can: ['insight_template', 'update'] },
  summary: 'Alterar um template: o conteúdo que muda faz uma nova versão; os resultados continuam com a sua',
  tag,
  touches: TEMPLATE,
  params: idParams,
  body: z.object({
    nome: nome.optional(),
    promptTemplate: promptTemplate.optional(),
    descricao: campos.descricao.optional(),
    categoria: campos.categoria.optional(),
    parametrosObrigatorios: campos.parametrosObrigatorios.optional(),
    parametrosOpcionais: campos.parametrosOpcionais.optional(),
    modeloLlm: campos.modeloLlm.optional(),
    modeloLLM,
    maxTokens: campos.maxTokens.optional(),
    temperature: campos.temperature.optional(),
    thresholdConfianca: campos.thresholdConfianca.optional(),
    formatoSaida: campos.formatoSaida.optional(),
    criterios: criteriosSchema.optional(),
    metadata: metadata.optional(),
    ativo: z.boolean().optional(),
    /** The version that the client edited; a newer stored version gives 409. */
    versao: z.int().min(1).optional(),
  }),
  response: ok(insightTemplate),
});

export const deleteInsightTemplate = defineContract({
  id: 'deleteInsightTemplate',
  method: 'DELETE',
  path: '/insight-templates/{id}',
  access: { who: 'user', can: ['insight_template', 'delete'] },
  summary: 'Excluir um template e seus vínculos; os resultados que ele gerou ficam',
  tag,
  touches: TEMPLATE,
  params: idParams,
  response: okMessage,
});

const linkParams = z.object({ projetoId: uuid, templateId: uuid });

export const templateLink = z.object({
  id: z.uuid(),
  insightTemplateId: z.uuid(),
  projetoId: z.uuid(),
  ativo: z.boolean(),
  parametros: z.record(z.string(), z.string()),
  /** Required parameters that have no value; the template gives no insight while any is missing. */
  parametrosFaltando: z.array(z.string()),
  /** E-mail of the person who linked the template; 'sistema' for the installation. */
  atribuidoPor: z.string(),
  createdAt: dateTime,
  insightTemplate: z.object({
    id: z.uuid(),
    nome: z.string(),
    descricao: z.string().nullable(),
    categoria: z.string(),
    ativo: z.boolean(),
    versao: z.number().int(),
    parametrosObrigatorios: z.array(z.string()),
    parametrosOpcionais: z.array(z.string()),
  }),
});
export type TemplateLinkWire = z.infer<typeof templateLink>;

export const valoresParametros = boundedObject(
  z.record(
    storableText().max(60),
    storableText().max(PARAMETRO_MAX, { error: `Use no máximo ${PARAMETRO_MAX} caracteres.` }),
  ),
  (given) => (Object.keys(given).length > 60 ? 'Use no máximo 60 parâmetros.' : null),
);

export const listProjectTemplates = defineContract({
  id: 'listProjectTemplates',
  method: 'GET',
  path: '/projetos/{projetoId}/insight-templates',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'Os templates vinculados a um projeto',
  tag,
  topic: 'vinculos',
  params: z.object({ projetoId: uuid }),
  response: ok(z.array(templateLink)),
});

export const linkTemplate = defineContract({
  id: 'linkTemplate',
  bodyKb: TEMPLATE_KB,
  method: 'POST',
  path: '/projetos/{projetoId}/insight-templates/{templateId}',
  access: { who: 'user', can: ['insight_template', 'update'] },
  summary:
    'Vincular um template a um projeto. Sem `parametros`, o de um template que os exige fica inativo, e `parametrosFaltando` diz quais',
  tag,
  touches: TEMPLATE,
  status: 201,
  params: linkParams,
  body: z.object({ parametros: valoresParametros.optional() }).optional(),
  response: ok(templateLink),
});

export const updateTemplateLink = defineContract({
  id: 'updateTemplateLink',
  bodyKb: TEMPLATE_KB,
  method: 'PATCH',
  path: '/projetos/{projetoId}/insight-templates/{templateId}',
  access: { who: 'user', can: ['insight_template', 'update'] },
  summary: 'Ativar ou desativar um template no projeto, ou mudar os valores de seus parâmetros',
  tag,
  touches: TEMPLATE,
  params: linkParams,
  body: z.object({
    active: z.boolean().optional(),
    ativo: z.boolean().optional(),
    parametros: valoresParametros.optional(),
  }),
  response: ok(templateLink),
});

export const unlinkTemplate = defineContract({
  id: 'unlinkTemplate',
  method: 'DELETE',
  path: '/projetos/{projetoId}/insight-templates/{templateId}',
  access: { who: 'user', can: ['insight_template', 'update'] },
  summary: 'Remover um template de um projeto',
  tag,
  touches: TEMPLATE,
  params: linkParams,
  response: okMessage,
});

export const listProjectsWithTemplates = defineContract({
  id: 'listProjectsWithTemplates',
  method: 'GET',
  path: '/insight-templates/projetos',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'Os projetos da empresa com quantos templates cada um tem',
  tag,
  topic: 'projetos',
  query: pageQuery.extend({
    ...filterFields(FILTROS_PROJETO_COM_TEMPLATES),
    empresaId: uuid.optional(),
  }),
  response: okPage(
    z.object({
      id: z.uuid(),
      nome: z.string(),
      descricao: z.string().nullable(),
      ativos: z.number().int(),
      total: z.number().int(),
      created_at: dateTime,
      updated_at: dateTime,
      ultimoTemplateEm: dateTime.nullable(),
    }),
  ),
});
