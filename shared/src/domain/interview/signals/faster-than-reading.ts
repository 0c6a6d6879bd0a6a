/** Signal `mais_rapida`: interviews that went faster than their questions can be read. Pure. */
import { groupBy } from '../../group-by.ts';
import type { EntrevistaDoSinal } from './interview-facts.ts';
import { median, robustScale } from './statistics.ts';

/** Words a second of reading aloud (questionnaire.ts). */
const WORDS_PER_SECOND = 3.3;
/** Below this share of the time that its words take. */
export const RITMO_LIMITE = 0.6;
/** Readings of fewer questions say nothing. */
const MIN_READINGS = 5;
/** Below this robust score of the logarithm of its length. */
export const ESCORE_LIMITE = -3;
/** Interviews of one version that a middle and a spread are taken from. */
const MIN_INTERVIEWS = 10;
/** Lengths as alike as this (sd of the logarithm) make nobody an outlier by a few seconds. */
const MIN_SPREAD = 0.08;
/** An interview with fewer answers than this share of the usual was cut short by filters: its length says nothing. */
const MIN_ANSWERED = 0.8;

export type Ritmo = {
  /** Time spent reading ÷ time that the words take at 3.3 a second; null with fewer than 5 readings in full. */
  ritmo: number | null;
  leituras: number;
  /** Robust score of log length among the interviews of its version; null where it cannot be told. */
  escore: number | null;
  dispara: boolean;
};

/** Σ (end − beginning) of readings in full ÷ Σ words / 3.3 s. Null with fewer than 5. */
export function readingPace({ leituras }: Pick<EntrevistaDoSinal, 'leituras'>): {
  ritmo: number | null;
  leituras: number;
} {
  const whole = leituras.filter(
    ({ inteira, inicioMs, palavras }) => inteira && inicioMs !== null && palavras > 0,
  );
  if (whole.length < MIN_READINGS) return { ritmo: null, leituras: whole.length };
  const spent = whole.reduce((sum, { inicioMs, fimMs }) => sum + (fimMs - (inicioMs as number)), 0);
  const words = whole.reduce((sum, { palavras }) => sum + palavras, 0);
  return { ritmo: spent / ((words / WORDS_PER_SECOND) * 1000), leituras: whole.length };
}

/**
 * By interview: its pace of reading, and z = (ln length − median) ÷ (1.4826 × MAD) among the ended interviews of its version. Fires
 * where the pace is < 0.6, or z < −3. Null where neither can be told. Source: designs/surveys §7.
 */
export function fasterThanReading(interviews: readonly EntrevistaDoSinal[]): Map<string, Ritmo> {
  const byVersion = groupBy(interviews, ({ versaoId }) => versaoId);
  const found = new Map<string, Ritmo>();
  for (const group of byVersion.values()) {
    const usual = median(group.filter(({ duracaoMs }) => duracaoMs !== null).map((one) => one.respondidas));
    const isWhole = ({ duracaoMs, respondidas }: EntrevistaDoSinal) =>
      duracaoMs !== null && duracaoMs > 0 && respondidas >= MIN_ANSWERED * usual;
    const lengths = group.filter(isWhole).map(({ duracaoMs }) => Math.log(duracaoMs as number));
    const { middle, spread } = robustScale(lengths);
    for (const interview of group) {
      const { ritmo, leituras } = readingPace(interview);
      const escore =
        lengths.length >= MIN_INTERVIEWS && isWhole(interview)
          ? (Math.log(interview.duracaoMs as number) - middle) / Math.max(spread, MIN_SPREAD)
          : null;
      if (ritmo === null && escore === null) continue;
      const dispara = (ritmo !== null && ritmo < RITMO_LIMITE) || (escore !== null && escore < ESCORE_LIMITE);
      found.set(interview.id, { ritmo, leituras, escore, dispara });
    }
  }
  return found;
}
