/** What a cell of a sheet of answers says in answer to a question, or why it says nothing that can be kept. */
import { normaliseQuote } from '../evidence.ts';
import type { PerguntaLida } from './read-questionnaire.ts';

/**
 * An answer, by the places of its options (from 0, in the question's order) and its text as it is kept; an empty cell; or what is wrong with
 * it, for people.
 */
export type RespostaDaPlanilha =
  | { opcoes: number[]; texto: string | null }
  | { vazio: true }
  | { motivo: string };

/** A cell of a question's column: of the column for one option (its place), or (null) of the one for the whole answer. */
export type CelulaDaPergunta = { opcao: number | null; celula: string };

/** Reads the one cell that holds a question's whole answer. */
export function readAnswer(pergunta: PerguntaLida, celula: string): RespostaDaPlanilha {
  const plain = normaliseQuote(celula);
  if (plain === '') return { vazio: true };
  if (pergunta.opcoes.length === 0) return { opcoes: [], texto: celula.trim() };
  const at = pergunta.opcoes.findIndex(
    ({ texto, valor }) => normaliseQuote(texto) === plain || String(valor) === plain,
  );
  return at < 0
    ? { motivo: `“${celula}” não é uma opção de ${pergunta.codigo}.` }
    : { opcoes: [at], texto: null };
}

/** Reads the cells of a question that has one column for each option. */
export function readOptionAnswers(
  _pergunta: PerguntaLida,
  celulas: readonly { opcao: number; celula: string }[],
): RespostaDaPlanilha {
  const opcoes = celulas
    .filter(({ celula }) => /^(?:1|x|sim)$/i.test(celula.trim()))
    .map(({ opcao }) => opcao);
  return opcoes.length === 0 ? { vazio: true } : { opcoes, texto: null };
}

/** Reads all cells that a row has for a question, in whatever columns: what callers use for a row. */
export function readCells(pergunta: PerguntaLida, celulas: readonly CelulaDaPergunta[]): RespostaDaPlanilha {
  const whole = celulas.find(({ opcao }) => opcao === null);
  if (whole) return readAnswer(pergunta, whole.celula);
  return readOptionAnswers(
    pergunta,
    celulas.flatMap(({ opcao, celula }) => (opcao === null ? [] : [{ opcao, celula }])),
  );
}
