/**
 * Synthesised hold music, noises and sounds around announcements, which certainly contain no speech. 8 kHz, one
 * channel, −1 to 1.
 */
import { seededRandom } from '@escuta/shared/domain/seeded-random';

export const HOLD_RATE = 8000;

const noteHz = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);
const length = (seconds: number): number => Math.round(seconds * HOLD_RATE);

/** Adds a note: partials with their strengths, an attack, and a decay to e⁻¹ (s). */
function addNote(
  into: Float32Array,
  {
    midi,
    at,
    seconds,
    gain,
    partials,
    attack,
    decay,
  }: {
    midi: number;
    at: number;
    seconds: number;
    gain: number;
    partials: readonly number[];
    attack: number;
    decay: number;
  },
): void {
  const from = length(at);
  const count = Math.min(length(seconds), into.length - from);
  const release = length(0.03);
  for (const [index, strength] of partials.entries()) {
    const hz = noteHz(midi) * (index + 1);
    if (hz > HOLD_RATE * 0.45) break;
    for (let i = 0; i < count; i += 1) {
      const t = i / HOLD_RATE;
      const shape = Math.min(1, t / attack) * Math.exp(-t / decay) * Math.min(1, (count - i) / release);
      into[from + i] = (into[from + i] as number) + gain * strength * shape * Math.sin(2 * Math.PI * hz * t);
    }
  }
}

const PIANO = [1, 0.6, 0.35, 0.2, 0.1, 0.06];
const PLUCK = [1, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1];
const BELL = [1, 0.1, 0.4, 0.05, 0.2];
const STRINGS = [1, 0.7, 0.5, 0.4, 0.3, 0.2, 0.15];
const LEAD = [1, 0, 0.33, 0, 0.2, 0, 0.14];

const CHORDS = [
  [60, 64, 67],
  [57, 60, 64],
  [53, 57, 60],
  [55, 59, 62],
] as const;
const chordAt = (bar: number, key: number): number[] =>
  (CHORDS[bar % CHORDS.length] ?? CHORDS[0]).map((midi) => midi + key);

type Tune = (seconds: number, random: () => number) => Float32Array;

/** A piano with broken chords, and a bass note per bar. */
const piano: Tune = (seconds, random) => {
  const out = new Float32Array(length(seconds));
  const key = Math.floor(random() * 6) - 3;
  const beat = 0.24 + random() * 0.12;
  for (let step = 0; step * beat < seconds; step += 1) {
    const chord = chordAt(Math.floor(step / 8), key);
    const midi = (chord[[0, 1, 2, 1, 2, 1, 0, 2][step % 8] ?? 0] ?? 60) + (step % 3 === 0 ? 12 : 0);
    addNote(out, {
      midi,
      at: step * beat,
      seconds: 1.2,
      gain: 0.22,
      partials: PIANO,
      attack: 0.004,
      decay: 0.5,
    });
    if (step % 8 === 0)
      addNote(out, {
        midi: (chord[0] ?? 60) - 12,
        at: step * beat,
        seconds: 2,
        gain: 0.25,
        partials: PIANO,
        attack: 0.005,
        decay: 0.9,
      });
  }
  return out;
};

/** Sustained strings, one chord after the other, with a slow vibrato of loudness. */
const strings: Tune = (seconds, random) => {
  const out = new Float32Array(length(seconds));
  const key = Math.floor(random() * 6) - 3;
  const bar = 1.8 + random();
  for (let step = 0; step * bar < seconds; step += 1)
    for (const midi of chordAt(step, key))
      addNote(out, {
        midi,
        at: step * bar,
        seconds: bar,
        gain: 0.1,
        partials: STRINGS,
        attack: 0.2,
        decay: 9,
      });
  return out.map((sample, i) => sample * (0.85 + 0.15 * Math.sin((2 * Math.PI * 5 * i) / HOLD_RATE)));
};

/** A guitar in bossa rhythm with a shaker. */
const guitar: Tune = (seconds, random) => {
  const out = new Float32Array(length(seconds));
  const key = Math.floor(random() * 6) - 3;
  const step = 0.2 + random() * 0.05;
  const strokes = [1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0];
  for (let n = 0; n * step < seconds; n += 1) {
    const chord = chordAt(Math.floor(n / 16), key);
    if (strokes[n % 16])
      for (const midi of chord)
        addNote(out, {
          midi,
          at: n * step,
          seconds: 0.7,
          gain: 0.13,
          partials: PLUCK,
          attack: 0.003,
          decay: 0.3,
        });
    if (n % 4 === 0)
      addNote(out, {
        midi: (chord[0] ?? 60) - 12,
        at: n * step,
        seconds: 0.8,
        gain: 0.2,
        partials: PIANO,
        attack: 0.005,
        decay: 0.5,
      });
    const from = length(n * step);
    for (let i = 0; i < length(0.04) && from + i < out.length; i += 1)
      out[from + i] = (out[from + i] as number) + 0.05 * (random() * 2 - 1) * Math.exp(-i / 80);
  }
  return out;
};

/** Drums, bass and a square lead. */
const electronic: Tune = (seconds, random) => {
  const out = new Float32Array(length(seconds));
  const key = Math.floor(random() * 6) - 3;
  const step = 60 / (105 + random() * 25) / 4;
  for (let n = 0; n * step < seconds; n += 1) {
    const chord = chordAt(Math.floor(n / 16), key);
    const from = length(n * step);
    if (n % 4 === 0)
      for (let i = 0; i < length(0.15) && from + i < out.length; i += 1)
        out[from + i] =
          (out[from + i] as number) +
          0.5 * Math.exp(-i / 400) * Math.sin((2 * Math.PI * (60 + 80 * Math.exp(-i / 150)) * i) / HOLD_RATE);
    if (n % 2 === 1)
      for (let i = 0; i < length(0.05) && from + i < out.length; i += 1)
        out[from + i] = (out[from + i] as number) + 0.08 * (random() * 2 - 1) * Math.exp(-i / 100);
    if (n % 2 === 0)
      addNote(out, {
        midi: (chord[0] ?? 60) - 24,
        at: n * step,
        seconds: step * 2,
        gain: 0.2,
        partials: PLUCK,
        attack: 0.004,
        decay: 0.4,
      });
    if (n % 3 !== 1)
      addNote(out, {
        midi: (chord[n % 3] ?? 60) + 12,
        at: n * step,
        seconds: step * 2.5,
        gain: 0.12,
        partials: LEAD,
        attack: 0.005,
        decay: 0.6,
      });
  }
  return out;
};

/** A music box: one voice of long-ringing bells. */
const musicBox: Tune = (seconds, random) => {
  const out = new Float32Array(length(seconds));
  const scale = [0, 2, 4, 5, 7, 9, 11, 12];
  const key = 72 + Math.floor(random() * 6) - 3;
  const beat = 0.3 + random() * 0.15;
  let place = 3;
  for (let n = 0; n * beat < seconds; n += 1) {
    place = Math.max(0, Math.min(7, place + Math.floor(random() * 5) - 2));
    addNote(out, {
      midi: key + (scale[place] ?? 0),
      at: n * beat,
      seconds: 1.5,
      gain: 0.3,
      partials: BELL,
      attack: 0.002,
      decay: 0.35,
    });
  }
  return out;
};

export const TUNES = { piano, strings, guitar, electronic, musicBox } as const;
export type TuneName = keyof typeof TUNES;

/** A street: rumble, and passing vehicles. */
export function street(seconds: number, random: () => number): Float32Array {
  const out = new Float32Array(length(seconds));
  let low = 0;
  for (let i = 0; i < out.length; i += 1) {
    low = low * 0.97 + (random() * 2 - 1) * 0.03;
    const passing = 0.4 + 0.6 * Math.max(0, Math.sin((2 * Math.PI * i) / (HOLD_RATE * 7))) ** 4;
    out[i] = passing * (low * 3 + (random() * 2 - 1) * 0.02);
  }
  return out;
}

/** A keyboard: strokes in bursts. */
export function keyboard(seconds: number, random: () => number): Float32Array {
  const out = new Float32Array(length(seconds));
  for (let at = 0; at < seconds; at += 0.09 + random() * (random() < 0.15 ? 1.5 : 0.15)) {
    const from = length(at);
    const gain = 0.1 + random() * 0.15;
    for (let i = 0; i < length(0.025) && from + i < out.length; i += 1)
      out[from + i] = (out[from + i] as number) + gain * (random() * 2 - 1) * Math.exp(-i / 30);
  }
  return out;
}

export const rmsOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/** Scales a sound to a level (RMS). */
export function atLevel(samples: Float32Array, rms: number): Float32Array {
  const gain = rms / Math.max(1e-9, rmsOf(samples));
  return samples.map((sample) => sample * gain);
}

export const random = seededRandom;
