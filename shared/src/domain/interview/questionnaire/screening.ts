/** Polite ends of interviews: a respondent outside the sample, or a full quota. */
import type { TipoPergunta } from '../comparison/compare-answer.ts';
import { applicableQuestions, type PerguntaCondicional, type Respostas } from './applicability.ts';
import { endsInterview, type RegrasDaOpcao, type RegrasDaPergunta } from './question-rules.ts';

/** Cause of a polite, final end: an answer (`filtro`) or a full quota (`cota`); in entrevistas.desfecho. */
export const DESFECHOS = ['filtro', 'cota'] as const;
export type Desfecho = (typeof DESFECHOS)[number];

export const DESFECHO_LABEL: Record<Desfecho, string> = {
  filtro: 'Fora do perfil',
  cota: 'Cota preenchida',
};

export const AGRADECIMENTO =
  'Agradecemos a sua atenção. Para esta pesquisa, já temos as respostas de que precisávamos de pessoas com o seu perfil.';

export type PerguntaQueEncerra = PerguntaCondicional &
  RegrasDaPergunta & { tipo: TipoPergunta; opcoes: readonly (RegrasDaOpcao & { id: string })[] };

/** The first applicable question whose answer ends the interview. */
export function screenedOutBy<P extends PerguntaQueEncerra>(
  perguntas: readonly P[],
  respostas: Respostas,
): P | null {
  const applies = applicableQuestions(perguntas, respostas);
  return perguntas.find((one) => applies.has(one.id) && endsInterview(one, respostas.get(one.id))) ?? null;
}

/** Questions to ask, in order; none after an answer that ends the interview. */
export function askedUntilEnd<P extends PerguntaQueEncerra>(
  perguntas: readonly P[],
  respostas: Respostas,
): P[] {
  const applies = applicableQuestions(perguntas, respostas);
  const asked = perguntas.filter(({ id }) => applies.has(id));
  const end = asked.findIndex((one) => endsInterview(one, respostas.get(one.id)));
  return end < 0 ? asked : asked.slice(0, end + 1);
}
