/**
 * Prompt placeholders: a name in braces, `{produto}`. Other braces (JSON examples, `{}`) are text; `{{nome}}` becomes
 * the text `{nome}`.
 */
const PLACEHOLDER = /\{\{([\p{L}_][\p{L}\p{N}_]*)\}\}|\{([\p{L}_][\p{L}\p{N}_]*)\}/gu;
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

export const PARAMETRO_MAX = 4000;

/** Placeholders that the worker fills; templates do not declare them. */
export const PARAMETROS_DO_SISTEMA = ['transcricao'] as const;
const SYSTEM: ReadonlySet<string> = new Set(PARAMETROS_DO_SISTEMA);

/** A prompt's distinct placeholder names, in order. */
export function findPlaceholders(prompt: string): string[] {
  const names = new Set<string>();
  for (const match of prompt.matchAll(PLACEHOLDER)) if (match[2] !== undefined) names.add(match[2]);
  return [...names];
}

/** Splits a prompt into placeholders and text; `nome`: null for text. */
export function splitPrompt(prompt: string): { texto: string; nome: string | null }[] {
  const parts: { texto: string; nome: string | null }[] = [];
  let from = 0;
  for (const match of prompt.matchAll(PLACEHOLDER)) {
    if (match[2] === undefined) continue;
    if (match.index > from) parts.push({ texto: prompt.slice(from, match.index), nome: null });
    parts.push({ texto: match[0], nome: match[2] });
    from = match.index + match[0].length;
  }
  if (from < prompt.length) parts.push({ texto: prompt.slice(from), nome: null });
  return parts;
}

export type TemplateDeclarado = {
  promptTemplate: string;
  parametrosObrigatorios: readonly string[];
  parametrosOpcionais: readonly string[];
};

/** Problems of a template's declared parameters and placeholders, as sentences for the user. */
export function checkTemplate(template: TemplateDeclarado): string[] {
  const { parametrosObrigatorios: required, parametrosOpcionais: optional } = template;
  const problems: string[] = [];
  const declared = new Set<string>();
  for (const nome of [...required, ...optional]) {
    if (!NAME.test(nome)) problems.push(`O nome de parâmetro "${nome}" é inválido: use letras, números e _.`);
    else if (SYSTEM.has(nome))
      problems.push(`O parâmetro "${nome}" é preenchido pela Escuta: remova-o da lista.`);
    else if (declared.has(nome)) problems.push(`O parâmetro "${nome}" foi declarado mais de uma vez.`);
    declared.add(nome);
  }
  const used = new Set(findPlaceholders(template.promptTemplate));
  for (const nome of used) {
    if (!declared.has(nome) && !SYSTEM.has(nome)) {
      problems.push(`O texto usa {${nome}}, que não está entre os parâmetros.`);
    }
  }
  for (const nome of required) {
    if (NAME.test(nome) && !used.has(nome))
      problems.push(`O parâmetro obrigatório "${nome}" não aparece no texto.`);
  }
  return problems;
}

export function missingParameters(
  template: TemplateDeclarado,
  valores: Readonly<Record<string, unknown>>,
): string[] {
  return template.parametrosObrigatorios.filter((nome) => textOf(valores, nome) === '');
}

/** Fills a prompt's declared placeholders, with '' for missing values; values are not searched for placeholders. */
export function renderPrompt(
  template: TemplateDeclarado,
  valores: Readonly<Record<string, unknown>>,
  sistema: Readonly<Record<(typeof PARAMETROS_DO_SISTEMA)[number], string>>,
): string {
  const declared = new Set([...template.parametrosObrigatorios, ...template.parametrosOpcionais]);
  return template.promptTemplate.replace(PLACEHOLDER, (whole, literal?: string, nome?: string) => {
    if (literal !== undefined) return `{${literal}}`;
    if (nome === undefined) return whole;
    if (SYSTEM.has(nome)) return sistema[nome as keyof typeof sistema];
    return declared.has(nome) ? textOf(valores, nome) : whole;
  });
}

function textOf(valores: Readonly<Record<string, unknown>>, nome: string): string {
  const value = Object.hasOwn(valores, nome) ? valores[nome] : undefined;
  if (typeof value === 'string') return value.trim().slice(0, PARAMETRO_MAX);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
