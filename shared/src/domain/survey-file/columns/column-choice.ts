/** Chooses the column whose cells are valid answers, among several for one question. */

import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { readCells } from '../rows/answers.ts';
import type { LinhaLida } from '../rows/sheet.ts';

type Linhas = readonly Pick<LinhaLida, 'celulas'>[];
export type Leitores = readonly { n: number; opcao: number | null }[];

const read = (pergunta: PerguntaLida, leitores: Leitores, celulas: readonly string[]) =>
  readCells(
    pergunta,
    leitores.map(({ n, opcao }) => ({ opcao, celula: celulas[n] ?? '' })),
  );

function comparableAnswer(answer: ReturnType<typeof readCells>): string | null {
  if ('motivo' in answer) return null;
  if ('vazio' in answer) return '';
  return `${answer.opcoes.toSorted((a, b) => a - b).join()}|${answer.texto ?? ''}`;
}

/**
 * The reading with fewer invalid rows; if equal, the first. Null: in some row both readings are valid, with different
 * answers.
 */
export function betterOf<L extends Leitores>(pergunta: PerguntaLida, a: L, b: L, linhas: Linhas): L | null {
  const whole = [...a, ...b].every(({ opcao }) => opcao === null);
  let [unreadA, unreadB] = [0, 0];
  for (const { celulas } of linhas) {
    const first = comparableAnswer(read(pergunta, a, celulas));
    const second = comparableAnswer(read(pergunta, b, celulas));
    if (first === null) unreadA += 1;
    if (second === null) unreadB += 1;
    if (first === null || second === null) continue;
    if (whole ? first !== second : withoutText(first) !== withoutText(second)) return null;
  }
  return unreadB < unreadA ? b : a;
}

/** Drops the text of 'outro', which has a column of its own beside columns of marks. */
const withoutText = (answer: string): string => answer.replace(/\|.*$/su, '');

/** The only reading with mostly valid answers, or the first of two equal ones; null: none. Ignores empty readings. */
export function readableOf<L extends Leitores>(
  pergunta: PerguntaLida,
  all: readonly L[],
  linhas: Linhas,
): L | null {
  const counted = all.map((leitores) => {
    const answers = linhas.map(({ celulas }) => comparableAnswer(read(pergunta, leitores, celulas)));
    const filled = answers.filter((one) => one !== '');
    return { leitores, filled: filled.length, good: filled.filter((one) => one !== null).length };
  });
  const [best, second] = counted.toSorted((a, b) => b.good - a.good);
  if (!best || best.good === 0 || best.good < best.filled * 0.9) return null;
  if (!second || second.filled === 0 || second.good < second.filled * 0.5) return best.leitores;
  return best.good === second.good && all.length === 2 && betterOf(pergunta, all[0] as L, all[1] as L, linhas)
    ? (all[0] as L)
    : null;
}

/** The reason why `leitores` cannot interpret a row's cells, for the first such row; null: all rows can be read. */
export function firstUnread(pergunta: PerguntaLida, leitores: Leitores, linhas: Linhas): string | null {
  for (const { celulas } of linhas) {
    const answer = read(pergunta, leitores, celulas);
    if ('motivo' in answer) return answer.motivo;
  }
  return null;
}
