/** Rules for the answers in an interview: which questions are asked, and what is still missing or wrong. */
import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { itemsInOrder, orderOf } from '@escuta/shared/domain/interview/device/shown-order';
import { conditionFromWire } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { endsInterview, mayEndInterview } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { askedUntilEnd } from '@escuta/shared/domain/interview/questionnaire/screening';
import { readTypedNumber } from '@escuta/shared/domain/interview/questionnaire/typed-number';
import { parseMaskedDate } from '../../lib/text/masks.ts';

export interface Answer {
  /** Ids of the chosen options. */
  opcoes: readonly string[];
  /** Typed text, number or day ('dd/MM/aaaa'). */
  texto: string;
}

export type Answers = Readonly<Record<string, Answer>>;

export const NO_ANSWER: Answer = { opcoes: [], texto: '' };

export const isBlank = ({ opcoes, texto }: Answer): boolean => opcoes.length === 0 && texto.trim() === '';

export const sameAnswer = (a: Answer, b: Answer): boolean =>
  a.texto.trim() === b.texto.trim() &&
  a.opcoes.length === b.opcoes.length &&
  a.opcoes.every((id) => b.opcoes.includes(id));

/**
 * The questions that are asked, given these answers, in this interview's order. No question follows an answer that ends
 * the interview.
 * @param id id of the interview, which determines the order of a battery's items
 */
export function asked(
  questoes: readonly PerguntaDaVersao[],
  answers: Answers,
  id: string,
): readonly PerguntaDaVersao[] {
  const rules = questoes.map((question) => ({
    ...question.regras,
    question,
    id: question.id,
    tipo: question.tipo,
    mostrarSe: question.mostrar_se && conditionFromWire(question.mostrar_se),
    opcoes: question.respostas_definidas.map((one) => ({ ...one.regras, id: one.id })),
  }));
  const given = new Map(Object.entries(answers));
  return askedUntilEnd(itemsInOrder(rules, id), given).map(({ question }) => question);
}

/** A question with its options in this interview's order. */
export function asShown(question: PerguntaDaVersao, id: string): PerguntaDaVersao {
  const { regras, respostas_definidas } = question;
  if (!regras?.rodizio) return question;
  const options = respostas_definidas.map((one) => ({ ...one.regras, ...one }));
  const shown = orderOf(options, regras.rodizio, `${id}:${question.id}`).map((one) => one.id);
  return {
    ...question,
    respostas_definidas: shown.flatMap(
      (option) => respostas_definidas.find((one) => one.id === option) ?? [],
    ),
  };
}

/** Ids of a question's options in the order shown, for the log; null if that is the original order. */
export const shownOptions = (question: PerguntaDaVersao, id: string): readonly string[] | null =>
  question.regras?.rodizio ? asShown(question, id).respostas_definidas.map((one) => one.id) : null;

/** Reason why an answer is not valid, in words; null if it is valid. A blank answer is valid. */
export function answerProblem(
  { tipo, minimo, maximo, regras }: Pick<PerguntaDaVersao, 'tipo' | 'minimo' | 'maximo' | 'regras'>,
  { texto, opcoes }: Answer,
): string | null {
  const text = texto.trim();
  if (text === '' || opcoes.length > 0) return null;
  if (tipo === 'data')
    return parseMaskedDate(text) === null ? 'Informe um dia válido, como 31/12/2026.' : null;
  if (tipo !== 'numero' && tipo !== 'escala') return null;
  const value = readTypedNumber(text)?.valor;
  if (value === undefined) return 'Informe um número.';
  if (regras?.inteiro && !Number.isInteger(value)) return 'Informe um número inteiro, sem vírgula.';
  if (minimo !== null && value < minimo) return `O mínimo é ${String(minimo).replace('.', ',')}.`;
  if (maximo !== null && value > maximo) return `O máximo é ${String(maximo).replace('.', ',')}.`;
  return null;
}

/** Reason why an answer is not complete, in words ('outro' is chosen without its words); null if it is complete. */
export const unfinished = (
  { respostas_definidas }: Pick<PerguntaDaVersao, 'respostas_definidas'>,
  { opcoes, texto }: Answer,
): string | null =>
  texto.trim() === '' &&
  respostas_definidas.some(({ id, especial }) => especial === 'outro' && opcoes.includes(id))
    ? 'Escreva qual é a outra resposta.'
    : null;

/** True if an answer ends the interview politely. */
export const endsHere = (
  { regras, respostas_definidas }: Pick<PerguntaDaVersao, 'regras' | 'respostas_definidas'>,
  answer: Answer,
): boolean =>
  endsInterview(
    { ...regras, opcoes: respostas_definidas.map((one) => ({ ...one.regras, id: one.id })) },
    answer,
  );

/** True if some answer to the question ends the interview politely. */
export const mayEnd = ({
  regras,
  respostas_definidas,
}: Pick<PerguntaDaVersao, 'regras' | 'respostas_definidas'>): boolean =>
  mayEndInterview({ ...regras, opcoes: respostas_definidas.map((one) => ({ ...one.regras })) });

/** The points of a scale; empty if a bound is missing or there are too many points. */
export function scaleSteps({ minimo, maximo }: Pick<PerguntaDaVersao, 'minimo' | 'maximo'>): number[] {
  if (minimo === null || maximo === null || maximo < minimo || maximo - minimo > 100) return [];
  return Array.from({ length: Math.floor(maximo - minimo) + 1 }, (_, index) => minimo + index);
}

/** Seconds as 'mm:ss'; an hour is 60:00. */
export function elapsedText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}
