/**
 * Finds the sentences spoken by the voice that reads the questions; identifies nobody. Adapts a Gaussian mixture of all
 * speech to each party (Reynolds, Quatieri & Dunn 2000, Digital Signal Processing 10:19, means only), starting from the
 * roles by the words; compares pitches by a smoothed histogram. A sentence is judged only by the other sentences,
 * because otherwise a party that says little would attract every sentence unlike the readings.
 */

import { ODDS_MAX, oddsOf, probability } from '@escuta/shared/domain/interview/confront/voice-roles';
import { COEFFICIENTS, type VoiceFrames } from './voice-features.ts';

export type SpokenBefore = {
  /** Probability, 0 to 1, that the questions' reader speaks the sentence. */
  leitora: number;
  /** True if a reading, a channel or a person makes the speaker certain. */
  certa: boolean;
};

const COMPONENTS = 16;
const MIXTURE_ROUNDS = 12;
const MIXTURE_FRAMES = 12_000;
const VARIANCE_MIN = 0.05;
/** Number of a party's frames that weigh as much as the common mixture. */
const RELEVANCE = 16;
const ROUNDS = 8;
/** Weight of a frame in the log-odds; below 1, because neighbouring frames are nearly equal. */
const FRAME_WEIGHT = 0.08;
const PITCH_BINS = 50;
const PITCH_LOG = { from: Math.log(70), to: Math.log(400) };
const PITCH_SMOOTHING = [0.1, 0.2, 0.4, 0.2, 0.1];
/** Number of a party's pitched frames that weigh as much as the common histogram. */
const PITCH_RELEVANCE = 20;
const FRAMES_MIN = 8;

const HEARD_MIN = 3;
/** Least mean log-odds that tell readings from other sentences; seldom reached if all sentences have the same voice. */
const READINGS_MIN = ODDS_MAX / 2;
/** Greatest probability of the reader at which a sentence counts as the respondent's. */
const ANSWER_MAX = 0.4;

const within = (p: number): number => Math.min(0.98, Math.max(0.02, p));

/** Gaussian mixture with diagonal covariance, over coefficients of mean 0 and deviation 1. */
class Mixture {
  readonly means: Float64Array;
  readonly #inverse: Float64Array;
  readonly #constant: Float64Array;

  constructor(means: Float64Array, variances: Float64Array, weights: Float64Array) {
    this.means = means;
    this.#inverse = variances.map((v) => 1 / v);
    this.#constant = weights.map((weight, k) => {
      let logs = 0;
      for (let d = 0; d < COEFFICIENTS; d += 1) logs += Math.log(variances[k * COEFFICIENTS + d] as number);
      return Math.log(weight) - logs / 2;
    });
  }

  /** Writes the components' log densities at a frame into `out`; returns the mixture's log density. */
  densities(frames: Float32Array, at: number, out: Float64Array, means: Float64Array = this.means): number {
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < COMPONENTS; k += 1) {
      let distance = 0;
      for (let d = 0; d < COEFFICIENTS; d += 1) {
        const off = (frames[at + d] as number) - (means[k * COEFFICIENTS + d] as number);
        distance += off * off * (this.#inverse[k * COEFFICIENTS + d] as number);
      }
      const value = (this.#constant[k] as number) - distance / 2;
      out[k] = value;
      if (value > highest) highest = value;
    }
    let sum = 0;
    for (let k = 0; k < COMPONENTS; k += 1) sum += Math.exp((out[k] as number) - highest);
    return highest + Math.log(sum);
  }

  /** Fits a mixture to `count` frames by expectation maximisation. */
  static of(frames: Float32Array, count: number): Mixture {
    const step = Math.max(1, Math.floor(count / MIXTURE_FRAMES));
    const used = Math.floor((count - 1) / step) + 1;
    const means = new Float64Array(COMPONENTS * COEFFICIENTS);
    for (let k = 0; k < COMPONENTS; k += 1) {
      const at = Math.floor(((k + 0.5) * used) / COMPONENTS) * step * COEFFICIENTS;
      for (let d = 0; d < COEFFICIENTS; d += 1) means[k * COEFFICIENTS + d] = frames[at + d] as number;
    }
    const ones = new Float64Array(means.length).fill(1);
    let mixture = new Mixture(means, ones, new Float64Array(COMPONENTS).fill(1 / COMPONENTS));
    const own = new Float64Array(COMPONENTS);
    for (let round = 0; round < MIXTURE_ROUNDS; round += 1) {
      const weights = new Float64Array(COMPONENTS).fill(1e-3);
      const sums = new Float64Array(means.length);
      const squares = new Float64Array(means.length);
      for (let i = 0; i < used; i += 1) {
        const at = i * step * COEFFICIENTS;
        const all = mixture.densities(frames, at, own);
        for (let k = 0; k < COMPONENTS; k += 1) {
          const share = Math.exp((own[k] as number) - all);
          if (share < 1e-6) continue;
          weights[k] = (weights[k] as number) + share;
          for (let d = 0; d < COEFFICIENTS; d += 1) {
            const value = frames[at + d] as number;
            const where = k * COEFFICIENTS + d;
            sums[where] = (sums[where] as number) + share * value;
            squares[where] = (squares[where] as number) + share * value * value;
          }
        }
      }
      const total = weights.reduce((a, b) => a + b, 0);
      const next = sums.map((sum, where) => sum / (weights[Math.floor(where / COEFFICIENTS)] as number));
      const variances = squares.map((sum, where) =>
        Math.max(
          VARIANCE_MIN,
          sum / (weights[Math.floor(where / COEFFICIENTS)] as number) - (next[where] as number) ** 2,
        ),
      );
      mixture = new Mixture(
        next,
        variances,
        weights.map((weight) => weight / total),
      );
    }
    return mixture;
  }
}

type Held = { frames: Float64Array; sums: Float64Array; pitches: Float64Array };

const nothing = (): Held => ({
  frames: new Float64Array(COMPONENTS),
  sums: new Float64Array(COMPONENTS * COEFFICIENTS),
  pitches: new Float64Array(PITCH_BINS),
});

function addTo(held: Held, { frames, sums, pitches }: Held, share: number): void {
  for (let i = 0; i < frames.length; i += 1)
    held.frames[i] = (held.frames[i] as number) + share * (frames[i] as number);
  for (let i = 0; i < sums.length; i += 1)
    held.sums[i] = (held.sums[i] as number) + share * (sums[i] as number);
  for (let i = 0; i < pitches.length; i += 1)
    held.pitches[i] = (held.pitches[i] as number) + share * (pitches[i] as number);
}

const binOf = (logPitch: number): number =>
  Math.min(
    PITCH_BINS - 1,
    Math.max(0, Math.floor(((logPitch - PITCH_LOG.from) / (PITCH_LOG.to - PITCH_LOG.from)) * PITCH_BINS)),
  );

type Sentence = { cepstra: Float32Array; bins: Uint8Array; held: Held };

function normalise(sentences: readonly VoiceFrames[]): Float32Array[] {
  const sum = new Float64Array(COEFFICIENTS);
  const squares = new Float64Array(COEFFICIENTS);
  let count = 0;
  for (const { cepstra } of sentences)
    for (let i = 0; i < cepstra.length; i += 1) {
      const d = i % COEFFICIENTS;
      const value = cepstra[i] as number;
      sum[d] = (sum[d] as number) + value;
      squares[d] = (squares[d] as number) + value * value;
      if (d === 0) count += 1;
    }
  const mean = sum.map((value) => value / count);
  const deviation = squares.map(
    (value, d) => Math.sqrt(Math.max(0, value / count - (mean[d] as number) ** 2)) + 1e-9,
  );
  return sentences.map(({ cepstra }) =>
    cepstra.map((value, i) => {
      const d = i % COEFFICIENTS;
      return (value - (mean[d] as number)) / (deviation[d] as number);
    }),
  );
}

class TwoVoices {
  readonly #sentences: Sentence[];
  readonly #mixture: Mixture;
  /** Share of each pitch over all speakers. */
  readonly #pitches: Float64Array;

  constructor(voices: readonly VoiceFrames[]) {
    const cepstra = normalise(voices);
    const all = new Float32Array(cepstra.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const one of cepstra) {
      all.set(one, at);
      at += one.length;
    }
    this.#mixture = Mixture.of(all, all.length / COEFFICIENTS);
    this.#sentences = voices.map(({ pitches }, index) => {
      const own = cepstra[index] as Float32Array;
      const bins = Uint8Array.from(pitches, binOf);
      return { cepstra: own, bins, held: this.#holds(own, bins) };
    });
    const everybody = nothing();
    for (const { held } of this.#sentences) addTo(everybody, held, 1);
    const total = everybody.pitches.reduce((a, b) => a + b + 0.5, 0);
    this.#pitches = everybody.pitches.map((n) => (n + 0.5) / total);
  }

  #holds(cepstra: Float32Array, bins: Uint8Array): Held {
    const held = nothing();
    const own = new Float64Array(COMPONENTS);
    for (let at = 0; at < cepstra.length; at += COEFFICIENTS) {
      const all = this.#mixture.densities(cepstra, at, own);
      for (let k = 0; k < COMPONENTS; k += 1) {
        const share = Math.exp((own[k] as number) - all);
        if (share < 1e-6) continue;
        held.frames[k] = (held.frames[k] as number) + share;
        for (let d = 0; d < COEFFICIENTS; d += 1) {
          const where = k * COEFFICIENTS + d;
          held.sums[where] = (held.sums[where] as number) + share * (cepstra[at + d] as number);
        }
      }
    }
    for (const bin of bins)
      for (const [off, share] of PITCH_SMOOTHING.entries()) {
        const to = Math.min(PITCH_BINS - 1, Math.max(0, bin + off - 2));
        held.pitches[to] = (held.pitches[to] as number) + share;
      }
    return held;
  }

  /** Log-likelihood of a sentence if a party speaks it, by the party's other sentences. */
  #likelihood({ cepstra, bins, held }: Sentence, party: Held, share: number): number {
    const means = this.#mixture.means.map((mean, where) => {
      const k = Math.floor(where / COEFFICIENTS);
      const frames = (party.frames[k] as number) - share * (held.frames[k] as number);
      const sum = (party.sums[where] as number) - share * (held.sums[where] as number);
      return (sum + RELEVANCE * mean) / (Math.max(0, frames) + RELEVANCE);
    });
    const own = new Float64Array(COMPONENTS);
    let total = 0;
    for (let at = 0; at < cepstra.length; at += COEFFICIENTS)
      total += this.#mixture.densities(cepstra, at, own, means);
    const others = party.pitches.map((n, bin) => Math.max(0, n - share * (held.pitches[bin] as number)));
    const heard = others.reduce((a, b) => a + b, 0) + PITCH_RELEVANCE;
    for (const bin of bins)
      total += Math.log(((others[bin] as number) + PITCH_RELEVANCE * (this.#pitches[bin] as number)) / heard);
    return total;
  }

  /** Log-odds, by the sound, that the reading voice speaks each sentence; `reads`: the present probabilities. */
  odds(reads: readonly number[]): number[] {
    const parties: readonly [Held, Held] = [nothing(), nothing()];
    for (const [index, { held }] of this.#sentences.entries()) {
      addTo(parties[0], held, reads[index] as number);
      addTo(parties[1], held, 1 - (reads[index] as number));
    }
    return this.#sentences.map((sentence, index) => {
      const share = reads[index] as number;
      const reader = this.#likelihood(sentence, parties[0], share);
      const other = this.#likelihood(sentence, parties[1], 1 - share);
      return Math.min(ODDS_MAX, Math.max(-ODDS_MAX, FRAME_WEIGHT * (reader - other)));
    });
  }
}

/**
 * Scores sentences by the sound alone, from −1 (another voice) to 1 (the voice that reads the questions). Null for a
 * sentence with too little speech, and for all if readings and answers sound alike.
 * @param antes what the words say about each sentence's speaker
 */
export function readingVoice(
  vozes: readonly VoiceFrames[],
  antes: readonly SpokenBefore[],
): (number | null)[] {
  const heard = vozes.flatMap((voz, index) => {
    const before = antes[index];
    return before && voz.cepstra.length >= FRAMES_MIN * COEFFICIENTS ? [{ index, voz, before }] : [];
  });
  const nobody = vozes.map(() => null);
  const readings = heard.flatMap(({ before }, at) => (before.certa && before.leitora > 0.5 ? [at] : []));
  const answers = heard.flatMap(({ before }, at) => (before.leitora <= ANSWER_MAX ? [at] : []));
  if (readings.length < HEARD_MIN || answers.length < HEARD_MIN) return nobody;
  const voices = new TwoVoices(heard.map(({ voz }) => voz));
  const before = heard.map(({ before: { leitora } }) => within(leitora));
  let reads = before;
  let odds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    odds = voices.odds(reads);
    reads = before.map((p, at) => probability(oddsOf(p) + (odds[at] as number)));
  }
  const mean = (of: readonly number[]): number =>
    of.reduce((sum, at) => sum + (odds[at] as number), 0) / of.length;
  // Compares means, because not every sentence after a reading is an answer.
  if (mean(readings) < READINGS_MIN || mean(readings) - mean(answers) < READINGS_MIN) return nobody;
  const found: (number | null)[] = [...nobody];
  for (const [at, { index }] of heard.entries()) found[index] = 2 * probability(odds[at] as number) - 1;
  return found;
}
