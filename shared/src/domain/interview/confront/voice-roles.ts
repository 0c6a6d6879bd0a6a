/**
 * Decides a sentence's speaker by words and voice, in a single-microphone recording. Only a score per sentence is
 * stored (worker/src/audio/voice-model.ts); the score identifies nobody.
 */
import { PAPEL_CERTO, type PapelDaSentenca } from './roles.ts';

/** Score from −1 (the other voice) to 1 (the reader's voice). Null: the sound does not tell who speaks. */
export type Voz = number | null;

/** Maximum certainty by sound, below PAPEL_CERTO because sound errs too often with similar voices. */
const CERTAINTY_MAX = 0.75;
export const ODDS_MAX = 4;

/** Log-odds of a probability, and the inverse. */
export const oddsOf = (p: number): number => Math.log(p / (1 - p));
export const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** True if no sound can change the role. */
export const isCertain = ({ origem, confianca }: PapelDaSentenca): boolean =>
  origem === 'pessoa' || (origem !== null && confianca >= PAPEL_CERTO);

/** Probability, 0 to 1, that the interviewer speaks a sentence, by its words. */
export function readerByWords({ falante, origem, confianca }: PapelDaSentenca): number {
  if (origem === null || (falante !== 'entrevistador' && falante !== 'entrevistado')) return 0.5;
  return falante === 'entrevistador' ? confianca : 1 - confianca;
}

/**
 * Combines roles with voices' scores. Certain roles stay.
 * @param papeis the result of rolesOf
 * @param vozes in the same order
 */
export function rolesByVoice(papeis: readonly PapelDaSentenca[], vozes: readonly Voz[]): PapelDaSentenca[] {
  return papeis.map((papel, index) => {
    const voz = vozes[index] ?? null;
    if (voz === null || isCertain(papel)) return papel;
    const heard = Math.min(
      ODDS_MAX,
      Math.max(-ODDS_MAX, 2 * Math.atanh(Math.min(0.999, Math.max(-0.999, voz)))),
    );
    const reads = probability(oddsOf(readerByWords(papel)) + heard);
    return {
      falante: reads > 0.5 ? 'entrevistador' : 'entrevistado',
      origem: 'voz',
      confianca: Math.min(CERTAINTY_MAX, Math.max(reads, 1 - reads)),
    };
  });
}
