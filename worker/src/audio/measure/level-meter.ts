import { CLIPPING_LEVEL, FRAME_MS } from '@escuta/shared/domain/audio/audio-facts';
import { type AudioPeaks, PEAK_MS, reducePeaks } from '@escuta/shared/domain/audio/audio-peaks';
import type { PcmFormat } from '../wav-stream.ts';

export const SILENT_DBFS = -100;

const FULL_SCALE = 32768;
const FRAMES_PER_SECOND = 1000 / FRAME_MS;
const FRAMES_PER_PEAK = PEAK_MS / FRAME_MS;
const CLIPPED = Math.floor(CLIPPING_LEVEL * FULL_SCALE);
/** Highest sample rate at which every sample is measured, Hz; above it, only every n-th sample is measured. */
const MEASURED_RATE = 16_000;

/** Converts a mean square to dBFS, at least SILENT_DBFS. */
export function toDbfs(meanSquare: number): number {
  if (meanSquare <= 0) return SILENT_DBFS;
  return Math.max(SILENT_DBFS, 10 * Math.log10(meanSquare / (FULL_SCALE * FULL_SCALE)));
}

export interface ChannelLevels {
  /** RMS of each frame of FRAME_MS without DC, dBFS. */
  frameDb: Float32Array;
  rmsDbfs: number;
  peakDbfs: number;
  clippingShare: number;
}

export interface Levels {
  channels: ChannelLevels[];
  /** Both channels' |correlation| per frame, 0 to 1; empty for a single channel. */
  frameCorrelation: Float32Array;
  /** Both channels' |correlation| over the recording; 0 for a single channel. */
  correlation: number;
  peaks: AudioPeaks;
}

class Series<T extends Float32Array | Int8Array> {
  #values: T;
  #length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#values = make(4096);
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#make(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  take(): T {
    return this.#values.slice(0, this.#length) as T;
  }
}

class ChannelMeter {
  sum = 0;
  squares = 0;
  /** Lowest sample of the present peak; never above 0, because waveforms are drawn from the middle line. */
  low = 0;
  high = 0;
  clipped = 0;
  variance = 0;
  largest = 0;
  peakLow = 0;
  peakHigh = 0;
  readonly frames = new Series((length) => new Float32Array(length));
  readonly peaks = new Series((length) => new Int8Array(length));
}

/** Receiver of interleaved samples, complete for all channels; `count`: samples per channel. */
export type Listener = { push: (samples: Int16Array, count: number) => void };

function countClipped(samples: Int16Array, first: number, end: number, stride: number): number {
  let clipped = 0;
  for (let i = first; i < end; i += stride) if (Math.abs(samples[i] as number) >= CLIPPED) clipped += 1;
  return clipped;
}

/** Measures a channel; calculates with integers for speed. */
function measureOne(
  samples: Int16Array,
  first: number,
  end: number,
  stride: number,
  meter: ChannelMeter,
): void {
  let sum = 0;
  let squares = 0;
  let low = 0;
  let high = 0;
  for (let i = first; i < end; i += stride) {
    const sample = samples[i] as number;
    sum = (sum + sample) | 0;
    squares += sample * sample;
    if (sample < low) low = sample;
    else if (sample > high) high = sample;
  }
  meter.sum += sum;
  meter.squares += squares;
  if (low < meter.low) meter.low = low;
  if (high > meter.high) meter.high = high;
  if (high >= CLIPPED || low <= -CLIPPED) meter.clipped += countClipped(samples, first, end, stride);
}

function measurePair(
  samples: Int16Array,
  first: number,
  end: number,
  stride: number,
  left: ChannelMeter,
  right: ChannelMeter,
): number {
  let leftSum = 0;
  let leftSquares = 0;
  let leftLow = 0;
  let leftHigh = 0;
  let rightSum = 0;
  let rightSquares = 0;
  let rightLow = 0;
  let rightHigh = 0;
  let products = 0;
  for (let i = first; i < end; i += stride) {
    const a = samples[i] as number;
    const b = samples[i + 1] as number;
    leftSum = (leftSum + a) | 0;
    rightSum = (rightSum + b) | 0;
    leftSquares += a * a;
    rightSquares += b * b;
    products += a * b;
    if (a < leftLow) leftLow = a;
    else if (a > leftHigh) leftHigh = a;
    if (b < rightLow) rightLow = b;
    else if (b > rightHigh) rightHigh = b;
  }
  left.sum += leftSum;
  left.squares += leftSquares;
  if (leftLow < left.low) left.low = leftLow;
  if (leftHigh > left.high) left.high = leftHigh;
  right.sum += rightSum;
  right.squares += rightSquares;
  if (rightLow < right.low) right.low = rightLow;
  if (rightHigh > right.high) right.high = rightHigh;
  if (leftHigh >= CLIPPED || leftLow <= -CLIPPED) left.clipped += countClipped(samples, first, end, stride);
  if (rightHigh >= CLIPPED || rightLow <= -CLIPPED)
    right.clipped += countClipped(samples, first + 1, end, stride);
  return products;
}

/**
 * Measures streamed interleaved 16-bit PCM: levels of 20 ms frames, waveform peaks, clipping, and the first two
 * channels' similarity.
 */
export class LevelMeter {
  readonly #format: PcmFormat;
  readonly #hear: Listener | null;
  readonly #meters: ChannelMeter[];
  readonly #step: number;
  readonly #correlations = new Series((length) => new Float32Array(length));
  #carry: Buffer | null = null;
  #position = 0;
  #frame = 0;
  #frameEnd: number;
  #inFrame = 0;
  #measured = 0;
  #product = 0;
  #products = 0;

  /** @param hear also receives the samples */
  constructor(format: PcmFormat, hear: Listener | null = null) {
    this.#format = format;
    this.#hear = hear;
    this.#meters = Array.from({ length: Math.min(2, format.channels) }, () => new ChannelMeter());
    this.#step = Math.max(1, Math.floor(format.sampleRate / MEASURED_RATE));
    this.#frameEnd = this.#endOfFrame(0);
  }

  /** Samples seen per channel. */
  get samples(): number {
    return this.#position;
  }

  /** Position after a frame's last sample; frame lengths differ by a sample at rates not divisible by 50. */
  #endOfFrame(index: number): number {
    return Math.round(((index + 1) * this.#format.sampleRate) / FRAMES_PER_SECOND);
  }

  push(chunk: Buffer): void {
    const blockBytes = this.#format.channels * 2;
    let bytes = this.#carry ? Buffer.concat([this.#carry, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % blockBytes);
    this.#carry = whole < bytes.length ? Buffer.from(bytes.subarray(whole)) : null;
    if (whole === 0) return;
    // Copies bytes at an odd address, because a 16-bit view needs an even address.
    if (bytes.byteOffset % 2 !== 0) bytes = Buffer.from(new Uint8Array(bytes).buffer);
    this.#measure(new Int16Array(bytes.buffer, bytes.byteOffset, whole / 2), whole / blockBytes);
  }

  #measure(samples: Int16Array, count: number): void {
    this.#hear?.push(samples, count);
    let done = 0;
    while (done < count) {
      const run = Math.min(count - done, this.#frameEnd - this.#position);
      this.#measureRun(samples, done, run);
      done += run;
      this.#position += run;
      if (this.#position === this.#frameEnd) this.#closeFrame();
    }
  }

  #measureRun(samples: Int16Array, from: number, run: number): void {
    const channels = this.#format.channels;
    const step = this.#step;
    // Counts steps from the recording's start, so that chunks do not determine which samples are measured.
    const skip = (step - (this.#position % step)) % step;
    const first = (from + skip) * channels;
    const end = (from + run) * channels;
    const stride = step * channels;
    const [left, right] = this.#meters;
    if (left && right) this.#product += measurePair(samples, first, end, stride, left, right);
    else if (left) measureOne(samples, first, end, stride, left);
    this.#inFrame += Math.max(0, Math.ceil((run - skip) / step));
  }

  #closeFrame(): void {
    const n = this.#inFrame;
    this.#frame += 1;
    this.#frameEnd = this.#endOfFrame(this.#frame);
    if (n > 0) this.#closeCorrelation(n);
    for (const meter of this.#meters) {
      const variance = n > 0 ? Math.max(0, meter.squares - (meter.sum * meter.sum) / n) : 0;
      meter.frames.push(toDbfs(n > 0 ? variance / n : 0));
      meter.variance += variance;
      meter.largest = Math.max(meter.largest, meter.high, -meter.low);
      meter.peakLow = Math.min(meter.peakLow, meter.low);
      meter.peakHigh = Math.max(meter.peakHigh, meter.high);
      if (this.#frame % FRAMES_PER_PEAK === 0) this.#closePeak(meter);
      meter.sum = 0;
      meter.squares = 0;
      meter.low = 0;
      meter.high = 0;
    }
    this.#measured += n;
    this.#inFrame = 0;
    this.#product = 0;
  }

  #closeCorrelation(n: number): void {
    const [a, b] = this.#meters;
    if (!a || !b) return;
    const product = this.#product - (a.sum * b.sum) / n;
    const energies = (a.squares - (a.sum * a.sum) / n) * (b.squares - (b.sum * b.sum) / n);
    this.#correlations.push(energies > 0 ? Math.min(1, Math.abs(product) / Math.sqrt(energies)) : 0);
    this.#products += product;
  }

  #closePeak(meter: ChannelMeter): void {
    const scale = 127 / FULL_SCALE;
    meter.peaks.push(Math.round(meter.peakLow * scale));
    meter.peaks.push(Math.round(meter.peakHigh * scale));
    meter.peakLow = 0;
    meter.peakHigh = 0;
  }

  /** Closes the last, partial frame and gives all measurements. Call once. */
  finish(): Levels {
    if (this.#inFrame > 0) this.#closeFrame();
    if (this.#frame % FRAMES_PER_PEAK !== 0) for (const meter of this.#meters) this.#closePeak(meter);
    const measured = Math.max(1, this.#measured);
    const energies = this.#meters.map((meter) => meter.variance);
    const energy = Math.sqrt((energies[0] ?? 0) * (energies[1] ?? 0));
    return {
      channels: this.#meters.map((meter) => ({
        frameDb: meter.frames.take(),
        rmsDbfs: toDbfs(meter.variance / measured),
        peakDbfs: toDbfs(meter.largest ** 2),
        clippingShare: meter.clipped / measured,
      })),
      frameCorrelation: this.#correlations.take(),
      correlation: energy > 0 ? Math.min(1, Math.abs(this.#products) / energy) : 0,
      peaks: reducePeaks(this.#meters.map((meter) => meter.peaks.take())),
    };
  }
}
