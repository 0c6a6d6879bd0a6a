/**
 * The random sample of interviews that people verify: a share of each interviewer's concluded interviews. The survey's
 * seed and the interview's id give each interview a fixed number; interviews with numbers below the share are drawn,
 * whenever they come and however often draws are made. If these are fewer than the minimum, the interviews with the
 * lowest other numbers are added. Interviews that came while there were few had a greater probability, so each drawn
 * interview stores its probability, and estimates weight the interview by 1 ÷ probability. The same seed and list give
 * the same draw.
 */
import { seededRandom } from '@escuta/shared/domain/seeded-random';

/** `percentual`: 0 to 100. `minimo`: least number per interviewer, if so many are eligible. */
export type RegraVerificacao = { percentual: number; minimo: number };

export const VERIFICACAO_PADRAO: RegraVerificacao = { percentual: 10, minimo: 3 };

/** Number of an interviewer's interviews to verify: those drawn, but at least the minimum, if so many are concluded. */
export function dueOf(
  { concluidas, sorteadas }: { concluidas: number; sorteadas: number },
  { minimo }: Pick<RegraVerificacao, 'minimo'>,
): number {
  return Math.max(sorteadas, Math.min(concluidas, minimo));
}

/** 32-bit FNV-1a (Fowler, Noll, Vo 1991) of a text's code units. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h | 0;
}

/** The number of an interview, from 0 to 1 (exclusive). */
export const rankOf = (semente: number, id: string): number => seededRandom(hash(`${semente}:${id}`))();

/**
 * An interviewer's interviews read so far: their number, the ids of those in the sample, and the ids with the lowest
 * other numbers, kept for the minimum.
 */
export type Sorteio = { vistas: number; dentro: readonly string[]; reserva: readonly string[] };
export const NADA_VISTO: Sorteio = { vistas: 0, dentro: [], reserva: [] };

/** Adds interviews not drawn before, so that a long list can be read in parts. */
export function withSeen(
  { vistas, dentro, reserva }: Sorteio,
  ids: readonly string[],
  semente: number,
  { percentual, minimo }: RegraVerificacao,
): Sorteio {
  const ranked = [...reserva, ...ids]
    .map((id) => ({ id, rank: rankOf(semente, id) }))
    .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
  const isIn = ({ rank }: { rank: number }) => rank < percentual / 100;
  return {
    vistas: vistas + ids.length,
    dentro: [...dentro, ...ranked.filter(isIn).map(({ id }) => id)],
    reserva: ranked
      .filter((one) => !isIn(one))
      .slice(0, minimo)
      .map(({ id }) => id),
  };
}

/**
 * The probability of being drawn from `vistas` interviews, of which at least `faltam` are drawn: E max(X, faltam) ÷
 * vistas, X binomial (Särndal, Swensson & Wretman 1992, Model Assisted Survey Sampling, 2.4). Above 0, at most 1; NaN
 * if nothing is drawn.
 */
export function chanceOf(vistas: number, faltam: number, percentual: number): number {
  const p = percentual / 100;
  const least = Math.min(vistas, Math.max(0, faltam));
  if (vistas === 0 || (p === 0 && least === 0)) return Number.NaN;
  if (p === 0 || p === 1) return Math.max(p, least / vistas);
  // E max(X, m) = E X + Σ (m − x) P(x) over x < m.
  let expected = p * vistas;
  let logTerm = vistas * Math.log(1 - p);
  for (let x = 0; x < least; x += 1) {
    expected += (least - x) * Math.exp(logTerm);
    logTerm += Math.log(((vistas - x) / (x + 1)) * (p / (1 - p)));
  }
  return Math.min(1, expected / vistas);
}

/**
 * The interviews that a draw adds for an interviewer, with their probabilities, after all undrawn interviews were read.
 * Interviews drawn earlier count toward the minimum.
 */
export function drawnOf(
  { vistas, dentro, reserva }: Sorteio,
  before: { concluidas: number; sorteadas: number },
  { percentual, minimo }: RegraVerificacao,
): { ids: string[]; chance: number } {
  const due = Math.min(before.concluidas, minimo) - before.sorteadas;
  const ids = [...dentro, ...reserva.slice(0, Math.max(0, due - dentro.length))];
  return { ids, chance: chanceOf(vistas, due, percentual) };
}
