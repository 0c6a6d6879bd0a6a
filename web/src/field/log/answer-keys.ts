import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { isExclusive } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { isOffered } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { type Answer, scaleSteps } from './answers.ts';

type Options = Pick<PerguntaDaVersao, 'tipo' | 'respostas_definidas'>;

/** True if the option 'outro' is chosen, which requires typed words. */
export const takesWords = ({ respostas_definidas }: Options, { opcoes }: Answer): boolean =>
  respostas_definidas.some(({ id, especial }) => especial === 'outro' && opcoes.includes(id));

/** True if the option is exclusive: choosing it removes all others. */
const standsAlone = ({ respostas_definidas }: Options, id: string): boolean =>
  respostas_definidas.some((one) => one.id === id && isExclusive({ especial: one.especial, ...one.regras }));

/**
 * The answer after a press on an option. In a single choice the option replaces the chosen one; in a multiple choice it
 * is added or removed. An exclusive option replaces all others, and every other option replaces it.
 */
export function withOption(question: Options, answer: Answer, id: string): Answer {
  const without = answer.opcoes.filter((one) => one !== id);
  const beside = standsAlone(question, id) ? [] : without.filter((one) => !standsAlone(question, one));
  const opcoes = question.tipo !== 'multipla' ? [id] : answer.opcoes.includes(id) ? without : [...beside, id];
  const next = { opcoes, texto: answer.texto };
  return takesWords(question, next) ? next : { opcoes, texto: '' };
}

/** True if the question asks for a number and all options are special codes: typed digits are then the number. */
export const isBesideNumber = ({ tipo, respostas_definidas }: Options): boolean =>
  (tipo === 'numero' || tipo === 'escala') && !respostas_definidas.some(isOffered);

/** Numbers that a person can type as a choice: positions of the options, else points of the scale. */
function numbersOf(question: PerguntaDaVersao): number[] {
  if (isBesideNumber(question)) return question.tipo === 'escala' ? scaleSteps(question) : [];
  return question.respostas_definidas.map((_, place) => place + 1);
}

/** True if another digit could make the number of another choice: after '1' of 10 steps, '10' is possible. */
export const mayGrow = (digits: string, question: PerguntaDaVersao): boolean =>
  numbersOf(question).some((n) => String(n).length > digits.length && String(n).startsWith(digits));

/** The answer that typed digits choose: the option at that position, or a point of the scale. Null if there is none. */
export function keyChoice(digits: string, question: PerguntaDaVersao, answer: Answer): Answer | null {
  const number = numbersOf(question).find((n) => String(n) === digits);
  if (number === undefined) return null;
  const option = isBesideNumber(question) ? undefined : question.respostas_definidas[number - 1];
  return option ? withOption(question, answer, option.id) : { opcoes: [], texto: digits };
}

/** Words of the options that a choice removed, and of the chosen option; null if the choice removed none. */
export function clearedBy(
  { respostas_definidas }: Options,
  before: readonly string[],
  now: readonly string[],
): { por: string; desmarcadas: string[] } | null {
  const wordsOf = (id: string) => respostas_definidas.find((one) => one.id === id)?.texto_resposta;
  const gone = before.filter((id) => !now.includes(id)).flatMap((id) => wordsOf(id) ?? []);
  const por = now.filter((id) => !before.includes(id)).flatMap((id) => wordsOf(id) ?? [])[0];
  return por === undefined || gone.length === 0 ? null : { por, desmarcadas: gone };
}
