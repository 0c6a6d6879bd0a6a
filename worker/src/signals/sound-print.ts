/**
 * The acoustic fingerprint of a recording, and how two are set against each other. Pure.
 *
 * After Haitsma & Kalker 2002 (ISMIR, 'A Highly Robust Audio Fingerprinting System'): a frame's word has 32 bits, bit m = whether the
 * difference of the energies of bands m and m + 1 grew since the frame before, E(n,m) − E(n,m+1) > E(n−1,m) − E(n−1,m+1). 33 bands,
 * evenly spaced on a logarithmic scale from 300 to 3000 Hz; frames of 512 ms every 128 ms at 8 kHz: 31 bytes a second. A change of loudness
 * or of coding leaves most bits alone; what is said in other words, or by somebody else, agrees in half of them. It tells whether two
 * recordings hold the same sound and neither what is said nor who speaks.
 */
import { createFft } from '@escuta/shared/domain/audio/fft';

const RATE = 8000;
const WINDOW = 4096;
const HOP = 1024;
/** ms from frame to frame. */
export const QUADRO_MS = (HOP * 1000) / RATE;
/**
 * A copy that begins a little later has its frames elsewhere. A new fingerprint has frames at so many places of a step (every 32 ms);
 * of one that was set against the others only every fourth is kept.
 */
export const FASES = 4;
const STEP = HOP / FASES;
const BANDS = 33;
const FROM_HZ = 300;
const TO_HZ = 3000;
/** Quieter frames have no word: the silence of two recordings is the same. dBFS. */
const SILENT_DBFS = -50;
/** The word of a frame without sound. */
const NONE = 0;

/** Frames of which one word in so many is looked for in other recordings: the same ones in each, by the word itself. */
const SAMPLED = 4;
/** Sampled words that two recordings share at one distance before they are set against each other. */
const MIN_VOTES = 4;
/** Distances of one pair that are tried. */
const MAX_TRIED = 3;
/** The recordings are set against each other block by block: 5 s. */
const BLOCK = Math.round(5000 / QUADRO_MS);
/** Bits that agree in a block of one sound. */
const BLOCK_NOTE = 0.8;

/** Share of bits that agree, and how long: what counts as the same recording. */
export const NOTA_MINIMA = 0.9;
export const MESMO_SOM_MS = 60_000;

const edges = Array.from({ length: BANDS + 1 }, (_, band) =>
  Math.round((FROM_HZ * (TO_HZ / FROM_HZ) ** (band / BANDS) * WINDOW) / RATE),
);
const hann = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
);

/** Makes the fingerprint of sound that streams by, in constant memory besides its words. */
export class SoundPrinter {
  readonly #ratio: number;
  readonly #fft = createFft(WINDOW);
  readonly #ring = new Float64Array(WINDOW);
  /** Two frames of real numbers in one transform of complex ones. */
  readonly #re = new Float64Array(WINDOW);
  readonly #im = new Float64Array(WINDOW);
  /** Whether the earlier of the two is in `#re`, and whether each is silent. */
  #held = false;
  #silent: [boolean, boolean] = [false, false];
  #words = new Uint32Array(1024);
  #length = 0;
  /** Samples at 8 kHz so far; the sum and the number of given ones that make the next. */
  #count = 0;
  #sum = 0;
  #summed = 0;
  #phase = 0;
  /** By place in the step: band differences of the frame before. */
  readonly #before = Array.from({ length: FASES }, () => new Float64Array(BANDS - 1));

  /** @param rate of the samples given, Hz */
  constructor(rate: number) {
    this.#ratio = RATE / rate;
  }

  /** The next samples: interleaved 16 bits, of which the mean of `channels` is taken. */
  push(samples: Int16Array, channels = 1): void {
    for (let i = 0; i + channels <= samples.length; i += channels) {
      let value = 0;
      for (let c = 0; c < channels; c += 1) value += samples[i + c] as number;
      this.#sum += value / channels;
      this.#summed += 1;
      this.#phase += this.#ratio;
      if (this.#phase < 1) continue;
      // Above 8 kHz each sample is the mean of those that fall together; below it some are repeated.
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

  /** The energy of a line of the first or the second frame, out of the transform of both (times 4). */
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

  /** A word a frame, every 32 ms; 0 where there is no sound. Once. */
  finish(): Uint32Array {
    if (this.#held) this.#transform(1);
    return this.#words.slice(0, this.#length);
  }
}

/** Every fourth frame of a new fingerprint, from one place of the step: what is kept. */
export const phaseOf = (words: Uint32Array, phase = 0): Uint32Array =>
  words.filter((_, frame) => frame % FASES === phase);

/** Which words are looked for in other recordings: the multiplicative hash of Knuth, one in four. */
const isSampled = (word: number): boolean =>
  word !== NONE && Math.imul(word, 2_654_435_761) >>> 0 < 0xffff_ffff / SAMPLED;

/** Word and frame, by turns, of the words that are looked for. */
export function sampleOf(words: Uint32Array): Uint32Array {
  const found: number[] = [];
  for (const [frame, word] of words.entries()) if (isSampled(word)) found.push(word, frame);
  return Uint32Array.from(found);
}

/** The words of one recording, to be looked up by those of many others. */
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

  /** By how many frames the other recording may lie behind this one (theirs less ours), the likeliest first; none: it is another sound. */
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
 * The longest stretch in which two recordings are one sound, `distance` frames apart (b's less a's): blocks of 5 s of which ≥ 80 % of the
 * bits agree, one after the other; silent ones go with their neighbours. Null where it is shorter than 60 s, or fewer than 90 % of its bits
 * agree.
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

/** A new fingerprint (every 32 ms), to be set against many others. */
export class NewSound {
  readonly #phases: { words: Uint32Array; index: PrintIndex }[];

  constructor(words: Uint32Array) {
    this.#phases = Array.from({ length: FASES }, (_, phase) => {
      const own = phaseOf(words, phase);
      return { words: own, index: new PrintIndex(sampleOf(own)) };
    });
  }

  /** Whether the sampled words of another recording make it worth setting both against each other. */
  resembles(sample: Uint32Array): boolean {
    return this.#phases.some(({ index }) => index.distances(sample).length > 0);
  }

  /** The same sound for a minute, and where, ms; null where it is not. `words`: those kept of the other (`phaseOf`). */
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
