import { createFft } from '@escuta/shared/domain/audio/fft';
import type { PcmFormat } from '../wav-stream.ts';

/**
 * Measures what distinguishes hold music from speech: every CELL_MS, the share of steady partials in 160 ms of each
 * channel. A voice's harmonics move by more than half a per cent in a tenth of a second; an instrument's partials are
 * steady and lie on a tuning's notes. Telephone codecs preserve both properties.
 */

export const CELL_MS = 500;

const RATE = 8000;
const WINDOW = 512;
/** Distance between the starts of a moment's two windows, samples: 96 ms. A cell is measured in one moment. */
const APART = 768;
const MOMENT = APART + WINDOW;
const CELL = (RATE * CELL_MS) / 1000;
const FROM_BIN = Math.round((200 * WINDOW) / RATE);
const TO_BIN = Math.round((3400 * WINDOW) / RATE);
/** Partials with less than this share of the strongest partial's power are noise. */
const RANGE = 10 ** -3.2;
/** Factor by which a peak's power must exceed that of the weaker bin two places away. */
const PROMINENT = 4;
const PEAKS = 14;
/** Power below which a moment counts as quiet (mean square of 16-bit samples): −56 dBFS. */
const QUIET = 32768 ** 2 * 10 ** -5.6;
/** Greatest frequency change of a steady partial between the windows: as a share, and (STANDS_HZ) in Hz. */
const STANDS = 0.004;
const STANDS_HZ = 2.5;
/** Greatest ratio between a steady partial's powers in the two windows; not 1, because notes decay. */
const LOUDER = 16;
const A4 = 440;

export interface HoldTraces {
  /** Share of the peaks' amplitude in steady partials, by cell; −1 for a quiet moment. */
  standing: Float32Array;
  /**
   * Sum of the steady partials' amplitudes, by cell: as vectors (tunedX: cosine, tunedY: sine) at the angle of the
   * partial's position between two notes, and as plain numbers (weight).
   */
  tunedX: Float32Array;
  tunedY: Float32Array;
  weight: Float32Array;
}

interface Peaks {
  count: number;
  hz: Float64Array;
  power: Float64Array;
}

class Trace {
  standing: number[] = [];
  tunedX: number[] = [];
  tunedY: number[] = [];
  weight: number[] = [];
  readonly samples = new Float64Array(MOMENT);
  squares = 0;
  readonly before: Peaks = { count: 0, hz: new Float64Array(PEAKS), power: new Float64Array(PEAKS) };
  readonly now: Peaks = { count: 0, hz: new Float64Array(PEAKS), power: new Float64Array(PEAKS) };
}

const hann = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
);

function findPeaks(power: Float64Array, binHz: number, into: Peaks): void {
  let strongest = 0;
  for (let bin = FROM_BIN; bin <= TO_BIN; bin += 1) strongest = Math.max(strongest, power[bin] as number);
  const least = strongest * RANGE;
  into.count = 0;
  for (let bin = FROM_BIN; bin <= TO_BIN; bin += 1) {
    const here = power[bin] as number;
    const left = power[bin - 1] as number;
    const right = power[bin + 1] as number;
    if (here < least || here < left || here <= right) continue;
    if (here < PROMINENT * Math.min(power[bin - 2] as number, power[bin + 2] as number)) continue;
    // Keeps only the PEAKS strongest peaks, unsorted.
    let at = into.count;
    if (at === PEAKS) {
      at = 0;
      for (let i = 1; i < PEAKS; i += 1) if ((into.power[i] as number) < (into.power[at] as number)) at = i;
      if ((into.power[at] as number) >= here) continue;
    } else into.count += 1;
    const [a, b, c] = [Math.log(left + 1e-9), Math.log(here + 1e-9), Math.log(right + 1e-9)];
    const bend = a - 2 * b + c;
    into.hz[at] = (bin + (bend === 0 ? 0 : (a - c) / (2 * bend))) * binHz;
    into.power[at] = here;
  }
}

/** Measures the first two channels of interleaved 16-bit samples. */
export class HoldListener {
  readonly #fft = createFft(WINDOW);
  readonly #re = new Float64Array(WINDOW);
  readonly #im = new Float64Array(WINDOW);
  readonly #power = [new Float64Array(WINDOW / 2), new Float64Array(WINDOW / 2)] as const;
  readonly #traces: Trace[];
  readonly #channels: number;
  /**
   * For reducing the input to RATE. `ratio`: reduced samples per input sample; `at`: reduced samples of the present
   * cell; `phase`: the arrived part of the next reduced sample, 0 to 1.
   */
  readonly #ratio: number;
  readonly #binHz: number;
  #at = 0;
  #phase = 0;
  #summed = 0;
  readonly #sums: Float64Array;

  constructor({ sampleRate, channels }: PcmFormat) {
    this.#channels = channels;
    this.#traces = Array.from({ length: Math.min(2, channels) }, () => new Trace());
    const rate = Math.min(RATE, sampleRate);
    this.#ratio = rate / sampleRate;
    this.#binHz = rate / WINDOW;
    this.#sums = new Float64Array(this.#traces.length);
  }

  push(samples: Int16Array, count: number): void {
    let left = count;
    let at = 0;
    while (left > 0) {
      if (this.#at >= MOMENT) {
        // Skips all samples up to the next moment in one step.
        const given = Math.min(left, Math.ceil((CELL - this.#at - this.#phase) / this.#ratio));
        this.#pass(Math.max(1, given));
        at += Math.max(1, given) * this.#channels;
        left -= Math.max(1, given);
        continue;
      }
      const taken = this.#ratio === 1 ? Math.min(left, MOMENT - this.#at) : 1;
      if (this.#ratio === 1) this.#copy(samples, at, taken);
      else this.#take(samples, at);
      at += taken * this.#channels;
      left -= taken;
    }
  }

  #pass(given: number): void {
    const made = this.#phase + given * this.#ratio;
    this.#at += Math.floor(made);
    this.#phase = made - Math.floor(made);
    if (this.#at >= CELL) this.#at -= CELL;
  }

  #copy(samples: Int16Array, at: number, count: number): void {
    const channels = this.#channels;
    const to = this.#at;
    for (const [channel, trace] of this.#traces.entries()) {
      const { samples: into } = trace;
      let { squares } = trace;
      for (let i = 0, from = at + channel; i < count; i += 1, from += channels) {
        const sample = samples[from] as number;
        into[to + i] = sample;
        squares += sample * sample;
      }
      trace.squares = squares;
    }
    this.#at += count;
    if (this.#at === MOMENT) this.#look();
  }

  #take(samples: Int16Array, at: number): void {
    const traces = this.#traces;
    for (let channel = 0; channel < traces.length; channel += 1)
      this.#sums[channel] = (this.#sums[channel] as number) + (samples[at + channel] as number);
    this.#summed += 1;
    this.#phase += this.#ratio;
    if (this.#phase < 1) return;
    this.#phase -= 1;
    for (let channel = 0; channel < traces.length; channel += 1) {
      const sample = (this.#sums[channel] as number) / this.#summed;
      const trace = traces[channel] as Trace;
      trace.samples[this.#at] = sample;
      trace.squares += sample * sample;
      this.#sums[channel] = 0;
    }
    this.#summed = 0;
    this.#at += 1;
    if (this.#at === MOMENT) this.#look();
  }

  #look(): void {
    for (const trace of this.#traces) {
      const loud = trace.squares / MOMENT >= QUIET;
      trace.squares = 0;
      if (loud) {
        this.#transform(trace);
        this.#compare(trace);
        continue;
      }
      trace.standing.push(-1);
      trace.tunedX.push(0);
      trace.tunedY.push(0);
      trace.weight.push(0);
    }
  }

  /** Transforms the moment's two windows as real and imaginary part of one complex signal. */
  #transform({ samples, before, now }: Trace): void {
    const [re, im] = [this.#re, this.#im];
    for (let i = 0; i < WINDOW; i += 1) {
      const shape = hann[i] as number;
      re[i] = (samples[i] as number) * shape;
      im[i] = (samples[APART + i] as number) * shape;
    }
    this.#fft.forward(re, im);
    const [first, second] = this.#power;
    for (let bin = FROM_BIN - 2; bin <= TO_BIN + 2; bin += 1) {
      const mirror = WINDOW - bin;
      const [a, b] = [re[bin] as number, im[bin] as number];
      const [c, d] = [re[mirror] as number, im[mirror] as number];
      first[bin] = ((a + c) ** 2 + (b - d) ** 2) / 4;
      second[bin] = ((b + d) ** 2 + (c - a) ** 2) / 4;
    }
    findPeaks(first, this.#binHz, before);
    findPeaks(second, this.#binHz, now);
  }

  #compare(trace: Trace): void {
    const { before, now } = trace;
    let all = 0;
    let standing = 0;
    let x = 0;
    let y = 0;
    for (let i = 0; i < now.count; i += 1) {
      const hz = now.hz[i] as number;
      const power = now.power[i] as number;
      const amplitude = Math.sqrt(power);
      all += amplitude;
      const reach = Math.max(STANDS_HZ, hz * STANDS);
      for (let j = 0; j < before.count; j += 1) {
        if (Math.abs((before.hz[j] as number) - hz) > reach) continue;
        const other = before.power[j] as number;
        if (other > power * LOUDER || power > other * LOUDER) continue;
        standing += amplitude;
        const angle = 2 * Math.PI * 12 * Math.log2(hz / A4);
        x += amplitude * Math.cos(angle);
        y += amplitude * Math.sin(angle);
        break;
      }
    }
    trace.standing.push(all === 0 ? 0 : standing / all);
    // Divides by the total amplitude, because a loud note proves no more than a soft one.
    trace.tunedX.push(all === 0 ? 0 : x / all);
    trace.tunedY.push(all === 0 ? 0 : y / all);
    trace.weight.push(all === 0 ? 0 : standing / all);
  }

  /** Returns the results; call it once. */
  finish(): HoldTraces[] {
    return this.#traces.map(({ standing, tunedX, tunedY, weight }) => ({
      standing: Float32Array.from(standing),
      tunedX: Float32Array.from(tunedX),
      tunedY: Float32Array.from(tunedY),
      weight: Float32Array.from(weight),
    }));
  }
}
