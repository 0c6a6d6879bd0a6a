import { FALANTES, type Falante, type Lado, sideOf } from '@escuta/shared/domain/profiles/roles';

/**
 * Reads the worker's prompt: the fenced transcript, the criteria and the task. Everything else in the
 * messages is ignored, so that nothing said in a call can change what this server does.
 */

export type Linha = {
  ordem: number;
  /** Which party speaks, whatever it is called in this kind of audit. */
  papel: Lado | 'desconhecido';
  /** Start of the sentence, s. */
  inicioS: number;
  texto: string;
};

export type Criterio = { id: string; descricao: string; peso: number; critico: boolean };

export type Prompt = { linhas: readonly Linha[]; criterios: readonly Criterio[] };

const LINHA = new RegExp(`^\\[(\\d+)\\] (${FALANTES.join('|')}) \\((\\d+(?:\\.\\d+)?)s\\): (.*)$`);

/**
 * @param text All messages' text, joined by line breaks.
 * @returns `null` when no transcript fence stands in it.
 */
export function readPrompt(text: string): Prompt | null {
  const lines = text.split(/\r?\n/);
  const open = lines.findIndex((line) => line.trim() === '<transcricao>');
  // The last closing fence counts: a line of speech cannot end the transcript early.
  const close = lines.findLastIndex((line) => line.trim() === '</transcricao>');
  if (open < 0 || close < open) return null;
  const linhas: Linha[] = [];
  for (const line of lines.slice(open + 1, close)) {
    const [, ordem, papel, inicio, texto] = LINHA.exec(line.trim()) ?? [];
    if (ordem === undefined || texto === undefined) continue;
    const lado = sideOf(papel as Falante) ?? 'desconhecido';
    linhas.push({ ordem: Number(ordem), papel: lado, inicioS: Number(inicio), texto });
  }
  const outside = [...lines.slice(0, open), ...lines.slice(close + 1)].join('\n');
  return { linhas, criterios: readCriteria(outside) };
}

function readCriteria(text: string): Criterio[] {
  const json = /<criterios>\s*(\[[\s\S]*?\])\s*<\/criterios>/.exec(text)?.[1];
  if (json === undefined) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return [];
  }
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((entry: unknown): Criterio[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { id, descricao, peso, critico } = entry as Record<string, unknown>;
    if (typeof id !== 'string' || typeof descricao !== 'string') return [];
    return [
      { id, descricao, peso: typeof peso === 'number' && peso >= 0 ? peso : 1, critico: critico === true },
    ];
  });
}

/**
 * Name of the task when the model takes no `json_schema`: the worker then puts the schema into the
 * prompt as `<esquema nome="…">…</esquema>`.
 */
export function readSchemaName(text: string): string | null {
  return /<esquema nome="([\w-]{1,64})">/.exec(text)?.[1] ?? null;
}
