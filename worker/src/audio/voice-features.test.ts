import { describe, expect, it } from 'vitest';
import { voiceFeatures } from './voice-features.ts';

const RATE = 8000;

/** A buzz of this pitch, as voices have below what the mouth makes of it. */
function buzz(pitch: number, seconds: number, gain = 0.2): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    let sum = 0;
    for (let harmonic = 1; harmonic * pitch < 3500; harmonic += 1)
      sum += Math.sin((2 * Math.PI * pitch * harmonic * i) / RATE) / harmonic;
    return gain * sum;
  });
}

describe('what a voice sounds like', () => {
  it('hears the pitch, however loud', () => {
    for (const pitch of [95, 120, 200, 250]) {
      const heard = voiceFeatures(buzz(pitch, 1), RATE);
      expect(heard).toHaveLength(25);
      expect(Math.exp((heard?.[24] ?? 0) / 20) / pitch).toBeCloseTo(1, 1);
      const quiet = voiceFeatures(buzz(pitch, 1, 0.02), RATE) ?? [];
      for (const [at, value] of quiet.entries()) expect(value).toBeCloseTo(heard?.[at] ?? 0, 2);
    }
  });

  it('says nothing of what is too short or silent', () => {
    expect(voiceFeatures(buzz(120, 0.2), RATE)).toBeNull();
    expect(voiceFeatures(new Float32Array(RATE), RATE)).toBeNull();
  });
});
