import { describe, expect, it } from 'vitest';
import { COEFFICIENTS, voiceFrames } from './voice-features.ts';

const RATE = 8000;

function buzz(pitch: number, seconds: number, gain = 0.2): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    let sum = 0;
    for (let harmonic = 1; harmonic * pitch < 3500; harmonic += 1)
      sum += Math.sin((2 * Math.PI * pitch * harmonic * i) / RATE) / harmonic;
    return gain * sum;
  });
}

const median = (values: Float32Array): number => values.toSorted()[values.length >> 1] ?? 0;

describe('what a voice sounds like', () => {
  it('hears the pitch, however loud', () => {
    for (const pitch of [95, 120, 200, 250]) {
      const heard = voiceFrames(buzz(pitch, 1), RATE);
      expect(heard.cepstra.length).toBe(COEFFICIENTS * 61);
      expect(Math.exp(median(heard.pitches)) / pitch).toBeCloseTo(1, 1);
      const quiet = voiceFrames(buzz(pitch, 1, 0.02), RATE);
      for (const [at, value] of quiet.cepstra.entries()) expect(value).toBeCloseTo(heard.cepstra[at] ?? 0, 2);
    }
  });

  it('leaves pauses out', () => {
    const spoken = buzz(120, 0.5);
    const withPause = new Float32Array(RATE * 1.5);
    withPause.set(spoken, 0);
    withPause.set(spoken, RATE);
    const frames = (samples: Float32Array) => voiceFrames(samples, RATE).cepstra.length / COEFFICIENTS;
    expect(frames(withPause)).toBeLessThan(frames(buzz(120, 1.5)) * 0.75);
  });

  it('hears nothing in what is too short or silent', () => {
    for (const samples of [buzz(120, 0.02), new Float32Array(RATE), new Float32Array()]) {
      expect(voiceFrames(samples, RATE)).toEqual({
        cepstra: new Float32Array(),
        pitches: new Float32Array(),
      });
    }
  });
});
