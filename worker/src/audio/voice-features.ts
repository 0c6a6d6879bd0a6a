/**
 * Features of a voice by frame: 12 mel-frequency cepstral coefficients (Davis & Mermelstein 1980, IEEE ASSP 28:357) and
 * the pitch. They reveal no words.
 */

export const COEFFICIENTS = 12;

const FRAME_S = 0.032;
const HOP_S = 0.016;
const FILTERS = 24;
const BAND_HZ = { from: 100, to: 3800 };
const PITCH_HZ = { from: 70, to: 400 };
/** Frames this far below the loudest frame are pauses, dB. */
const RANGE_DB = 25;
/** Least autocorrelation of a frame with a pitch, at the distance of a period. */
const PERIODIC = 0.5;
/** A longer period must correlate better by this, because twice the true period correlates equally well. */
const LONGER_BETTER = 0.02;

export type VoiceFrames = {
  /** COEFFICIENTS numbers per frame. */
  cepstra: Float32Array;
  /** Logarithms of the voiced frames' pitch in Hz. */
  pitches: Float32Array;
};

const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hz = (value: number): number => 700 * (10 ** (value / 2595) - 1);

function filterBank(size: number, rate: number): { from: number; weights: number[] }[] {
  const top = Math.min(BAND_HZ.to, rate / 2);
  const step = (mel(top) - mel(BAND_HZ.from)) / (FILTERS + 1);
  const edge = (i: number): number => (hz(mel(BAND_HZ.from) + i * step) * size) / rate;
  return Array.from({ length: FILTERS }, (_, i) => {
    const [low, middle, high] = [edge(i), edge(i + 1), edge(i + 2)];
    const from = Math.ceil(low);
    const weights: number[] = [];
    for (let bin = from; bin <= high; bin += 1)
      weights.push(Math.max(0, bin < middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle)));
    return { from, weights };
  });
}

class Frames {
  readonly size: number;
  readonly hop: number;
  readonly #rate: number;
  readonly #window: Float64Array;
  readonly #bank: ReturnType<typeof filterBank>;
  readonly #cosines: Float64Array;
  readonly #turns: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #bands = new Float64Array(FILTERS);

  constructor(rate: number) {
    this.#rate = rate;
    this.size = 2 ** Math.round(Math.log2(FRAME_S * rate));
    this.hop = Math.round(HOP_S * rate);
    const { size } = this;
    this.#window = Float64Array.from(
      { length: size },
      (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (size - 1)),
    );
    this.#bank = filterBank(size, rate);
    this.#cosines = Float64Array.from({ length: COEFFICIENTS * FILTERS }, (_, i) =>
      Math.cos((Math.PI * (Math.floor(i / FILTERS) + 1) * ((i % FILTERS) + 0.5)) / FILTERS),
    );
    this.#turns = Float64Array.from({ length: size }, (_, i) =>
      i % 2 === 0 ? Math.cos((Math.PI * i) / size) : -Math.sin((Math.PI * (i - 1)) / size),
    );
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
  }

  /** Fourier transform of the windowed frame (radix 2, in place). */
  #transform(samples: Float32Array, at: number): void {
    const { size } = this;
    const [re, im, turns] = [this.#re, this.#im, this.#turns];
    for (let i = 0; i < size; i += 1) re[i] = (this.#window[i] as number) * (samples[at + i] ?? 0);
    im.fill(0);
    for (let i = 1, j = 0; i < size; i += 1) {
      let bit = size >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) [re[i], re[j]] = [re[j] as number, re[i] as number];
    }
    for (let length = 2; length <= size; length <<= 1) {
      const half = length >> 1;
      const step = size / length;
      for (let k = 0; k < half; k += 1) {
        const wr = turns[2 * k * step] as number;
        const wi = turns[2 * k * step + 1] as number;
        for (let a = k; a < size; a += length) {
          const b = a + half;
          const tr = wr * (re[b] as number) - wi * (im[b] as number);
          const ti = wr * (im[b] as number) + wi * (re[b] as number);
          re[b] = (re[a] as number) - tr;
          im[b] = (im[a] as number) - ti;
          re[a] = (re[a] as number) + tr;
          im[a] = (im[a] as number) + ti;
        }
      }
    }
  }

  /** Writes the coefficients of the frame at `at`, without the first (loudness). */
  cepstrum(samples: Float32Array, at: number, into: Float32Array, offset: number): void {
    this.#transform(samples, at);
    const [re, im] = [this.#re, this.#im];
    for (const [band, { from, weights }] of this.#bank.entries()) {
      let sum = 1e-10;
      for (let i = 0; i < weights.length; i += 1) {
        const bin = from + i;
        sum += (weights[i] as number) * ((re[bin] as number) ** 2 + (im[bin] as number) ** 2);
      }
      this.#bands[band] = Math.log(sum);
    }
    for (let c = 0; c < COEFFICIENTS; c += 1) {
      let sum = 0;
      for (let band = 0; band < FILTERS; band += 1)
        sum += (this.#bands[band] as number) * (this.#cosines[c * FILTERS + band] as number);
      into[offset + c] = sum / FILTERS;
    }
  }

  /** The frame's pitch by autocorrelation, Hz; null if it has none. */
  pitch(samples: Float32Array, at: number): number | null {
    const { size } = this;
    const longest = Math.min(Math.floor(this.#rate / PITCH_HZ.from), samples.length - at - size);
    let own = 1e-9;
    for (let i = at; i < at + size; i += 1) own += (samples[i] as number) ** 2;
    let later = own;
    let best = PERIODIC;
    let period = 0;
    const shortest = Math.floor(this.#rate / PITCH_HZ.to);
    for (let lag = 1; lag <= longest; lag += 1) {
      later += (samples[at + size + lag - 1] as number) ** 2 - (samples[at + lag - 1] as number) ** 2;
      if (lag < shortest) continue;
      let product = 0;
      for (let i = at; i < at + size; i += 1)
        product += (samples[i] as number) * (samples[i + lag] as number);
      const like = product / Math.sqrt(own * Math.max(later, 1e-9));
      if (like > best + LONGER_BETTER) [best, period] = [like, lag];
    }
    return period === 0 ? null : this.#rate / period;
  }
}

const byRate = new Map<number, Frames>();

/**
 * Computes a stretch's features; empty if it is too quiet, or shorter than a frame.
 * @param samples mono, full scale ±1
 * @param rate samples per second, at least 8,000
 */
export function voiceFrames(samples: Float32Array, rate: number): VoiceFrames {
  const frames = byRate.get(rate) ?? new Frames(rate);
  byRate.set(rate, frames);
  const { size, hop } = frames;
  const count = Math.max(0, Math.floor((samples.length - size) / hop) + 1);
  const levels = new Float64Array(count);
  let loudest = 0;
  for (let frame = 0; frame < count; frame += 1) {
    let sum = 0;
    for (let i = frame * hop; i < frame * hop + size; i += 1) sum += (samples[i] as number) ** 2;
    levels[frame] = sum;
    loudest = Math.max(loudest, sum);
  }
  const quietest = loudest * 10 ** (-RANGE_DB / 10);
  const cepstra = new Float32Array(count * COEFFICIENTS);
  const pitches: number[] = [];
  let spoken = 0;
  for (let frame = 0; frame < count; frame += 1) {
    if (loudest === 0 || (levels[frame] as number) <= quietest) continue;
    frames.cepstrum(samples, frame * hop, cepstra, spoken * COEFFICIENTS);
    spoken += 1;
    const pitch = frames.pitch(samples, frame * hop);
    if (pitch !== null) pitches.push(Math.log(pitch));
  }
  return { cepstra: cepstra.slice(0, spoken * COEFFICIENTS), pitches: Float32Array.from(pitches) };
}
