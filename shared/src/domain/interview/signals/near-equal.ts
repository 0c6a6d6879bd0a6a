/** Signal `respostas_quase_iguais`: closed answers that are nearly another interview's. Pure. */
import type { PerguntaCongelada } from '../questionnaire/questionnaire.ts';
import type { EntrevistaDoSinal } from './interview-facts.ts';
import { quantile, robustScale, seededRandom } from './statistics.ts';

/** Fewer closed questions are alike by chance (8 questions: 87 % of honest interviews 'match'). */
export const MIN_FECHADAS = 20;
/** Options that a closed question has at least. */
const MIN_OPTIONS = 3;
/** Fewer interviews have no margins to draw from. */
const MIN_INTERVIEWS = 30;
/** Interviews that are drawn from the margins, and the share of them that may be as alike as the limit. */
const DRAWS = 2000;
const QUANTILE = 0.999;
/**
 * People of one kind answer alike, which independent margins know nothing of: nobody is an outlier within this many robust standard
 * deviations of what is usual in this survey.
 */
const USUAL_SPREADS = 5;
/** Interviews of one version that are set against each other, the newest: 12.5 million pairs. */
export const MAX_COMPARADAS = 5000;
/** Comparisons of single answers between two pauses (some 10 ms). */
const PER_TURN = 2_000_000;

/** The questions of a version that count: a choice of one, or a scale, with at least 3 values. */
export function closedQuestions(perguntas: readonly PerguntaCongelada[]): PerguntaCongelada[] {
  return perguntas.filter(({ tipo, opcoes, minimo, maximo }) =>
    tipo === 'escolha'
      ? opcoes.length >= MIN_OPTIONS
      : tipo === 'escala' && (maximo ?? 10) - (minimo ?? 0) + 1 >= MIN_OPTIONS,
  );
}

export type QuaseIgual = {
  id: string;
  /** The one that it is most like. */
  outraId: string;
  iguais: number;
  /** Questions that both answered. */
  comparadas: number;
  parcela: number;
};

export type QuaseIguais = {
  versaoId: string;
  limite: number;
  /** How alike an interview and its nearest usually are. */
  mediana: number;
  /** Every interview with its nearest. */
  proximas: readonly QuaseIgual[];
  /** Why it was not computed; null where it was. */
  naoCalculado: string | null;
};

type Nearest = { other: number; equal: number; both: number; share: number };

/** Of the interview `own`, the one among `all` (not itself) that shares the largest part of answers given by both; 20 at least. */
function nearest(own: Uint16Array, self: number, all: readonly Uint16Array[]): Nearest | null {
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
 * How alike each interview of one version and its nearest are: equal closed answers ÷ closed questions that both answered. The limit is
 * the 99.9th percentile of 2,000 interviews drawn from the survey's own margins (each question by itself, among the answers that this
 * version got) and set against the same interviews; and no less than what is usual here (median + 5 robust sd of all interviews' own
 * maxima), because people of one kind answer alike. Not computed under 20 closed questions of ≥ 3 values or under 30 interviews.
 * `seed`: the same one draws the same. Yields between turns of some 10 ms, so that whoever computes it can do something else.
 * Source: designs/surveys §7; the maximum percent match of Kuriakose & Robbins 2016, with Pew 2016's objection answered by the draws.
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
      `O questionário tem ${questions === 1 ? '1 pergunta fechada' : `${questions} perguntas fechadas`} de três respostas ou mais; são necessárias ${MIN_FECHADAS}. Com menos, respostas iguais são comuns entre entrevistas honestas.`,
    );
  }
  if (all.length < MIN_INTERVIEWS) {
    return none(
      `Há ${all.length} entrevistas com respostas nesta versão; são necessárias ${MIN_INTERVIEWS} para comparar com o acaso.`,
    );
  }
  const codes = all.map(({ fechadas }) => fechadas);
  const perInterview = codes.length * questions;
  let done = 0;
  const near: (Nearest | null)[] = [];
  for (const [self, own] of codes.entries()) {
    near.push(nearest(own, self, codes));
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
    // A margin is what somebody answered: an interview at random for each question.
    for (let q = 0; q < questions; q += 1) draw[q] = codes[Math.floor(random() * codes.length)]?.[q] ?? 0;
    const found = nearest(draw, -1, codes);
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
      `Poucas entrevistas responderam às mesmas ${MIN_FECHADAS} perguntas fechadas: os filtros do questionário separam os entrevistados.`,
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
