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

/** What a digit chooses: the option of that place, or the point of that value on a scale. Null: nothing. */
export function keyChoice(key: string, question: PerguntaDaVersao, answer: Answer): Answer | null {
  if (!/^\d$/.test(key)) return null;
  const digit = Number(key);
  const option = question.respostas_definidas[digit - 1];
  if (option) return withOption(question, answer, option.id);
  if (question.tipo !== 'escala' || !scaleSteps(question).includes(digit)) return null;
  return { opcoes: [], texto: key };
}
