/**
 * A recording's acoustic fingerprint, and the comparison of two. After Haitsma & Kalker 2002 (ISMIR, 'A Highly Robust
 * Audio Fingerprinting System'): bit m of a frame's word tells whether the difference between the energies of bands m
 * and m + 1 has grown since the previous frame, E(n,m) − E(n,m+1) > E(n−1,m) − E(n−1,m+1). 33 bands, evenly spaced on a
 * logarithmic scale from 300 to 3000 Hz; frames of 512 ms every 128 ms at 8 kHz, which is 31 bytes per second. Loudness
 * and coding change few bits; a different sound has half of the bits equal. A fingerprint reveals neither words nor
 * speaker.
 */
import { createFft } from '@escuta/shared/domain/audio/fft';

const RATE = 8000;
const WINDOW = 4096;
const HOP = 1024;
export const QUADRO_MS = (HOP * 1000) / RATE;
/**
 * A new fingerprint's frames per step of 128 ms (one every 32 ms), because a shifted copy's frames begin at other
 * times. Only every fourth frame is stored.
 */
export const FASES = 4;
const STEP = HOP / FASES;
const BANDS = 33;
const FROM_HZ = 300;
const TO_HZ = 3000;
/** Level below which frames get no word, because all silences are equal, dBFS. */
const SILENT_DBFS = -50;
const NONE = 0;

/** One word in this many is an index key; the same words are index keys in every recording. */
const SAMPLED = 4;
/** Least number of equal sampled words at the same distance for a comparison. */
const MIN_VOTES = 4;
const MAX_TRIED = 3;
const BLOCK = Math.round(5000 / QUADRO_MS);
/** Least share of equal bits in a block of the same sound. */
const BLOCK_NOTE = 0.8;

/** Least share of equal bits, and (MESMO_SOM_MS) least length, ms, of the same sound. */
export const NOTA_MINIMA = 0.9;
export const MESMO_SOM_MS = 60_000;

const edges = Array.from({ length: BANDS + 1 }, (_, band) =>
  Math.round((FROM_HZ * (TO_HZ / FROM_HZ) ** (band / BANDS) * WINDOW) / RATE),
);
const hann = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
);

/** Makes the fingerprint of streamed sound, in constant memory besides its words. */
export class SoundPrinter {
  readonly #ratio: number;
  readonly #fft = createFft(WINDOW);
  readonly #ring = new Float64Array(WINDOW);
  /** One complex frame, which transforms two real frames at once. */
  readonly #re = new Float64Array(WINDOW);
  readonly #im = new Float64Array(WINDOW);
  /** True if `#re` holds a frame that waits for the second. */
  #held = false;
  #silent: [boolean, boolean] = [false, false];
  #words = new Uint32Array(1024);
  #length = 0;
  /** `#count`: samples at 8 kHz; `#sum`, `#summed`: sum and number of input samples for the next sample at 8 kHz. */
  #count = 0;
  #sum = 0;
  #summed = 0;
  #phase = 0;
  /** Differences between bands in the previous step's frames. */
  readonly #before = Array.from({ length: FASES }, () => new Float64Array(BANDS - 1));

  /** @param rate sample rate, Hz */
  constructor(rate: number) {
    this.#ratio = RATE / rate;
  }

  /** Takes the next samples (16 bits, interleaved); uses the channels' mean. */
  push(samples: Int16Array, channels = 1): void {
    for (let i = 0; i + channels <= samples.length; i += channels) {
      let value = 0;
      for (let c = 0; c < channels; c += 1) value += samples[i + c] as number;
      this.#sum += value / channels;
      this.#summed += 1;
      this.#phase += this.#ratio;
      if (this.#phase < 1) continue;
      // Above 8 kHz, a sample is the mean of several input samples; below, samples are repeated.
      const mean = this.#sum / this.#summed / 32_768;
      for (; this.#phase >= 1; this.#phase -= 1) this.#take(mean);
      this.#sum = 0;
      this.#summed = 0;
    }
  }

  #take(sample: number): void {
    this.#ring[this.#count % WINDOW] = sample;
    this.#count += 1;
    if (this.#count >= WINDOW && (this.#count - WINDOW) % STEP === 0) this.#frame();
  }

  #frame(): void {
    const into = this.#held ? this.#im : this.#re;
    let squares = 0;
    for (let i = 0; i < WINDOW; i += 1) {
      const sample = this.#ring[(this.#count + i) % WINDOW] as number;
      squares += sample * sample;
      into[i] = sample * (hann[i] as number);
    }
    this.#silent[this.#held ? 1 : 0] = 10 * Math.log10(squares / WINDOW + 1e-12) < SILENT_DBFS;
    if (this.#held) this.#transform(2);
    this.#held = !this.#held;
  }

  #transform(frames: 1 | 2): void {
    if (frames === 1) this.#im.fill(0);
    this.#fft.forward(this.#re, this.#im);
    for (let frame = 0; frame < frames; frame += 1) this.#word(frame);
  }

  /** Energy (times 4) at frequency index `k` of one frame. */
  #energy(frame: number, k: number): number {
    const [re, im] = [this.#re[k] as number, this.#im[k] as number];
    const [mirrorRe, mirrorIm] = [this.#re[WINDOW - k] as number, this.#im[WINDOW - k] as number];
    return frame === 0
      ? (re + mirrorRe) ** 2 + (im - mirrorIm) ** 2
      : (im + mirrorIm) ** 2 + (mirrorRe - re) ** 2;
  }

  #word(frame: number): void {
    const before = this.#before[this.#length % FASES] as Float64Array;
    let word = 0;
    let last = 0;
    for (let band = 0; band < BANDS; band += 1) {
      const from = edges[band] as number;
      const to = Math.max(edges[band + 1] as number, from + 1);
      let energy = 0;
      for (let k = from; k < to; k += 1) energy += this.#energy(frame, k);
      if (band > 0) {
        const slope = last - energy;
        if (slope > (before[band - 1] as number)) word |= 1 << (band - 1);
        before[band - 1] = slope;
      }
      last = energy;
    }
    if (this.#length === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#length] = this.#silent[frame] ? NONE : word >>> 0;
    this.#length += 1;
  }

  /** Returns a word per frame, every 32 ms; 0 for silence. Call once. */
  finish(): Uint32Array {
    if (this.#held) this.#transform(1);
    return this.#words.slice(0, this.#length);
  }
}

/** The stored part of a fingerprint: every fourth word, beginning with word `phase`. */
export const phaseOf = (words: Uint32Array, phase = 0): Uint32Array =>
  words.filter((_, frame) => frame % FASES === phase);

/** True for index keys: one word in four, by Knuth's multiplicative hash. */
const isSampled = (word: number): boolean =>
  word !== NONE && Math.imul(word, 2_654_435_761) >>> 0 < 0xffff_ffff / SAMPLED;

/** A fingerprint's index keys: alternately a word and its frame's number. */
export function sampleOf(words: Uint32Array): Uint32Array {
  const found: number[] = [];
  for (const [frame, word] of words.entries()) if (isSampled(word)) found.push(word, frame);
  return Uint32Array.from(found);
}

/** Index of a recording's words, to look up other recordings' samples. */
export class PrintIndex {
  readonly #frames = new Map<number, number[]>();

  constructor(sample: Uint32Array) {
    for (let i = 0; i + 1 < sample.length; i += 2) {
      const word = sample[i] as number;
      const frames = this.#frames.get(word);
      if (frames) frames.push(sample[i + 1] as number);
      else this.#frames.set(word, [sample[i + 1] as number]);
    }
  }

  /** Probable distances to another recording (its frame minus this one's), likeliest first. */
  distances(sample: Uint32Array): number[] {
    const votes = new Map<number, number>();
    for (let i = 0; i + 1 < sample.length; i += 2) {
      for (const frame of this.#frames.get(sample[i] as number) ?? []) {
        const distance = (sample[i + 1] as number) - frame;
        votes.set(distance, (votes.get(distance) ?? 0) + 1);
      }
    }
    return [...votes]
      .filter(([, count]) => count >= MIN_VOTES)
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_TRIED)
      .map(([distance]) => distance);
  }
}

function bitsSet(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

export type MesmoSom = { nota: number; ms: number; inicioA: number; inicioB: number };

/**
 * Finds the longest stretch with the same sound in two recordings, `distance` frames apart: consecutive blocks of 5 s
 * with at least 80 % equal bits. Null if shorter than 60 s, or with less than 90 % equal bits.
 */
export function sameSound(a: Uint32Array, b: Uint32Array, distance: number): MesmoSom | null {
  const from = Math.max(0, -distance);
  const to = Math.min(a.length, b.length - distance);
  type Run = { from: number; frames: number; equal: number; bits: number };
  let best: Run | null = null;
  let run: Run | null = null;
  for (let at = from; at < to; at += BLOCK) {
    const end = Math.min(to, at + BLOCK);
    let equal = 0;
    let bits = 0;
    for (let frame = at; frame < end; frame += 1) {
      const [x, y] = [a[frame] as number, b[frame + distance] as number];
      if (x === NONE || y === NONE) continue;
      bits += 32;
      equal += 32 - bitsSet((x ^ y) >>> 0);
    }
    if (bits > 0 && equal < BLOCK_NOTE * bits) {
      run = null;
      continue;
    }
    run ??= { from: at, frames: 0, equal: 0, bits: 0 };
    run.equal += equal;
    run.bits += bits;
    run.frames += bits / 32;
    if (!best || run.frames > best.frames) best = run;
  }
  if (!best || best.bits === 0) return null;
  const nota = best.equal / best.bits;
  const ms = best.frames * QUADRO_MS;
  if (nota < NOTA_MINIMA || ms < MESMO_SOM_MS) return null;
  return {
    nota,
    ms: Math.round(ms),
    inicioA: Math.round(best.from * QUADRO_MS),
    inicioB: Math.round((best.from + distance) * QUADRO_MS),
  };
}

/** A new fingerprint (a word every 32 ms), to compare with many stored ones. */
export class NewSound {
  readonly #phases: { words: Uint32Array; index: PrintIndex }[];

  constructor(words: Uint32Array) {
    this.#phases = Array.from({ length: FASES }, (_, phase) => {
      const own = phaseOf(words, phase);
      return { words: own, index: new PrintIndex(sampleOf(own)) };
    });
  }

  resembles(sample: Uint32Array): boolean {
    return this.#phases.some(({ index }) => index.distances(sample).length > 0);
  }

  /**
   * Finds at least a minute of the same sound, with its positions, ms. `words`: the other fingerprint as stored;
   * `sample`: its index keys.
   */
  compare(words: Uint32Array, sample: Uint32Array): MesmoSom | null {
    let best: MesmoSom | null = null;
    for (const [phase, own] of this.#phases.entries()) {
      for (const distance of own.index.distances(sample)) {
        const found = sameSound(own.words, words, distance);
        if (found && (!best || found.nota > best.nota))
          best = { ...found, inicioA: found.inicioA + Math.round((phase * QUADRO_MS) / FASES) };
      }
    }
    return best;
  }
}
