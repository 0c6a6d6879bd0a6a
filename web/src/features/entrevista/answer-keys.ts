import type { PerguntaDaVersao } from '@escuta/shared/contracts/entrevistas';
import { type Answer, scaleSteps } from './answers.ts';

/** An answer with one of its options chosen: the only one, or one more (again: one fewer) of several. */
export function withOption({ tipo }: Pick<PerguntaDaVersao, 'tipo'>, answer: Answer, id: string): Answer {
  if (tipo !== 'multipla') return { opcoes: [id], texto: '' };
  const opcoes = answer.opcoes.includes(id)
    ? answer.opcoes.filter((one) => one !== id)
    : [...answer.opcoes, id];
  return { opcoes, texto: '' };
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
