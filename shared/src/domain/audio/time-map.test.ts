import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTimeMap, planTrim } from './time-map.ts';

describe('time map', () => {
  const map = createTimeMap([
    { startMs: 1000, endMs: 3000 },
    { startMs: 10_000, endMs: 14_000 },
  ]);

  it('finds the original time of a moment in the shortened sound', () => {
    expect(map.trimmedMs).toBe(6000);
    expect([0, 500, 1999, 2000, 2500, 6000].map((ms) => map.toOriginalMs(ms))).toEqual([
      1000, 1500, 2999, 10_000, 10_500, 14_000,
    ]);
  });

  it('clamps moments outside the sound', () => {
    expect(map.toOriginalMs(-5)).toBe(1000);
    expect(map.toOriginalMs(99_000)).toBe(14_000);
  });

  it('maps what was cut to the place of the cut', () => {
    expect([0, 1000, 5000, 10_000, 20_000].map((ms) => map.toTrimmedMs(ms))).toEqual([
      0, 0, 2000, 2000, 6000,
    ]);
  });

  it('refuses segments that overlap or have no length', () => {
    expect(() => createTimeMap([{ startMs: 5, endMs: 5 }])).toThrow(RangeError);
    expect(() =>
      createTimeMap([
        { startMs: 0, endMs: 10 },
        { startMs: 9, endMs: 20 },
      ]),
    ).toThrow(RangeError);
  });

  it('comes back to every moment that was kept', () => {
    const segments = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 })), { minLength: 1 })
      .map((steps) => {
        let cursor = 0;
        return steps.map(([pause, length]) => {
          const startMs = cursor + pause;
          cursor = startMs + length;
          return { startMs, endMs: cursor };
        });
      });
    fc.assert(
      fc.property(segments, fc.double({ min: 0, max: 0.999999, noNaN: true }), (kept, share) => {
        const built = createTimeMap(kept);
        const moment = share * built.trimmedMs;
        expect(built.toTrimmedMs(built.toOriginalMs(moment))).toBeCloseTo(moment, 6);
      }),
    );
  });
});

describe('silence trimming', () => {
  it('shortens pauses above 1 s to half a second and leaves the others', () => {
    const speech = [
      { startMs: 5000, endMs: 6000 },
      { startMs: 6800, endMs: 8000 },
      { startMs: 20_000, endMs: 21_000 },
    ];
    expect(planTrim(speech, 30_000)).toEqual([
      { startMs: 4750, endMs: 8250 },
      { startMs: 19_750, endMs: 21_250 },
    ]);
  });

  it('keeps short silences at both ends', () => {
    expect(planTrim([{ startMs: 900, endMs: 2000 }], 2700)).toEqual([{ startMs: 0, endMs: 2700 }]);
  });

  it('keeps nothing of a channel that never speaks', () => {
    expect(planTrim([], 5000)).toEqual([]);
  });
});
