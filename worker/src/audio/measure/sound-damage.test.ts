import { FRAME_MS } from '@escuta/shared/domain/audio/audio-facts';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { describe, expect, it } from 'vitest';
import { findDropouts, findNoise } from './sound-damage.ts';

const SPEECH_DB = -22;
const FLOOR_DB = -50;

function levelsOf(change: (ms: number, level: number) => number = (_, level) => level): Float32Array {
  const random = seededRandom(3);
  return Float32Array.from({ length: 10_000 / FRAME_MS }, (_, frame) => {
    const ms = frame * FRAME_MS;
    const voice = ms % 2000 < 1500 ? SPEECH_DB - 14 + 16 * Math.abs(Math.sin(ms / 90)) : FLOOR_DB;
    return change(ms, Math.max(voice, FLOOR_DB) + random() - 0.5);
  });
}
const SPEECH = Array.from({ length: 5 }, (_, i) => ({ startMs: i * 2000, endMs: i * 2000 + 1500 }));
const inside = (from: number, to: number) => (ms: number) => ms >= from && ms < to;

describe('dropouts', () => {
  const gone = (...places: [number, number][]) =>
    levelsOf((ms, level) => (places.some(([from, to]) => inside(from, to)(ms)) ? -100 : level));

  it('are where a recording breaks off and goes on', () => {
    expect(findDropouts(levelsOf(), SPEECH, 10_000)).toEqual([]);
    expect(findDropouts(gone([4200, 5600]), SPEECH, 10_000)).toEqual([{ startMs: 4200, endMs: 5600 }]);
    // Neither an encoder's silence at beginning and end nor a gap shorter than a word is a dropout.
    expect(findDropouts(gone([0, 400], [6000, 6100], [9600, 10_000]), SPEECH, 10_000)).toEqual([]);
  });

  it('are none where the recorder silences pauses by itself, nor where a voice fades away', () => {
    const gated = levelsOf((ms, level) => (ms % 2000 >= 1500 ? -100 : level));
    expect(findDropouts(gated, SPEECH, 10_000)).toEqual([]);
    const faded = levelsOf((ms, level) =>
      inside(4000, 5600)(ms) ? Math.max(-100, Math.min(level, -20 - (ms - 4000) / 10)) : level,
    );
    expect(findDropouts(faded, SPEECH, 10_000)).toEqual([]);
  });
});

describe('noise', () => {
  const noisy = (db: number, from = 4000, to = 6000) =>
    levelsOf((ms, level) => (inside(from, to)(ms) ? Math.max(level, db) : level));

  it('is where the sound does not grow quieter between syllables', () => {
    expect(findNoise(levelsOf(), SPEECH_DB, 10_000)).toEqual([]);
    const [found, ...others] = findNoise(noisy(SPEECH_DB - 1), SPEECH_DB, 10_000);
    expect(others).toEqual([]);
    expect(Math.abs((found?.startMs ?? 0) - 4000)).toBeLessThanOrEqual(200);
    expect(Math.abs((found?.endMs ?? 0) - 6000)).toBeLessThanOrEqual(200);
  });

  it('is none 10 dB under the voices, nor where nobody speaks at all', () => {
    expect(findNoise(noisy(SPEECH_DB - 10, 0, 10_000), SPEECH_DB, 10_000)).toEqual([]);
    expect(findNoise(noisy(SPEECH_DB), null, 10_000)).toEqual([]);
    expect(findNoise(new Float32Array(), SPEECH_DB, 0)).toEqual([]);
  });
});
