/** What is answered in an interview: which question comes next, and what lacks. */
import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { applicableQuestions } from '@escuta/shared/domain/interview/questionnaire/applicability';
import { conditionFromWire } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { readTypedNumber } from '@escuta/shared/domain/interview/questionnaire/typed-number';
import { parseMaskedDate } from '../../lib/text/masks.ts';

/** An answer as it stands on screen. */
export interface Answer {
  /** Ids of the options chosen. */
  opcoes: readonly string[];
  /** Typed: words, a number, a day ('dd/MM/aaaa'). */
  texto: string;
}

export type Answers = Readonly<Record<string, Answer>>;

export const NO_ANSWER: Answer = { opcoes: [], texto: '' };

export const isBlank = ({ opcoes, texto }: Answer): boolean => opcoes.length === 0 && texto.trim() === '';

export const sameAnswer = (a: Answer, b: Answer): boolean =>
  a.texto.trim() === b.texto.trim() &&
  a.opcoes.length === b.opcoes.length &&
  a.opcoes.every((id) => b.opcoes.includes(id));

/** The questions that are asked as things are answered, in order. */
export function asked(questoes: readonly PerguntaDaVersao[], answers: Answers): readonly PerguntaDaVersao[] {
  const apply = applicableQuestions(
    questoes.map(({ id, mostrar_se }) => ({
      id,
      mostrarSe: mostrar_se && conditionFromWire(mostrar_se),
    })),
    new Map(Object.entries(answers)),
  );
  return questoes.filter(({ id }) => apply.has(id));
}

/** The reason why an answer cannot be taken as it stands; null: it can. Blank is no fault of its own. */
export function answerProblem(
  { tipo, minimo, maximo }: Pick<PerguntaDaVersao, 'tipo' | 'minimo' | 'maximo'>,
  { texto, opcoes }: Answer,
): string | null {
  const text = texto.trim();
  if (text === '' || opcoes.length > 0) return null;
  if (tipo === 'data')
    return parseMaskedDate(text) === null ? 'Informe um dia válido, como 31/12/2026.' : null;
  if (tipo !== 'numero' && tipo !== 'escala') return null;
  const value = readTypedNumber(text)?.valor;
  if (value === undefined) return 'Informe um número.';
  if (minimo !== null && value < minimo) return `O mínimo é ${String(minimo).replace('.', ',')}.`;
  if (maximo !== null && value > maximo) return `O máximo é ${String(maximo).replace('.', ',')}.`;
  return null;
}

/** Steps of a scale; none where it has no bounds. */
export function scaleSteps({ minimo, maximo }: Pick<PerguntaDaVersao, 'minimo' | 'maximo'>): number[] {
  if (minimo === null || maximo === null || maximo < minimo || maximo - minimo > 100) return [];
  return Array.from({ length: Math.floor(maximo - minimo) + 1 }, (_, index) => minimo + index);
}

/** Where an interview that is taken up again goes on: the first question that has no answer, else the last. */
export function resumeAt(questoes: readonly PerguntaDaVersao[], answers: Answers): string | null {
  const list = asked(questoes, answers);
  return (list.find(({ id }) => isBlank(answers[id] ?? NO_ANSWER)) ?? list.at(-1))?.id ?? null;
}

/** Seconds as 'mm:ss'; an hour is 60:00. */
export function elapsedText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}
