import { groupBy } from '../../group-by.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import { shortened } from '../options/option-reading.ts';
import type { LinhaLida } from '../rows/sheet.ts';
import { betterOf, firstUnread, type Leitores, readableOf } from './column-choice.ts';
import { isMention } from './column-headings.ts';
import { type Alvo, ignored, type Lida, type Perguntas } from './column-questions.ts';

/** `celulas`: filled cells in the sample. */
export type Coluna = { n: number; cabecalho: string; celulas: readonly string[]; lida: Lida };
export type DePergunta = Coluna & { lida: { papel: 'pergunta' } & Alvo };
export const isQuestion = (coluna: Coluna): coluna is DePergunta => coluna.lida.papel === 'pergunta';
export const named = ({ cabecalho, n }: Coluna): string => `“${shortened(cabecalho) || `coluna ${n + 1}`}”`;

type Linhas = readonly Pick<LinhaLida, 'celulas'>[];

const MARCA = /^(?:0|1|x|s|n|sim|nao|true|false|verdadeiro|falso|marcado|nao marcado)$/u;
const isMark = (celula: string): boolean => MARCA.test(normaliseQuote(celula));
const isChosen = (celula: string): boolean =>
  isMark(celula) && !/^(?:0|n|nao|false|falso|nao marcado)$/u.test(normaliseQuote(celula));

const isMarked = ({ celulas }: Coluna): boolean => celulas.length > 0 && celulas.every(isMark);

const leave = (some: readonly Coluna[], why: string): void => {
  for (const one of some) one.lida = ignored(why);
};
const readersOf = (columns: readonly DePergunta[]): Leitores =>
  columns.map(({ n, lida }) => ({ n, opcao: lida.opcao }));

/** Assigns options to suffixes ('1' of 'P5_1'). Unclear columns are left out. */
function resolveParts(perguntas: Perguntas, place: number, parts: readonly DePergunta[]): void {
  const found = perguntas.partOf(
    place,
    parts.flatMap(({ lida }) => lida.parte ?? []),
  );
  for (const one of parts) {
    const opcao = found?.get(one.lida.parte ?? '');
    if (opcao === undefined)
      leave([one], `A opção de ${perguntas.codigo(place)} desta coluna não foi identificada.`);
    else Object.assign(one.lida, { opcao, parte: null });
  }
}

/**
 * Chooses between a column with the whole answer and columns with marks of options: marks only if the whole answer is
 * unreadable and every option has a column.
 * @returns true if the marks are read
 */
function settleBeside(
  perguntas: Perguntas,
  place: number,
  only: DePergunta,
  beside: readonly DePergunta[],
  context: { linhas: Linhas; estranhas: readonly Coluna[] },
): boolean {
  const codigo = perguntas.codigo(place);
  const question = perguntas.pergunta(place);
  const marks = beside.filter(isQuestion).filter(({ lida }) => lida.opcao !== null && lida.parte === null);
  const marked = new Set(marks.map(({ lida }) => lida.opcao));
  const complete = question?.opcoes.every(({ especial }, at) => especial !== null || marked.has(at));
  const lost = context.estranhas.some(({ celulas }) => celulas.some(isChosen));
  if (!question || marks.length === 0 || !complete || lost) return false;
  const whole = readersOf([only]);
  const better = betterOf(question, whole, readersOf(marks), context.linhas);
  if (better === null) {
    leave(
      [only, ...marks],
      `${named(only)} e as colunas das opções têm respostas diferentes para ${codigo}.`,
    );
    return true;
  }
  if (better === whole) return false;
  const motivo = firstUnread(question, whole, context.linhas);
  leave([only], `${codigo} é lida nas colunas das opções. Nesta coluna: ${motivo}`);
  return true;
}

/** Keeps one column per option, but for 'outro' two: its mark and its text. */
function settleOptions(perguntas: Perguntas, place: number, columns: readonly Coluna[]): void {
  const opcoes = perguntas.pergunta(place)?.opcoes ?? [];
  for (const [opcao, same] of groupBy(columns.filter(isQuestion), ({ lida }) => lida.opcao)) {
    const { texto = '', especial = null } = opcoes[opcao ?? -1] ?? {};
    if (same.length < 2) continue;
    const marks = same.filter(isMarked);
    if (especial === 'outro' && same.length === 2 && marks.length === 1) continue;
    leave(same, `Mais de uma coluna parece ser a opção “${shortened(texto)}” de ${perguntas.codigo(place)}.`);
  }
}

/**
 * Keeps one column with the whole answer, or one for each option.
 * @param estranhas columns that name the question with an unknown option
 */
export function settle(
  perguntas: Perguntas,
  place: number,
  columns: readonly DePergunta[],
  context: { linhas: Linhas; estranhas: readonly Coluna[] },
): void {
  const codigo = perguntas.codigo(place);
  const question = perguntas.pergunta(place);
  if (!question) return;
  const all = columns.filter(({ lida }) => lida.opcao === null && lida.parte === null);
  const parts = columns.filter(({ lida }) => lida.parte !== null);
  const options = columns.filter(({ lida }) => lida.opcao !== null);
  const isOther = ({ lida }: DePergunta) => question.opcoes[lida.opcao ?? -1]?.especial === 'outro';
  const choice = isChoice(question.tipo);
  if (question.tipo === 'multipla' && all.length > 1 && all.every(({ cabecalho }) => isMention(cabecalho))) {
    // Each column has one of several answers; 'outro' may have a text column beside them.
    leave(
      columns.filter((one) => !all.includes(one) && !(isOther(one) && !isMarked(one))),
      `${codigo} é lida nas colunas das menções.`,
    );
    return;
  }
  if (all.length > 1) {
    const readable = readableOf(
      question,
      all.map((one) => readersOf([one])),
      context.linhas,
    );
    const kept = readable && all.find(({ n }) => n === readable[0]?.n);
    if (!kept) {
      leave(columns, `Mais de uma coluna parece ser ${codigo}: ${all.slice(0, 3).map(named).join(', ')}.`);
      return;
    }
    leave(
      all.filter((one) => one !== kept),
      `${codigo} já tem a coluna ${named(kept)}, que a Escuta lê melhor.`,
    );
  }
  const only = all.find(isQuestion);
  if (only) {
    if (choice && parts.length > 0) resolveParts(perguntas, place, parts);
    const beside = [...parts, ...options];
    if (choice && settleBeside(perguntas, place, only, beside, context)) {
      settleOptions(perguntas, place, columns);
      return;
    }
    // 'outro' may have a text column beside the answer.
    const texts = options.filter((one) => isOther(one) && !isMarked(one));
    const others = texts.length === 1 ? texts : options.filter(isOther);
    leave(
      [...parts, ...options].filter((one) => !others.includes(one)),
      `${codigo} já tem a coluna ${named(only)}.`,
    );
    if (others.length > 1) leave(others, `Mais de uma coluna parece ser o texto de “outro” de ${codigo}.`);
    return;
  }
  const [part] = parts;
  if (part && parts.length === 1 && options.every(isOther)) {
    // A single column has the whole answer, unless its cells are an option's marks.
    if (question.tipo !== 'multipla' || (part.celulas.length > 0 && !isMarked(part))) {
      part.lida.parte = null;
      return;
    }
  }
  if (!choice) {
    leave(columns, `Mais de uma coluna tem o número de ${codigo}, que aceita uma só resposta.`);
    return;
  }
  resolveParts(perguntas, place, parts);
  settleOptions(perguntas, place, columns);
}
