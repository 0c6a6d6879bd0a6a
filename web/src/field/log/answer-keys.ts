import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { isExclusive } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { isOffered } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { type Answer, scaleSteps } from './answers.ts';

type Options = Pick<PerguntaDaVersao, 'tipo' | 'respostas_definidas'>;

/** True if 'outro' is chosen, which needs words beside it. */
export const takesWords = ({ respostas_definidas }: Options, { opcoes }: Answer): boolean =>
  respostas_definidas.some(({ id, especial }) => especial === 'outro' && opcoes.includes(id));

/** True if an option excludes the others of its question. */
const standsAlone = ({ respostas_definidas }: Options, id: string): boolean =>
  respostas_definidas.some((one) => one.id === id && isExclusive({ especial: one.especial, ...one.regras }));

/**
 * The answer after a press on an option: replaces the only one, or toggles one of several. An exclusive option replaces
 * all others, and any other replaces it.
 */
export function withOption(question: Options, answer: Answer, id: string): Answer {
  const without = answer.opcoes.filter((one) => one !== id);
  const beside = standsAlone(question, id) ? [] : without.filter((one) => !standsAlone(question, one));
  const opcoes = question.tipo !== 'multipla' ? [id] : answer.opcoes.includes(id) ? without : [...beside, id];
  const next = { opcoes, texto: answer.texto };
  return takesWords(question, next) ? next : { opcoes, texto: '' };
}

/** True if the options are codes beside a number: digits then belong to the number. */
export const isBesideNumber = ({ tipo, respostas_definidas }: Options): boolean =>
  (tipo === 'numero' || tipo === 'escala') && !respostas_definidas.some(isOffered);

/** Numbers that choose something: positions of the options, else points of the scale. */
function numbersOf(question: PerguntaDaVersao): number[] {
  if (isBesideNumber(question)) return question.tipo === 'escala' ? scaleSteps(question) : [];
  return question.respostas_definidas.map((_, place) => place + 1);
}

/** True if a further digit could make another choice, as after '1' of 10 steps. */
export const mayGrow = (digits: string, question: PerguntaDaVersao): boolean =>
  numbersOf(question).some((n) => String(n).length > digits.length && String(n).startsWith(digits));

/** The choice of typed digits: the option at that position, or the scale's point of that value. Null: none. */
export function keyChoice(digits: string, question: PerguntaDaVersao, answer: Answer): Answer | null {
  const number = numbersOf(question).find((n) => String(n) === digits);
  if (number === undefined) return null;
  const option = isBesideNumber(question) ? undefined : question.respostas_definidas[number - 1];
  return option ? withOption(question, answer, option.id) : { opcoes: [], texto: digits };
}

/** Words of the options that a choice removed, and of the chosen one; null: none was removed. */
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
