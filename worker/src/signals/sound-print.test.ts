import { seededRandom } from '@escuta/shared/domain/interview/signals/statistics';
import { describe, expect, it } from 'vitest';
import {
  MESMO_SOM_MS,
  NewSound,
  phaseOf,
  QUADRO_MS,
  SoundPrinter,
  sameSound,
  sampleOf,
} from './sound-print.ts';

const RATE = 8000;

function speech(seed: string, seconds: number): Int16Array {
  const random = seededRandom(seed);
  const samples = new Int16Array(seconds * RATE);
  for (let at = 0; at < samples.length; ) {
    const length = Math.floor((0.12 + random() * 0.25) * RATE);
    const tones = Array.from({ length: 6 }, () => ({
      hz: 250 + random() * 2700,
      level: 400 + random() * 2500,
    }));
    for (let i = 0; i < length && at + i < samples.length; i += 1) {
      const fade = Math.sin((Math.PI * i) / length);
      let value = (random() - 0.5) * 3000;
      for (const { hz, level } of tones) value += level * Math.sin((2 * Math.PI * hz * i) / RATE);
      samples[at + i] = Math.max(-32_768, Math.min(32_767, value * fade));
    }
    at += length + (random() < 0.1 ? Math.floor(0.4 * RATE) : 0);
  }
  return samples;
}

const print = (samples: Int16Array): Uint32Array => {
  const printer = new SoundPrinter(RATE);
  // Pushes pieces of odd length, as a decoder may do.
  for (let at = 0; at < samples.length; at += 30_011) printer.push(samples.subarray(at, at + 30_011));
  return printer.finish();
};

describe('the sound print', () => {
  const original = speech('original', 75);
  const words = phaseOf(print(original));
  const sample = sampleOf(words);
  const compare = (fresh: Int16Array) => new NewSound(print(fresh)).compare(words, sample);

  it('recognises the same recording, quieter, with noise and with another start', () => {
    const random = seededRandom('ruído');
    const late = Math.round(2.703 * RATE);
    const copy = original.subarray(late).map((value) => value * 0.5 + (random() - 0.5) * 60);
    const found = compare(copy);
    expect(found?.nota).toBeGreaterThan(0.9);
    expect(found?.ms).toBeGreaterThanOrEqual(MESMO_SOM_MS);
    expect(Math.abs((found?.inicioB ?? 0) - (found?.inicioA ?? 0) - 2703)).toBeLessThan(QUADRO_MS);
  });

  it('does not recognise another one, nor a common stretch of less than a minute', () => {
    const mixed = Int16Array.from([...original.subarray(0, 40 * RATE), ...speech('outro fim', 30)]);
    expect(compare(mixed)).toBeNull();
    expect(compare(speech('outra', 70))).toBeNull();
  });

  it('does not take two silences for the same recording', () => {
    const silence = print(new Int16Array(5 * RATE));
    expect(silence.length).toBeGreaterThan(0);
    expect(silence.every((word) => word === 0)).toBe(true);
    const long = new Uint32Array(4000);
    expect(sameSound(long, long, 0)).toBeNull();
  });
});
