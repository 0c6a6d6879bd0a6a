/** Template categories (specification 2, §4). */
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

/** Output formats (specification 2, §9). */
export const FORMATO_SAIDA_LABEL = {
  estruturado: 'Estruturado (JSON)',
  livre: 'Texto livre',
  markdown: 'Markdown',
} as const;
export type FormatoSaida = keyof typeof FORMATO_SAIDA_LABEL;
export const FORMATOS_SAIDA = Object.keys(FORMATO_SAIDA_LABEL) as [FormatoSaida, ...FormatoSaida[]];

/** Default model label (specification 2, §9). */
export const MODELO_LLM_PADRAO = 'gpt-3.5-turbo';

/** Splits a typed list at commas, trims names, drops empty names (specification 2, §5). */
export function parseParameters(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
