/** Signal `mais_rapida`: interviews faster than their questions can be read. */
import { groupBy } from '../../group-by.ts';
import type { EntrevistaDoSinal } from './interview-facts.ts';
import { median, robustScale } from './statistics.ts';

const WORDS_PER_SECOND = 3.3;
/** Share of the needed reading time below which the signal fires. */
export const RITMO_LIMITE = 0.6;
const MIN_READINGS = 5;
/** Robust score of ln(interview length), z in `fasterThanReading`, below which the signal fires. */
export const ESCORE_LIMITE = -3;
/** Minimum interviews of a version for median and spread. */
const MIN_INTERVIEWS = 10;
/** Minimum spread (sd of ln(length)); else a few seconds' difference would be an outlier among equal lengths. */
const MIN_SPREAD = 0.08;
/** Interviews with less than this share of the usual number of answers are ignored in the comparison of lengths. */
const MIN_ANSWERED = 0.8;

export type Ritmo = {
  /** Reading time ÷ needed time; null: fewer than 5 full readings. */
  ritmo: number | null;
  leituras: number;
  /** Robust score of ln(length) within the version; null: unknown. */
  escore: number | null;
  dispara: boolean;
};

/** Pace: Σ (end − start) of full readings ÷ (Σ words ÷ 3.3 words per second). */
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
 * By interview: reading pace, and z = (ln length − median) ÷ (1.4826 × MAD) among its version's ended interviews. Fires
 * for pace < 0.6 or z < −3. Source: designs/surveys §7.
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
