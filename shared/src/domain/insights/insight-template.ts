/** Categories of a template (specification 2, §4), with their labels. */
export const CATEGORIA_TEMPLATE_LABEL = {
  performance: 'Performance',
  behavioral: 'Comportamental',
  actionable: 'Acionável',
  compliance: 'Compliance',
} as const;
export type CategoriaTemplate = keyof typeof CATEGORIA_TEMPLATE_LABEL;
export const CATEGORIAS_TEMPLATE = Object.keys(CATEGORIA_TEMPLATE_LABEL) as [
  CategoriaTemplate,
  ...CategoriaTemplate[],
];

/** Output formats of a template (specification 2, §9). */
export const FORMATO_SAIDA_LABEL = {
  estruturado: 'Estruturado (JSON)',
  livre: 'Texto livre',
  markdown: 'Markdown',
} as const;
export type FormatoSaida = keyof typeof FORMATO_SAIDA_LABEL;
export const FORMATOS_SAIDA = Object.keys(FORMATO_SAIDA_LABEL) as [FormatoSaida, ...FormatoSaida[]];

/** Default model label of a new template (specification 2, §9). */
export const MODELO_LLM_PADRAO = 'gpt-3.5-turbo';

/** Splits a typed parameter list at commas, trims names and drops empty names (specification 2, §5). */
export function parseParameters(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
