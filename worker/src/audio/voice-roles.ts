/**
 * Whose a sentence is by the words and by the sound of the voice together, on one microphone. Of the sound only this much is kept: how
 * surely a sentence is spoken by the voice that reads the questions (worker/src/audio/voice-model.ts), which tells two people of one
 * interview apart and recognises nobody.
 */
import { PAPEL_CERTO, type PapelDaSentenca } from '@escuta/shared/domain/interview/confront/roles';

/** How surely the reading voice speaks it: −1 (the other one does) to 1. Null: the sound does not tell. */
export type Voz = number | null;

/** Under PAPEL_CERTO: of near twins it is wrong too often for the sound alone to take a proof from a quote. */
const CERTAINTY_MAX = 0.75;
/** Log-odds that a sentence's sound can give at most. */
export const ODDS_MAX = 4;

/** Log-odds of a probability, and the way back. */
export const oddsOf = (p: number): number => Math.log(p / (1 - p));
export const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Whether the role stays whatever anybody hears: a channel's, a reading's, a person's word. */
export const isCertain = ({ origem, confianca }: PapelDaSentenca): boolean =>
  origem === 'pessoa' || (origem !== null && confianca >= PAPEL_CERTO);

/** How surely the interviewer speaks a sentence, by the words: 0 to 1. */
export function readerByWords({ falante, origem, confianca }: PapelDaSentenca): number {
  if (origem === null || (falante !== 'entrevistador' && falante !== 'entrevistado')) return 0.5;
  return falante === 'entrevistador' ? confianca : 1 - confianca;
}

/**
 * Roles with what the sound says. Roles that are certain stay as they are.
 *
 * @param papeis of rolesOf
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
