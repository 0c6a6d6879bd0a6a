import { FALANTES, type Falante, type Lado, sideOf } from '@escuta/shared/domain/profiles/roles';

/**
 * Reads the worker's prompt: the fenced transcript, the criteria and the task, in any order. Ignores the rest, so that
 * speech in a call cannot change this server's behaviour.
 */

export type Linha = {
  ordem: number;
  /** The speaker, by a name common to all kinds of audit. */
  papel: Lado | 'desconhecido';
  /** Start of the sentence, s. */
  inicioS: number;
  texto: string;
};

export type Criterio = { id: string; descricao: string; peso: number; critico: boolean };

export type Pergunta = {
  id: string;
  /** Introductory text (stem) of the question's battery; empty outside batteries. */
  enunciado: string;
  texto: string;
  tipo: string;
  lerOpcoes: boolean;
  opcoes: readonly string[];
};

export type Prompt = {
  linhas: readonly Linha[];
  criterios: readonly Criterio[];
  perguntas: readonly Pergunta[];
};

/** A spoken and a typed answer to compare. `digitado` is null if the item asks about the interviewer's conduct. */
export type Item = { chave: string; tipo: string; falado: string; digitado: string | null };

const LINHA = new RegExp(`^\\[(\\d+)\\] (${FALANTES.join('|')}) \\((\\d+(?:\\.\\d+)?)s\\): (.*)$`);

/**
 * @param text All messages' text, joined by line breaks.
 * @returns `null` without a transcript between lines <transcricao> and </transcricao>
 */
export function readPrompt(text: string): Prompt | null {
  const lines = text.split(/\r?\n/);
  const open = lines.findIndex((line) => line.trim() === '<transcricao>');
  // Uses the last closing tag, so that a line of speech cannot end the transcript early.
  const close = lines.findLastIndex((line) => line.trim() === '</transcricao>');
  if (open < 0 || close < open) return null;
  const linhas = lines.slice(open + 1, close).flatMap(readLine);
  const outside = [...lines.slice(0, open), ...lines.slice(close + 1)].join('\n');
  return { linhas, criterios: readCriteria(outside), perguntas: readQuestions(outside) };
}

function readLine(line: string): Linha[] {
  const [, ordem, papel, inicio, texto] = LINHA.exec(line.trim()) ?? [];
  if (ordem === undefined || texto === undefined) return [];
  const lado = sideOf(papel as Falante) ?? 'desconhecido';
  return [{ ordem: Number(ordem), papel: lado, inicioS: Number(inicio), texto }];
}

/** Reads a prompt's calls, each under its heading '## Ligação n'. */
export function readCalls(text: string): Linha[][] {
  const calls: Linha[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^## Ligação \d+$/.test(line)) calls.push([]);
    else calls.at(-1)?.push(...readLine(line));
  }
  return calls;
}

/** The objects of a JSON list between <name> and </name>; empty without such a list. */
function readList(text: string, name: string): Record<string, unknown>[] {
  const json = new RegExp(`<${name}>\\s*(\\[[\\s\\S]*?\\])\\s*</${name}>`).exec(text)?.[1];
  if (json === undefined) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return [];
  }
  if (!Array.isArray(parsed)) return [];
  return parsed.filter(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readQuestions(text: string): Pergunta[] {
  return readList(text, 'perguntas').flatMap(({ id, enunciado, texto, tipo, ler_opcoes, opcoes }) =>
    typeof id !== 'string'
      ? []
      : [
          {
            id,
            enunciado: textOf(enunciado),
            texto: textOf(texto),
            tipo: textOf(tipo),
            lerOpcoes: ler_opcoes === true,
            opcoes: Array.isArray(opcoes) ? opcoes.map(textOf).filter((opcao) => opcao !== '') : [],
          },
        ],
  );
}

export type ItemDePergunta = { chave: string; pergunta: string; trecho: string };

/** Items that a prompt asks to compare. */
export function readItems(text: string): Item[] {
  return readList(text, 'itens').flatMap(({ chave, tipo, falado, digitado }) =>
    typeof chave !== 'string'
      ? []
      : [
          {
            chave,
            tipo: textOf(tipo),
            falado: textOf(falado),
            digitado: typeof digitado === 'string' ? digitado : null,
          },
        ],
  );
}

/** Questions that a prompt asks to find, each with the speech to search. */
export function readQuestionItems(text: string): ItemDePergunta[] {
  return readList(text, 'itens').flatMap(({ chave, pergunta, trecho }) =>
    typeof chave !== 'string' ? [] : [{ chave, pergunta: textOf(pergunta), trecho: textOf(trecho) }],
  );
}

function readCriteria(text: string): Criterio[] {
  return readList(text, 'criterios').flatMap(({ id, descricao, peso, critico }): Criterio[] => {
    if (typeof id !== 'string' || typeof descricao !== 'string') return [];
    return [
      { id, descricao, peso: typeof peso === 'number' && peso >= 0 ? peso : 1, critico: critico === true },
    ];
  });
}

/**
 * Reads the task's name from the schema, which the worker writes into the prompt for a model without `json_schema`:
 * `<esquema nome="…">…</esquema>`. Null without a schema.
 */
export function readSchemaName(text: string): string | null {
  return /<esquema nome="([\w-]{1,64})">/.exec(text)?.[1] ?? null;
}
