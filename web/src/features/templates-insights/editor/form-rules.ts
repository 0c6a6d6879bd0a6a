/** The form of a template: its values, its checks, and the body of its request. */
import type { BodyIn } from '@escuta/shared/contracts/contract';
import type {
  createInsightTemplate,
  InsightTemplateWire,
} from '@escuta/shared/contracts/insights/insight-templates';
import { type Criterio, SUJEITOS, type Sujeito } from '@escuta/shared/domain/insights/insight-criteria';
import {
  CATEGORIAS_TEMPLATE,
  FORMATOS_SAIDA,
  MODELO_LLM_PADRAO,
  parseParameters,
} from '@escuta/shared/domain/insights/insight-template';
import {
  checkTemplate,
  findPlaceholders,
  PARAMETROS_DO_SISTEMA,
  type TemplateDeclarado,
} from '@escuta/shared/domain/insights/prompt-template';
import type { ReadyTemplate } from '@escuta/shared/domain/insights/ready-templates';
import { z } from 'zod';

/** The content in the body that creates a template or a new version of one. */
export type TemplateContent = Required<
  Omit<BodyIn<typeof createInsightTemplate>, 'empresaId' | 'modeloLLM' | 'descricao'>
> & { descricao: string };

const PROMPT_PADRAO =
  'Avalie a ligação por cada critério. Considere somente o que foi dito e responda com o trecho que o comprova. Se o assunto de um critério não surgiu na ligação, responda que ele não se aplica.';

const TOKENS_PADRAO = 1000;
const PADRAO = 0.7;

/** Parses a number such as '0,7' or '0.7'; any other text gives `fallback` (specification 2, §5). */
export function numberOr(text: string, fallback: number): number {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? fallback : value;
}

const decimal = (fallback: number, max: number, error: string) =>
  z
    .string()
    .transform((text) => numberOr(text, fallback))
    .refine((value) => value >= 0 && value <= max, { error });

const criterio = z.object({
  /** Id of the criterion, which never changes after the first save; '' before. */
  criterioId: z.string(),
  descricao: z
    .string()
    .trim()
    .min(1, { error: 'Descreva o critério.' })
    .max(1000, { error: 'Use no máximo 1.000 caracteres.' }),
  peso: decimal(1, 100, 'O peso vai de 0 a 100.'),
  critico: z.boolean(),
  ausencia: z.boolean(),
  /** Party that the criterion is about; '' if the description implies it. */
  sujeito: z.enum([...SUJEITOS, '']),
});

const lista = z
  .string()
  .max(2000)
  .refine((text) => parseParameters(text).length <= 30, { error: 'Use no máximo 30 parâmetros.' })
  .refine((text) => parseParameters(text).every((nome) => nome.length <= 60), {
    error: 'Use até 60 caracteres no nome de um parâmetro.',
  });

/** The prompt and its declared parameters, in the structure for the check that API and worker share. */
export function declaredOf(values: {
  promptTemplate: string;
  obrigatorios: string;
  opcionais: string;
}): TemplateDeclarado {
  return {
    promptTemplate: values.promptTemplate,
    parametrosObrigatorios: parseParameters(values.obrigatorios),
    parametrosOpcionais: parseParameters(values.opcionais),
  };
}

export const templateSchema = z
  .object({
    nome: z
      .string()
      .trim()
      .min(1, { error: 'Nome é obrigatório' })
      .max(200, { error: 'Use no máximo 200 caracteres.' }),
    categoria: z.enum(CATEGORIAS_TEMPLATE),
    descricao: z.string().trim().max(2000, { error: 'Use no máximo 2.000 caracteres.' }),
    promptTemplate: z
      .string()
      .trim()
      .min(1, { error: 'Template de prompt é obrigatório' })
      .max(20_000, { error: 'Use no máximo 20.000 caracteres.' }),
    obrigatorios: lista,
    opcionais: lista,
    modeloLlm: z.string().min(1, { error: 'Informe o modelo.' }),
    maxTokens: z
      .string()
      .transform((text) => Math.round(numberOr(text, TOKENS_PADRAO)))
      .refine((value) => value >= 100 && value <= 4000, {
        error: 'O valor de Max Tokens vai de 100 a 4.000.',
      }),
    temperature: decimal(PADRAO, 2, 'A temperatura vai de 0 a 2.'),
    thresholdConfianca: decimal(PADRAO, 1, 'O limiar de confiança vai de 0 a 1.'),
    formatoSaida: z.enum(FORMATOS_SAIDA),
    ativo: z.boolean(),
    criterios: z.array(criterio).max(100, { error: 'Use no máximo 100 critérios.' }),
  })
  .superRefine((values, context) => {
    if (values.promptTemplate === '' || checkTemplate(declaredOf(values)).length === 0) return;
    context.addIssue({
      code: 'custom',
      path: ['promptTemplate'],
      message: 'Corrija os erros apontados no texto.',
    });
  });

export type TemplateFormValues = z.input<typeof templateSchema>;
export type TemplateFormOutput = z.output<typeof templateSchema>;

export const SUJEITO_LABEL: Readonly<Record<Sujeito, string>> = {
  agente: 'Agente',
  cliente: 'Cliente',
  qualquer: 'Qualquer um',
};

/** An unused id made from a criterion's description. */
export function criterionId(descricao: string, taken: ReadonlySet<string>): string {
  const base =
    descricao
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .slice(0, 48)
      .replace(/^_+|_+$/g, '') || 'criterio';
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(id)) return id;
  }
}

/** The criteria to save; a new criterion gets an id made from its description. */
export function toCriteria(values: TemplateFormOutput['criterios']): Criterio[] {
  const taken = new Set(values.map(({ criterioId }) => criterioId).filter(Boolean));
  return values.map(({ criterioId, ausencia, sujeito, ...rest }) => {
    const id = criterioId || criterionId(rest.descricao, taken);
    taken.add(id);
    return { id, ...rest, ...(ausencia ? { ausencia } : {}), ...(sujeito ? { sujeito } : {}) };
  });
}

/** The content of the request's body, made from the values of a checked form. */
export function toContent(
  { obrigatorios, opcionais, criterios, ...rest }: TemplateFormOutput,
  metadata: TemplateContent['metadata'],
): TemplateContent {
  return {
    ...rest,
    parametrosObrigatorios: parseParameters(obrigatorios),
    parametrosOpcionais: parseParameters(opcionais),
    criterios: toCriteria(criterios),
    metadata,
  };
}

/** Initial form values: those of a template or of a ready-made one; null gives the defaults (specification 2, §9). */
export function formValues(from: InsightTemplateWire | ReadyTemplate | null): TemplateFormValues {
  const saved = from && 'modeloLlm' in from ? from : null;
  return {
    nome: from?.nome ?? '',
    categoria: CATEGORIAS_TEMPLATE.find((known) => known === from?.categoria) ?? 'performance',
    descricao: from?.descricao ?? '',
    promptTemplate: from?.promptTemplate ?? PROMPT_PADRAO,
    obrigatorios: from?.parametrosObrigatorios.join(', ') ?? '',
    opcionais: from?.parametrosOpcionais.join(', ') ?? '',
    modeloLlm: saved?.modeloLlm ?? MODELO_LLM_PADRAO,
    maxTokens: String(saved?.maxTokens ?? TOKENS_PADRAO),
    temperature: String(from?.temperature ?? PADRAO),
    thresholdConfianca: String(saved?.thresholdConfianca ?? PADRAO),
    formatoSaida: FORMATOS_SAIDA.find((known) => known === saved?.formatoSaida) ?? 'estruturado',
    ativo: saved?.ativo ?? true,
    criterios: (from?.criterios ?? []).map(({ id, descricao, peso, critico, ausencia = false, sujeito }) => ({
      criterioId: id,
      descricao,
      peso: decimalText(peso),
      critico,
      ausencia,
      sujeito: sujeito ?? '',
    })),
  };
}

const decimalText = (value: number) => String(value).replace('.', ',');

/** Full copy of a template (specification 2, §9: the name gets ' (Cópia)'). */
export function copyOf(template: InsightTemplateWire): TemplateContent {
  const suffix = ' (Cópia)';
  const { nome, descricao, categoria, formatoSaida, ...rest } = template;
  return {
    nome: `${nome.slice(0, 200 - suffix.length)}${suffix}`,
    descricao: descricao ?? '',
    categoria: CATEGORIAS_TEMPLATE.find((known) => known === categoria) ?? 'performance',
    formatoSaida: FORMATOS_SAIDA.find((known) => known === formatoSaida) ?? 'estruturado',
    promptTemplate: rest.promptTemplate,
    parametrosObrigatorios: rest.parametrosObrigatorios,
    parametrosOpcionais: rest.parametrosOpcionais,
    modeloLlm: rest.modeloLlm,
    maxTokens: rest.maxTokens,
    temperature: rest.temperature,
    thresholdConfianca: rest.thresholdConfianca,
    criterios: rest.criterios,
    metadata: rest.metadata,
    ativo: rest.ativo,
  };
}

/** Form values of a new criterion; `given` are the values that are already known. */
export function newCriterion(
  given: Partial<Pick<Criterio, 'descricao' | 'peso' | 'critico' | 'ausencia'>> = {},
): TemplateFormValues['criterios'][number] {
  const { descricao = '', peso = 1, critico = false, ausencia = false } = given;
  return { criterioId: '', descricao, peso: decimalText(peso), critico, ausencia, sujeito: '' };
}

export type PlaceholderUse = 'obrigatorio' | 'opcional' | 'sistema' | 'faltando';

/** Declaration of a name used in the prompt: by the system, as required, as optional, or not at all. */
export function declarationOf(nome: string, template: TemplateDeclarado): PlaceholderUse {
  if ((PARAMETROS_DO_SISTEMA as readonly string[]).includes(nome)) return 'sistema';
  if (template.parametrosObrigatorios.includes(nome)) return 'obrigatorio';
  return template.parametrosOpcionais.includes(nome) ? 'opcional' : 'faltando';
}

/** The names used in the prompt, each once, with how they are declared. */
export function placeholdersOf(template: TemplateDeclarado): { nome: string; uso: PlaceholderUse }[] {
  return findPlaceholders(template.promptTemplate).map((nome) => ({
    nome,
    uso: declarationOf(nome, template),
  }));
}

/** A typed list of parameters, with a name appended. */
export function addParameter(list: string, nome: string): string {
  return [...parseParameters(list), nome].join(', ');
}
