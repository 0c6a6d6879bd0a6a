/** Goals of a questionnaire stored on this device: missing interviews and complete profiles. */
import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import type { MetasDeCampo } from '@escuta/shared/contracts/surveys/goals/metas';
import { goalState, keyOfAnswers, missingWords } from '@escuta/shared/domain/interview/goals/goal-table';
import { type Answers, mayEnd } from './answers.ts';
import type { EntrevistaLocal } from './model.ts';

/** The goals of a questionnaire, as the server last counted them. */
export type MetasDoAparelho = MetasDeCampo;

/**
 * Interviews of this device that the counts do not include, because the server had not received their end yet.
 * @param seen for each interview, the number of its last event that the server had before it counted
 */
export const uncounted = (
  entrevistas: readonly EntrevistaLocal[],
  seen: Readonly<Record<string, number>>,
  questionarioId: string,
): EntrevistaLocal[] =>
  entrevistas.filter(
    (one) =>
      one.questionarioId === questionarioId && one.fase === 'concluida' && (seen[one.id] ?? 0) < one.seq,
  );

/** The goals with this device's own interviews added to the counts, as far as the server has not counted them. */
export function withOwn(
  metas: MetasDoAparelho,
  own: readonly Pick<EntrevistaLocal, 'respostas'>[],
): MetasDoAparelho {
  const answers = own.map(({ respostas }) => new Map(Object.entries(respostas)));
  return {
    ...metas,
    total: metas.total && { ...metas.total, feitas: metas.total.feitas + own.length },
    tabelas: metas.tabelas.map((tabela) => {
      const keys = answers.map((given) => keyOfAnswers(tabela.dimensoes, given));
      return {
        ...tabela,
        celulas: tabela.celulas.map((celula) => ({
          ...celula,
          feitas: celula.feitas + keys.filter((key) => key === celula.chave).length,
        })),
      };
    }),
  };
}

/**
 * True if the goal of the total is reached and ends interviews; false for goals from a server of the previous version.
 */
export const isTotalFull = (metas: Pick<MetasDoAparelho, 'total'> | null): boolean =>
  metas?.total?.encerra === true && metas.total.feitas >= metas.total.meta;

/** Ids of the screening questions: an answer to one may end the interview, or is part of a profile that may end it. */
export const screeningQuestions = (
  questoes: readonly PerguntaDaVersao[],
  metas: MetasDoAparelho | null,
): ReadonlySet<string> =>
  new Set(questoes.filter((one) => mayEnd(one) || isOfProfile(metas, one.id)).map(({ id }) => id));

/**
 * True if the total is reached and the interview ends after this question: no screening question follows, and this
 * question, or a question left out between it and the next one asked, is a screening question.
 * @param list questions to ask, in the interview's order
 */
export function totalEndsAfter(
  metas: MetasDoAparelho | null,
  perguntaId: string,
  questoes: readonly PerguntaDaVersao[],
  list: readonly PerguntaDaVersao[],
): boolean {
  if (!isTotalFull(metas)) return false;
  const screening = screeningQuestions(questoes, metas);
  const later = list.slice(list.findIndex(({ id }) => id === perguntaId) + 1);
  if (later.some(({ id }) => screening.has(id))) return false;
  const placeOf = (id: string | undefined) => questoes.findIndex((one) => one.id === id);
  const next = later[0] ? placeOf(later[0].id) : questoes.length;
  return questoes.slice(placeOf(perguntaId), next).some(({ id }) => screening.has(id));
}

/** Names of the groups in a complete profile that these answers fit and that ends interviews; null without one. */
export function completeProfile(metas: MetasDoAparelho | null, answers: Answers): string[] | null {
  const given = new Map(Object.entries(answers));
  for (const { encerra, dimensoes, celulas } of metas?.tabelas ?? []) {
    const key = encerra ? keyOfAnswers(dimensoes, given) : null;
    const celula = celulas.find(({ chave }) => chave === key);
    if (celula && celula.feitas >= celula.meta) return celula.nomes;
  }
  return null;
}

/** True if an answer to this question can complete a profile. */
export const isOfProfile = (metas: MetasDoAparelho | null, perguntaId: string): boolean =>
  metas?.tabelas.some(
    ({ encerra, dimensoes }) => encerra && dimensoes.some(({ pergunta_id }) => pergunta_id === perguntaId),
  ) ?? false;

/** Lines about the profiles whose figure (missing or surplus interviews) is above 0, the largest figure first. */
const profileLines = (
  { tabelas }: MetasDoAparelho,
  figure: 'faltam' | 'excedem',
  lineOf: (n: number, nomes: readonly string[]) => string,
): string[] =>
  tabelas
    .flatMap(({ celulas }) =>
      celulas.map(({ nomes, meta, feitas }) => ({ nomes, n: goalState(meta, feitas)[figure] })),
    )
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n)
    .map(({ n, nomes }) => lineOf(n, nomes));

/** Interviews above the goal of each profile, the largest excess first: '2 entrevistas a mais: Mulheres, 45+'. */
export const overLines = (metas: MetasDoAparelho): string[] =>
  profileLines(
    metas,
    'excedem',
    (n, nomes) =>
      `${n.toLocaleString('pt-BR')} ${n === 1 ? 'entrevista' : 'entrevistas'} a mais: ${nomes.join(', ')}`,
  );

/** Missing interviews of each profile, the largest shortfall first: 'Faltam 3 entrevistas: Mulheres, 45+'. */
export const missingLines = (metas: MetasDoAparelho): string[] => profileLines(metas, 'faltam', missingWords);
