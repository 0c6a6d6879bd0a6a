import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { describe, expect, it } from 'vitest';
import { COEFFICIENTS, type VoiceFrames } from './voice-features.ts';
import { readingVoice, type SpokenBefore } from './voice-model.ts';

const READ: SpokenBefore = { leitora: 0.95, certa: true };
const AFTER: SpokenBefore = { leitora: 0.3, certa: false };
const OPEN: SpokenBefore = { leitora: 0.5, certa: false };

const TURNS = Array.from({ length: 8 }, () => [true, false, true, false]).flat();
const KNOWN = Array.from({ length: 8 }, () => [READ, AFTER, OPEN, OPEN]).flat();

/** Sentences of two voices at distance `apart`, from four speech sounds, which differ far more than the voices. */
function voicesOf(apart: number, frames = 60): VoiceFrames[] {
  const random = seededRandom(11);
  const noise = () => (random() + random() + random() - 1.5) * 1.2;
  return TURNS.map((reads) => ({
    cepstra: Float32Array.from({ length: frames * COEFFICIENTS }, (_, i) => {
      const sound = Math.floor(i / COEFFICIENTS / 7) % 4;
      return Math.sin((i % COEFFICIENTS) * (sound + 1)) * 3 + noise() + (reads ? apart : 0);
    }),
    pitches: Float32Array.from(
      { length: frames },
      () => Math.log(110 * (reads ? 1 + apart / 20 : 1)) + noise() / 20,
    ),
  }));
}

describe('the voice that reads', () => {
  it.each([1.5, 1.2])('is told from the other one, %s apart', (apart) => {
    const found = readingVoice(voicesOf(apart), KNOWN);
    expect(found.map((value) => (value ?? 0) > 0)).toEqual(TURNS);
    for (const value of found) expect(Math.abs(value ?? 0)).toBeLessThanOrEqual(1);
  });

  it('is not told where both voices are one', () => {
    const found = readingVoice(voicesOf(0), KNOWN);
    expect(found.every((value) => value === null)).toBe(true);
  });

  it('is not told where nobody reads, nobody answers, or too little was heard', () => {
    const voices = voicesOf(1.5);
    const nobody = voices.map(() => null);
    expect(
      readingVoice(
        voices,
        voices.map(() => AFTER),
      ),
    ).toEqual(nobody);
    expect(
      readingVoice(
        voices,
        voices.map(() => READ),
      ),
    ).toEqual(nobody);
    expect(readingVoice(voicesOf(1.5, 5), KNOWN)).toEqual(nobody);
    expect(readingVoice([], [])).toEqual([]);
  });

  it('says nothing of a sentence that is too short, and the others are told all the same', () => {
    const voices = voicesOf(1.5).with(2, {
      cepstra: new Float32Array(COEFFICIENTS * 3),
      pitches: new Float32Array(),
    });
    const found = readingVoice(voices, KNOWN);
    expect(found[2]).toBeNull();
    expect(found[3]).toBeLessThan(0);
  });
});
