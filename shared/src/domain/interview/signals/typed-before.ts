/** Signal `digitada_antes`: answers that were typed before their question had been asked. Pure. */
import type { EntrevistaDoSinal, LeituraDoSinal } from './interview-facts.ts';

/** So many answers of an interview … */
const MIN_ANSWERS = 3;
/** … and this share of the questions that were asked. */
const MIN_SHARE = 0.1;
/** The end of a reading is known to about a second: the tap must lie before it by more than that, ms. */
const TOLERANCE_MS = 1000;

export type DigitadasAntes = {
  /** Of the questions asked whose typing has a time. */
  antes: readonly LeituraDoSinal[];
  perguntadas: number;
  dispara: boolean;
};

/**
 * Answers whose last typing lies before the end of their question's reading: t_typed < end − 1 s, both ms in the joined recording
 * (entrevista_gravacoes.inicio_ms + the event's audio_ms; the reading's place as the confrontation found it). Questions that only made
 * sure of what had been told (`verificacao`) do not count. Fires at ≥ 3 answers that are ≥ 10 % of the questions asked. Null where no
 * typing of a question that was read has a time. Source: designs/surveys §7; IPA's text audits for the idea.
 */
export function typedBefore({ leituras }: Pick<EntrevistaDoSinal, 'leituras'>): DigitadasAntes | null {
  const asked = leituras.filter(({ verificacao, digitadaMs }) => !verificacao && digitadaMs !== null);
  if (asked.length === 0) return null;
  const antes = asked.filter(({ digitadaMs, fimMs }) => (digitadaMs as number) < fimMs - TOLERANCE_MS);
  return {
    antes,
    perguntadas: asked.length,
    dispara: antes.length >= MIN_ANSWERS && antes.length >= MIN_SHARE * asked.length,
  };
}

/** What `medida` is held against: a share of the questions asked. */
export const typedBeforeLimit = (perguntadas: number): number =>
  Math.max(MIN_SHARE, MIN_ANSWERS / perguntadas);
