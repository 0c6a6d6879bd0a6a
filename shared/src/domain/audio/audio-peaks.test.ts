import { describe, expect, it } from 'vitest';
import { decodePeaks, encodePeaks, MAX_PEAK_POINTS, PEAK_MS, reducePeaks } from './audio-peaks.ts';

describe('waveform peaks', () => {
  it('survive storage', () => {
    const peaks = { msPerPoint: 40, channels: [Int8Array.of(-127, 127, -3, 4), Int8Array.of(0, 1, -1, 0)] };
    // A store may return a larger buffer with the bytes at any offset.
    const packed = encodePeaks(peaks);
    const shifted = new Uint8Array(packed.length + 3);
    shifted.set(packed, 3);
    expect(decodePeaks(shifted.subarray(3))).toEqual(peaks);
  });

  it('refuse bytes that are something else', () => {
    expect(() => decodePeaks(new Uint8Array(40))).toThrow(RangeError);
    expect(() =>
      decodePeaks(encodePeaks({ msPerPoint: 40, channels: [Int8Array.of(1, 2)] }).subarray(0, 21)),
    ).toThrow(RangeError);
  });

  it('stay under 100 kB for an hour of stereo without losing the loudest sample', () => {
    const points = 3_600_000 / PEAK_MS;
    const channel = new Int8Array(points * 2);
    channel[2 * 77_777] = -101;
    channel[2 * 77_777 + 1] = 99;
    const peaks = reducePeaks([channel, new Int8Array(points * 2)]);
    expect(encodePeaks(peaks).length).toBeLessThan(100_000);
    expect((peaks.channels[0] as Int8Array).length / 2).toBeLessThanOrEqual(MAX_PEAK_POINTS);
    const point = Math.floor((77_777 * PEAK_MS) / peaks.msPerPoint);
    expect([...(peaks.channels[0] as Int8Array).subarray(point * 2, point * 2 + 2)]).toEqual([-101, 99]);
    expect(Math.min(...(peaks.channels[1] as Int8Array))).toBe(0);
  });
});
