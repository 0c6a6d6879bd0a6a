import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { type Answer, scaleSteps } from './answers.ts';

type Options = Pick<PerguntaDaVersao, 'tipo' | 'respostas_definidas'>;

/** True if one of the options chosen is 'outro', which takes words beside it. */
export const takesWords = ({ respostas_definidas }: Options, { opcoes }: Answer): boolean =>
  respostas_definidas.some(({ id, especial }) => especial === 'outro' && opcoes.includes(id));

/** An answer with one of its options chosen: the only one, or one more (again: one fewer) of several. */
export function withOption(question: Options, answer: Answer, id: string): Answer {
  const without = answer.opcoes.filter((one) => one !== id);
  const opcoes =
    question.tipo !== 'multipla' ? [id] : answer.opcoes.includes(id) ? without : [...without, id];
  const next = { opcoes, texto: answer.texto };
  return takesWords(question, next) ? next : { opcoes, texto: '' };
}

/** Numbers that choose something: the places of the options, else the points of a scale. */
function numbersOf(question: PerguntaDaVersao): number[] {
  const options = question.respostas_definidas.map((_, place) => place + 1);
  return options.length > 0 || question.tipo !== 'escala' ? options : scaleSteps(question);
}

/** True if another digit may still make another choice of typed digits: of 10 steps after '1'. */
export const mayGrow = (digits: string, question: PerguntaDaVersao): boolean =>
  numbersOf(question).some((n) => String(n).length > digits.length && String(n).startsWith(digits));

/** The choice of typed digits: the option of that place, or the point of that value on a scale. Null: none. */
export function keyChoice(digits: string, question: PerguntaDaVersao, answer: Answer): Answer | null {
  const number = numbersOf(question).find((n) => String(n) === digits);
  if (number === undefined) return null;
  const option = question.respostas_definidas[number - 1];
  return option ? withOption(question, answer, option.id) : { opcoes: [], texto: digits };
}
