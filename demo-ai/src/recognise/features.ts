import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFft } from '@escuta/shared/domain/audio/fft';

/** Rate of all comparisons, Hz: that of telephone calls. */
export const RATE = 8000;
/** Step between frames, samples (16 ms). */
export const HOP = 128;
export const HOP_MS = (HOP * 1000) / RATE;
const WINDOW = 256;
/** Number of bands in the telephone band, evenly spaced on the mel scale. */
export const BANDS = 16;
const FROM_HZ = 280;
const TO_HZ = 3400;

/** Frames this far below the loudest are silence, dB. */
const GATE_DB = 38;
/** Level below which sound is silence (full scale = 0), dB. */
const SILENCE_DBFS = -55;
/** Least deviation of a speech frame's band levels from their mean, dB RMS; a flatter frame is noise. */
const FLAT_DB = 5;
/** Frames computed before the event loop may do other work. */
const FRAMES_PER_TURN = 600;

export type Features = {
  length: number;
  /** Spectral shape of each frame: BANDS numbers of zero mean, about unit length for speech, 0 for silence. */
  shape: Float64Array;
  /** Squared length of each frame's shape. */
  power: Float64Array;
  /** 1 for speech. */
  speech: Uint8Array;
};

const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
const hz = (m: number) => 700 * (10 ** (m / 2595) - 1);

const fft = createFft(WINDOW);
const hann = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
);

/** Each band's first spectrum line, and the line after its last. */
const bands = Array.from({ length: BANDS }, (_, b) => {
  const edge = (i: number) =>
    Math.round((hz(mel(FROM_HZ) + ((mel(TO_HZ) - mel(FROM_HZ)) * i) / BANDS) * WINDOW) / RATE);
  return { from: edge(b), to: Math.max(edge(b + 1), edge(b) + 1) };
});

const firstLine = Uint16Array.from(bands, ({ from }) => from);
const endLine = Uint16Array.from(bands, ({ to }) => to);

/** Levels of a recording, for `measureTilt` and `toFeatures`. */
export type Spectra = {
  length: number;
  /** Band levels of each frame minus their mean, dB. */
  centred: Float64Array;
  /** Level of each frame against full scale, dB. */
  level: Float64Array;
};

/**
 * Computes the levels of 16 bands per frame (16 ms), dB, and subtracts the frame's mean, so that gain has no effect.
 * @param pcm Mono, 8 kHz, ±1.
 */
export async function computeSpectra(pcm: Float32Array): Promise<Spectra> {
  const length = Math.max(0, Math.floor((pcm.length - WINDOW) / HOP) + 1);
  const centred = new Float64Array(length * BANDS);
  const level = new Float64Array(length);
  const re = new Float64Array(WINDOW);
  const im = new Float64Array(WINDOW);
  const lines = new Float64Array(WINDOW / 2 + 1);
  // Two frames share one complex transform, as real and imaginary part.
  for (let f = 0; f < length; f += 2) {
    const hasNext = f + 1 < length;
    level[f] = 10 * Math.log10(applyWindow(pcm, f, re) / WINDOW + 1e-12);
    if (hasNext) level[f + 1] = 10 * Math.log10(applyWindow(pcm, f + 1, im) / WINDOW + 1e-12);
    else im.fill(0);
    fft.forward(re, im);
    energyOf(re, im, lines);
    centre(lines, centred, f * BANDS);
    if (hasNext) {
      energyOf(im, re, lines);
      centre(lines, centred, (f + 1) * BANDS);
    }
    if (f % FRAMES_PER_TURN === 0) await nextTurn();
  }
  return { length, centred, level };
}

/** Writes one windowed frame. @returns the frame's energy before windowing */
function applyWindow(pcm: Float32Array, frame: number, into: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < WINDOW; i++) {
    const s = pcm[frame * HOP + i] as number;
    sum += s * s;
    into[i] = s * (hann[i] as number);
  }
  return sum;
}

/**
 * Writes each spectrum line's energy for one of the two frames in a complex transform. `own`: that frame's part, real
 * or imaginary; `other`: the other part.
 */
function energyOf(own: Float64Array, other: Float64Array, lines: Float64Array): void {
  lines[0] = (own[0] as number) ** 2;
  for (let k = 1; k < lines.length; k++) {
    const r = (own[k] as number) + (own[WINDOW - k] as number);
    const i = (other[k] as number) - (other[WINDOW - k] as number);
    lines[k] = (r * r + i * i) / 4;
  }
}

function centre(lines: Float64Array, centred: Float64Array, at: number): void {
  let mean = 0;
  for (let b = 0; b < BANDS; b++) {
    const from = firstLine[b] as number;
    const to = endLine[b] as number;
    let energy = 0;
    for (let k = from; k < to; k++) energy += lines[k] as number;
    const db = 10 * Math.log10(energy / (to - from) + 1e-9);
    centred[at + b] = db;
    mean += db / BANDS;
  }
  for (let b = 0; b < BANDS; b++) centred[at + b] = (centred[at + b] as number) - mean;
}

/** Level below which a recording's frames are silence: relative to the loudest, with an absolute minimum. */
function gateOf({ length, level }: Spectra): number {
  const loud = level.toSorted()[length - 1 - Math.floor(length * 0.02)] ?? -120;
  return Math.max(loud - GATE_DB, SILENCE_DBFS);
}

const isSpeech = (spectra: Spectra, frame: number) => {
  let squared = 0;
  for (let b = 0; b < BANDS; b++) squared += (spectra.centred[frame * BANDS + b] as number) ** 2;
  return Math.sqrt(squared / BANDS) > FLAT_DB;
};

/** Mean spectral shape of speech, dB per band, common to all telephone speech. `toFeatures` removes it. */
export function measureTilt(recordings: readonly Spectra[]): Float64Array {
  const tilt = new Float64Array(BANDS);
  let frames = 0;
  for (const spectra of recordings) {
    const gate = gateOf(spectra);
    for (let f = 0; f < spectra.length; f++) {
      if ((spectra.level[f] as number) < gate || !isSpeech(spectra, f)) continue;
      frames++;
      for (let b = 0; b < BANDS; b++)
        tilt[b] = (tilt[b] as number) + (spectra.centred[f * BANDS + b] as number);
    }
  }
  return tilt.map((sum) => sum / Math.max(1, frames));
}

/** Computes spectral shapes that survive gain, resampling, lossy coding and mild noise reduction. */
export function toFeatures(spectra: Spectra, tilt: Float64Array): Features {
  const { length, centred, level } = spectra;
  const shape = new Float64Array(length * BANDS);
  const power = new Float64Array(length);
  const speech = new Uint8Array(length);
  const gate = gateOf(spectra);
  for (let f = 0; f < length; f++) {
    if ((level[f] as number) < gate) continue;
    speech[f] = isSpeech(spectra, f) ? 1 : 0;
    let squared = 0;
    for (let b = 0; b < BANDS; b++) {
      const v = (centred[f * BANDS + b] as number) - (tilt[b] as number);
      shape[f * BANDS + b] = v;
      squared += v * v;
    }
    // Keeps the vectors of flat frames (noise) short, so that they weigh little.
    const norm = Math.max(Math.sqrt(squared), FLAT_DB * Math.sqrt(BANDS));
    for (let b = 0; b < BANDS; b++) shape[f * BANDS + b] = (shape[f * BANDS + b] as number) / norm;
    power[f] = squared / (norm * norm);
  }
  return { length, shape, power, speech };
}
