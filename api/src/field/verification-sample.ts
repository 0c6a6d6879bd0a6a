/**
 * Which interviews people verify: of each interviewer's concluded interviews a share, drawn at random. Each interview has one number
 * that follows from the survey's seed and its id alone. Those whose number lies below the share are in, whenever they come and however
 * often one draws; where that makes fewer than the minimum, the lowest of the rest are added. So what was added while there were few
 * takes nothing of the chance of those that come later, and those that came while there were few are likelier to be in: each drawn one
 * keeps its chance, and what is estimated from the sample weighs it by 1 ÷ that. The same seed and the same list give the same draw, by anybody who counts it again.
 */
import { seededRandom } from '@escuta/shared/domain/seeded-random';

/** `percentual`: 0 to 100. `minimo`: how many at least of each interviewer, as far as there are. */
export type RegraVerificacao = { percentual: number; minimo: number };

export const VERIFICACAO_PADRAO: RegraVerificacao = { percentual: 10, minimo: 3 };

/** How many of an interviewer's concluded interviews are to be verified at least: what was drawn, and the minimum as far as there are. */
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

/** The number that decides of an interview, 0 to 1 (1 excluded). */
export const rankOf = (semente: number, id: string): number => seededRandom(hash(`${semente}:${id}`))();

/** What was seen of an interviewer's interviews: how many, those that are in, and of the others the lowest numbers, for the minimum. */
export type Sorteio = { vistas: number; dentro: readonly string[]; reserva: readonly string[] };
export const NADA_VISTO: Sorteio = { vistas: 0, dentro: [], reserva: [] };

/** The same with these interviews too, none of which was drawn before: a long list may be seen part by part. */
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
 * The chance that one of `vistas` interviews is drawn when at least `faltam` of them have to be: E max(X, faltam) ÷ vistas, X binomial with
 * the rule's share. All of them have the same, whatever their numbers: one draws by rank (Särndal, Swensson & Wretman 1992, Model Assisted
 * Survey Sampling, 2.4). Above 0, at most 1; NaN where nothing is drawn.
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
 * What a draw adds for one interviewer of whom all that was not drawn was seen, and the chance that each of those seen had in it. What was
 * drawn before stays and counts for the minimum.
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
