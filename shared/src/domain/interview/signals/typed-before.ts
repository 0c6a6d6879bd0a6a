/** Signal `digitada_antes`: answers typed before their question was asked. */
import type { EntrevistaDoSinal, LeituraDoSinal } from './interview-facts.ts';

const MIN_ANSWERS = 3;
const MIN_SHARE = 0.1;
/** A tap is early if more than this before the reading's end, ms, because the end is known only to about 1 s. */
const TOLERANCE_MS = 1000;

export type DigitadasAntes = {
  antes: readonly LeituraDoSinal[];
  perguntadas: number;
  dispara: boolean;
};

/**
 * Answers typed before their question's reading ended: t_typed < end − 1 s, ms in the joined recording. Fires at ≥ 3
 * answers that are ≥ 10 % of the asked questions (`verificacao` excluded). Null: no typing times. Source:
 * designs/surveys §7; idea: IPA's text audits.
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

/** Value of `medida` from which the signal fires: a share of the asked questions. */
export const typedBeforeLimit = (perguntadas: number): number =>
  Math.max(MIN_SHARE, MIN_ANSWERS / perguntadas);
