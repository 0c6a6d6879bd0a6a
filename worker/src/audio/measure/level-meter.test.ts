import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { describe, expect, it } from 'vitest';
import { readWavHeader } from '../wav-stream.ts';
import { LevelMeter } from './level-meter.ts';

/** Interleaved 16-bit samples of the `channels`, which are functions of time (s) with values from −1 to 1. */
function pcm(rate: number, seconds: number, ...channels: ((t: number) => number)[]): Buffer {
  const count = Math.round(rate * seconds);
  const samples = new Int16Array(count * channels.length);
  for (let i = 0; i < count; i += 1) {
    channels.forEach((channel, c) => {
      samples[i * channels.length + c] = Math.max(
        -32768,
        Math.min(32767, Math.round(channel(i / rate) * 32768)),
      );
    });
  }
  return Buffer.from(samples.buffer);
}

const sine = (hz: number, amplitude: number) => (t: number) => amplitude * Math.sin(2 * Math.PI * hz * t);
const still = () => 0;

/** Measures a sound in odd-sized chunks, as from a pipe. */
function measure(sampleRate: number, channels: number, bytes: Buffer, chunk = 4097) {
  const meter = new LevelMeter({ sampleRate, channels });
  for (let at = 0; at < bytes.length; at += chunk) meter.push(bytes.subarray(at, at + chunk));
  return { samples: meter.samples, ...meter.finish() };
}

describe('level meter', () => {
  it.each([8000, 11_025, 16_000, 44_100, 48_000])('measures a sine at −20 dBFS at %d Hz', (rate) => {
    const { channels, samples } = measure(rate, 1, pcm(rate, 2, sine(440, 0.1 * Math.SQRT2)));
    expect(samples).toBe(rate * 2);
    expect(channels[0]!.rmsDbfs).toBeCloseTo(-20, 1);
    expect(channels[0]!.peakDbfs).toBeCloseTo(-17, 1);
    expect(channels[0]!.frameDb).toHaveLength(100);
    for (const level of channels[0]!.frameDb) expect(Math.abs(level + 20)).toBeLessThan(1);
  });

  it('does not depend on where the stream is cut', () => {
    const bytes = pcm(44_100, 1.013, sine(300, 0.3), sine(700, 0.2));
    const whole = measure(44_100, 2, bytes, bytes.length);
    for (const chunk of [1, 3, 640, 32_768]) expect(measure(44_100, 2, bytes, chunk)).toEqual(whole);
  });

  it('ignores a constant offset of the line', () => {
    const { channels } = measure(
      8000,
      1,
      pcm(8000, 1, () => 0.2),
    );
    expect(channels[0]!.rmsDbfs).toBeLessThan(-90);
  });

  it('keeps the channels apart and tells how alike they are', () => {
    const apart = measure(8000, 2, pcm(8000, 1, sine(300, 0.5), still));
    expect(apart.channels[0]!.rmsDbfs).toBeCloseTo(-9, 0);
    expect(apart.channels[1]!.rmsDbfs).toBe(-100);
    expect(apart.correlation).toBe(0);
    const alike = measure(8000, 2, pcm(8000, 1, sine(300, 0.5), sine(300, -0.25)));
    expect(alike.correlation).toBeCloseTo(1, 4);
    const unlike = measure(8000, 2, pcm(8000, 1, sine(300, 0.5), sine(500, 0.5)));
    expect(unlike.correlation).toBeLessThan(0.05);
  });

  it('counts only the first two of more channels', () => {
    const levels = measure(8000, 4, pcm(8000, 1, sine(300, 0.5), still, sine(300, 0.9), sine(300, 0.9)));
    expect(levels.channels).toHaveLength(2);
    expect(levels.channels[1]!.rmsDbfs).toBe(-100);
  });

  it('tells the share of clipped samples', () => {
    const clean = measure(8000, 1, pcm(8000, 1, sine(300, 0.9)));
    expect(clean.channels[0]!.clippingShare).toBe(0);
    // A sine with an amplitude of twice full scale exceeds full scale for two thirds of the time.
    const clipped = measure(8000, 1, pcm(8000, 1, sine(300, 2)));
    expect(clipped.channels[0]!.clippingShare).toBeCloseTo(2 / 3, 1);
  });

  it('draws the waveform: one pair of extremes per 40 ms', () => {
    const { peaks } = measure(
      8000,
      1,
      pcm(8000, 1, (t) => (t >= 0.5 ? sine(300, 0.5)(t) : 0)),
    );
    expect(peaks.msPerPoint).toBe(40);
    const points = peaks.channels[0] as Int8Array;
    expect(points).toHaveLength(50);
    expect([...points.subarray(0, 24)].every((value) => value === 0)).toBe(true);
    expect(Math.abs(points[40]! + 63.5)).toBeLessThan(2);
    expect(Math.abs(points[41]! - 63.5)).toBeLessThan(2);
  });
});

describe('WAV stream header', () => {
  it('is read once it is complete, whatever follows', () => {
    const bytes = Buffer.concat([wavHeader(8000, 4), Buffer.from([1, 2, 3, 4])]);
    expect(readWavHeader(bytes.subarray(0, 20))).toBeNull();
    expect(readWavHeader(bytes)).toEqual({ format: { sampleRate: 8000, channels: 1 }, dataOffset: 44 });
  });

  it('refuses anything else', () => {
    expect(() => readWavHeader(Buffer.from('<html><body></body></html>'))).toThrow(RangeError);
    expect(() =>
      readWavHeader(Buffer.concat([wavHeader(8000, 0).subarray(0, 36), Buffer.alloc(8192, 1)])),
    ).toThrow(RangeError);
  });
});
