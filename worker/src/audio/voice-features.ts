/**
 * What a voice sounds like, in 25 numbers: mean and standard deviation of 12 mel-frequency cepstral coefficients (Davis & Mermelstein
 * 1980, IEEE ASSP 28:357) over the frames that hold speech, and the logarithm of the pitch. Says nothing of what is said. Pure.
 */

const FRAME_S = 0.032;
const HOP_S = 0.016;
const FILTERS = 24;
const COEFFICIENTS = 12;
const BAND_HZ = { from: 100, to: 3800 };
const PITCH_HZ = { from: 70, to: 400 };
/** Frames this far under the loudest are pauses (dB). */
const RANGE_DB = 25;
/** Fewer frames with speech tell no voice from another: about 0.4 s. */
const FRAMES_MIN = 24;
/** A frame has a pitch when it is as like itself one period later. */
const PERIODIC = 0.5;

const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hz = (value: number): number => 700 * (10 ** (value / 2595) - 1);

/** Powers of the spectrum of a windowed frame, by the discrete Fourier transform (radix 2, in place). */
function powers(frame: Float64Array): Float64Array {
  const size = frame.length;
  const re = Float64Array.from(frame);
  const im = new Float64Array(size);
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j]] = [re[j] ?? 0, re[i] ?? 0];
  }
  for (let length = 2; length <= size; length <<= 1) {
    const half = length >> 1;
    for (let k = 0; k < half; k += 1) {
      const angle = (-2 * Math.PI * k) / length;
      const [wr, wi] = [Math.cos(angle), Math.sin(angle)];
      for (let a = k; a < size; a += length) {
        const b = a + half;
        const tr = wr * (re[b] ?? 0) - wi * (im[b] ?? 0);
        const ti = wr * (im[b] ?? 0) + wi * (re[b] ?? 0);
        re[b] = (re[a] ?? 0) - tr;
        im[b] = (im[a] ?? 0) - ti;
        re[a] = (re[a] ?? 0) + tr;
        im[a] = (im[a] ?? 0) + ti;
      }
    }
  }
  return Float64Array.from({ length: size / 2 + 1 }, (_, i) => (re[i] ?? 0) ** 2 + (im[i] ?? 0) ** 2);
}

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

/** Period of a frame as a frequency, Hz; null where it has none. */
function pitchOf(samples: Float32Array, from: number, length: number, rate: number): number | null {
  let best = PERIODIC;
  let period = 0;
  for (let lag = Math.floor(rate / PITCH_HZ.to); lag <= rate / PITCH_HZ.from; lag += 1) {
    let [product, a, b] = [0, 1e-9, 1e-9];
    for (let i = from; i < from + length; i += 1) {
      const [x, y] = [samples[i] ?? 0, samples[i + lag] ?? 0];
      product += x * y;
      a += x * x;
      b += y * y;
    }
    const like = product / Math.sqrt(a * b);
    // A little more for shorter periods: twice a period is as good a period.
    if (like > best + 0.02) [best, period] = [like, lag];
  }
  return period === 0 ? null : rate / period;
}

function spread(rows: readonly (readonly number[])[]): { mean: number[]; deviation: number[] } {
  const mean = Array.from(
    { length: COEFFICIENTS },
    (_, d) => rows.reduce((sum, row) => sum + (row[d] ?? 0), 0) / rows.length,
  );
  const deviation = mean.map((m, d) =>
    Math.sqrt(rows.reduce((sum, row) => sum + ((row[d] ?? 0) - m) ** 2, 0) / rows.length),
  );
  return { mean, deviation };
}

/**
 * The features of one stretch of sound; null where it holds too little speech.
 *
 * @param samples mono, full scale ±1
 * @param rate samples a second, 8,000 or more
 */
export function voiceFeatures(samples: Float32Array, rate: number): number[] | null {
  const size = 2 ** Math.round(Math.log2(FRAME_S * rate));
  const hop = Math.round(HOP_S * rate);
  const window = Float64Array.from(
    { length: size },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (size - 1)),
  );
  const bank = filterBank(size, rate);
  const starts: number[] = [];
  for (let at = 0; at + size <= samples.length; at += hop) starts.push(at);
  const levels = starts.map((at) => {
    let sum = 1e-12;
    for (let i = at; i < at + size; i += 1) sum += (samples[i] ?? 0) ** 2;
    return 10 * Math.log10(sum / size);
  });
  const loudest = levels.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const spoken = starts.filter((_, i) => (levels[i] ?? 0) > loudest - RANGE_DB);
  if (spoken.length < FRAMES_MIN) return null;
  const cepstra: number[][] = [];
  const pitches: number[] = [];
  for (const [index, at] of spoken.entries()) {
    const power = powers(Float64Array.from(window, (w, i) => w * (samples[at + i] ?? 0)));
    const bands = bank.map(({ from, weights }) =>
      Math.log(weights.reduce((sum, w, i) => sum + w * (power[from + i] ?? 0), 1e-10)),
    );
    cepstra.push(
      Array.from({ length: COEFFICIENTS }, (_, c) =>
        bands.reduce((sum, band, b) => sum + band * Math.cos((Math.PI * (c + 1) * (b + 0.5)) / FILTERS), 0),
      ),
    );
    if (index % 2 === 0) {
      const pitch = pitchOf(samples, at, size, rate);
      if (pitch !== null) pitches.push(Math.log(pitch));
    }
  }
  const { mean, deviation } = spread(cepstra);
  pitches.sort((a, b) => a - b);
  const pitch = pitches[Math.floor(pitches.length / 2)];
  if (pitch === undefined) return null;
  // A voice's pitch tells more than one coefficient in twenty-four: a tenth of it is a lot, a unit of a coefficient is not.
  return [...mean, ...deviation, pitch * PITCH_WEIGHT];
}

/** Brings the logarithm of the pitch to the coefficients' size. */
const PITCH_WEIGHT = 20;
