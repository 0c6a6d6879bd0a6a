/**
 * Which interviews people verify: of each interviewer's concluded interviews a share, drawn at random. Each interview has one number
 * that follows from the survey's seed and its id alone, and the lowest are taken: the same seed and the same list give the same draw in
 * any order, by anybody who counts it again.
 */
import { seededRandom } from '../seeded-random.ts';

/** `percentual`: 0 to 100. `minimo`: how many at least of each interviewer, as far as there are. */
export type RegraVerificacao = { percentual: number; minimo: number };

export const VERIFICACAO_PADRAO: RegraVerificacao = { percentual: 10, minimo: 3 };

/** How many of an interviewer's concluded interviews are to be verified. */
export function dueOf(concluidas: number, { percentual, minimo }: RegraVerificacao): number {
  return Math.min(concluidas, Math.max(minimo, Math.ceil((concluidas * percentual) / 100)));
}

/** 32-bit FNV-1a (Fowler, Noll, Vo 1991) of a text's code units. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h | 0;
}

/** The number that decides of an interview, 0 to 1 (1 excluded). */
export const rankOf = (semente: number, id: string): number => seededRandom(hash(`${semente}:${id}`))();

/** The `n` ids with the lowest numbers, lowest first. Of several parts of a list it may be asked part by part, with what came of those before. */
export function lowestRanks(semente: number, ids: readonly string[], n: number): string[] {
  return ids
    .map((id) => ({ id, rank: rankOf(semente, id) }))
    .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    .slice(0, Math.max(0, n))
    .map(({ id }) => id);
}

/** What a draw adds for one interviewer: what was drawn before stays and counts, also where it is in the list no more. */
export function drawSample(
  semente: number,
  concluidas: readonly string[],
  sorteadas: ReadonlySet<string>,
  regra: RegraVerificacao,
): string[] {
  const open = concluidas.filter((id) => !sorteadas.has(id));
  return lowestRanks(semente, open, dueOf(concluidas.length, regra) - sorteadas.size);
}
