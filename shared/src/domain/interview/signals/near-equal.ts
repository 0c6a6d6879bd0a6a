/** Signal `respostas_quase_iguais`: closed answers nearly equal to another interview's. */
import type { PerguntaCongelada } from '../questionnaire/questionnaire.ts';
import type { EntrevistaDoSinal } from './interview-facts.ts';
import { quantile, robustScale, seededRandom } from './statistics.ts';

/** Minimum closed questions, because chance matches are frequent with few (with 8 questions, 87 % 'match'). */
export const MIN_FECHADAS = 20;
const MIN_OPTIONS = 3;
const MIN_INTERVIEWS = 30;
/** Artificial interviews drawn question by question, and the quantile of their similarities that is the limit. */
const DRAWS = 2000;
const QUANTILE = 0.999;
/** A similarity within this many robust standard deviations of the survey's median is no outlier. */
const USUAL_SPREADS = 5;
/** Maximum interviews compared per version (the newest): 12,500,000 pairs. */
export const MAX_COMPARADAS = 5000;
/** Answers compared between two yields of the generator (about 10 ms). */
const PER_TURN = 2_000_000;

/** A version's counted questions: single choices or scales with at least 3 values. */
export function closedQuestions(perguntas: readonly PerguntaCongelada[]): PerguntaCongelada[] {
  return perguntas.filter(({ tipo, opcoes, minimo, maximo }) =>
    tipo === 'escolha'
      ? opcoes.length >= MIN_OPTIONS
      : tipo === 'escala' && (maximo ?? 10) - (minimo ?? 0) + 1 >= MIN_OPTIONS,
  );
}

export type QuaseIgual = {
  id: string;
  outraId: string;
  iguais: number;
  comparadas: number;
  parcela: number;
};

export type QuaseIguais = {
  versaoId: string;
  limite: number;
  /** Median of the similarities to the nearest other interview. */
  mediana: number;
  proximas: readonly QuaseIgual[];
  /** Reason for computing no similarities; null: they were computed. */
  naoCalculado: string | null;
};

type Nearest = { other: number; equal: number; both: number; share: number };

/** The interview in `all` with the largest share of equal answers, among at least 20 answered in both. */
function findNearest(own: Uint16Array, self: number, all: readonly Uint16Array[]): Nearest | null {
  let best: Nearest | null = null;
  for (let other = 0; other < all.length; other += 1) {
    if (other === self) continue;
    const theirs = all[other] as Uint16Array;
    let equal = 0;
    let both = 0;
    for (let q = 0; q < own.length; q += 1) {
      const a = own[q] as number;
      const b = theirs[q] as number;
      if (a === 0 || b === 0) continue;
      both += 1;
      if (a === b) equal += 1;
    }
    if (both < MIN_FECHADAS) continue;
    const share = equal / both;
    if (!best || share > best.share) best = { other, equal, both, share };
  }
  return best;
}

/**
 * Similarity of each interview to the nearest other: equal closed answers ÷ closed answers given in both. The limit is
 * the 99.9th percentile of 2,000 draws from the survey's margins, at least median + 5 robust sd. Needs 20 questions of
 * ≥ 3 values and 30 interviews. Source: designs/surveys §7; Kuriakose & Robbins 2016, with draws to meet Pew 2016's
 * objection.
 */
export function* nearEqualAnswers(
  versaoId: string,
  interviews: readonly Pick<EntrevistaDoSinal, 'id' | 'em' | 'fechadas'>[],
  seed: string,
): Generator<undefined, QuaseIguais> {
  const all = interviews
    .filter(({ fechadas }) => fechadas.some((answer) => answer > 0))
    .toSorted((a, b) => b.em - a.em || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_COMPARADAS);
  const questions = interviews[0]?.fechadas.length ?? 0;
  const none = (naoCalculado: string): QuaseIguais => ({
    versaoId,
    limite: 1,
    mediana: 0,
    proximas: [],
    naoCalculado,
  });
  if (questions < MIN_FECHADAS) {
    return none(
      `O questionário tem ${questions === 1 ? '1 pergunta fechada' : `${questions} perguntas fechadas`} com três opções ou mais; são necessárias ${MIN_FECHADAS}. Com menos perguntas, respostas iguais são comuns mesmo em entrevistas bem feitas.`,
    );
  }
  if (all.length < MIN_INTERVIEWS) {
    return none(
      `${all.length === 0 ? 'Não há entrevistas' : all.length === 1 ? 'Há 1 entrevista' : `Há ${all.length} entrevistas`} com respostas nesta versão; são necessárias ${MIN_INTERVIEWS} para comparar com o acaso.`,
    );
  }
  const codes = all.map(({ fechadas }) => fechadas);
  const perInterview = codes.length * questions;
  let done = 0;
  const near: (Nearest | null)[] = [];
  for (const [self, own] of codes.entries()) {
    near.push(findNearest(own, self, codes));
    done += perInterview;
    if (done > PER_TURN) {
      done = 0;
      yield;
    }
  }
  const random = seededRandom(`${seed}:${versaoId}`);
  const drawn: number[] = [];
  const draw = new Uint16Array(questions);
  for (let n = 0; n < DRAWS; n += 1) {
    for (let q = 0; q < questions; q += 1) draw[q] = codes[Math.floor(random() * codes.length)]?.[q] ?? 0;
    const found = findNearest(draw, -1, codes);
    if (found) drawn.push(found.share);
    done += perInterview;
    if (done > PER_TURN) {
      done = 0;
      yield;
    }
  }
  const maxima = near.flatMap((found) => (found ? [found.share] : []));
  if (maxima.length < MIN_INTERVIEWS || drawn.length < DRAWS / 2) {
    return none(
      `Poucos entrevistados responderam às mesmas ${MIN_FECHADAS} perguntas fechadas, porque os filtros do questionário os levam a perguntas diferentes.`,
    );
  }
  const { middle, spread } = robustScale(maxima);
  return {
    versaoId,
    limite: Math.min(1, Math.max(quantile(drawn, QUANTILE), middle + USUAL_SPREADS * spread)),
    mediana: middle,
    proximas: near.flatMap((found, self) =>
      found
        ? [
            {
              id: all[self]?.id as string,
              outraId: all[found.other]?.id as string,
              iguais: found.equal,
              comparadas: found.both,
              parcela: found.share,
            },
          ]
        : [],
    ),
    naoCalculado: null,
  };
}
