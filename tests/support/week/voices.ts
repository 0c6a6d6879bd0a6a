// Synthetic sound of an interview on one microphone: two voices in syllables, at the times of the script's words.
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import type { Ouvida } from '../../../scripts/verdade/hear.ts';
import type { Fala, Roteiro } from '../../../scripts/verdade/script.ts';
import { type RecordedForm, recordSamples } from '../browser-recording.ts';

/** Sampling rate, Hz. */
const RATE = 8000;
/** Levels, relative to full scale 1: a voice, the room, and noise that drowns a voice. */
const [VOICE, ROOM, DROWNING] = [0.12, 0.001, 0.25];
/** Lengths of a syllable and of its quiet end, ms. */
const [SYLLABLE_MS, QUIET_MS] = [190, 50];
/** Noise and gaps begin this long before the words that they hide, and end this long after them, ms. */
const AROUND_MS = 200;
/** First two formants of five vowels, Hz. */
const VOWELS = [
  [800, 1250],
  [420, 2100],
  [300, 2350],
  [480, 880],
  [330, 760],
] as const;

const at = (ms: number): number => Math.round((ms * RATE) / 1000);

/** Makes a two-pole resonance filter at a frequency, 90 Hz wide. */
function resonance(hz: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * 90) / RATE);
  const [a, b] = [2 * radius * Math.cos((2 * Math.PI * hz) / RATE), -radius * radius];
  let [one, two] = [0, 0];
  return (sample) => {
    const now = (1 - radius) * sample + a * one + b * two;
    [two, one] = [one, now];
    return now;
  };
}

/** Adds a voice of `pitch` Hz to the sound, from sample `from` to sample `to`. */
function speak(into: Float32Array, from: number, to: number, pitch: number, random: () => number): void {
  let phase = 0;
  for (let start = from; start < to; start += at(SYLLABLE_MS)) {
    const end = Math.min(to, start + at(SYLLABLE_MS));
    const loud = Math.min(end, start + at(SYLLABLE_MS - QUIET_MS));
    const vowel = VOWELS[Math.floor(random() * VOWELS.length)] ?? VOWELS[0];
    const [low, high] = vowel.map((hz) => resonance(hz * (0.92 + 0.16 * random()))) as [
      ReturnType<typeof resonance>,
      ReturnType<typeof resonance>,
    ];
    const step = (pitch * (0.85 + 0.3 * random())) / RATE;
    for (let i = start; i < end; i += 1) {
      phase = (phase + step) % 1;
      const edge = Math.min(1, (i - start) / at(20), Math.max(0.05, (loud - i) / at(30)));
      const pulse = 2 * phase - 1;
      into[i] = (into[i] ?? 0) + VOICE * edge * (low(pulse) * 6 + high(pulse) * 3 + pulse * 0.2);
    }
  }
}

/**
 * Makes the samples of an interview's sound.
 * @param ouvida the script with the times of its words
 * @param untilMs end of the recording, ms
 */
export function samplesOf(
  { falas, semente }: Roteiro,
  { falas: times, gravacao }: Ouvida,
  untilMs = gravacao.durationMs,
): Int16Array {
  const random = seededRandom(semente * 13 + 5);
  const pitches: Record<Fala['quem'], number> = {
    entrevistador: 105 + 20 * random(),
    entrevistado: 190 + 50 * random(),
  };
  const mix = new Float32Array(at(untilMs));
  for (let i = 0; i < mix.length; i += 1) mix[i] = (random() * 2 - 1) * ROOM;
  for (const [index, { quem, som }] of falas.entries()) {
    const time = times[index];
    if (!time || time.endMs > untilMs) continue;
    if (som !== 'lacuna') speak(mix, at(time.startMs), at(time.endMs), pitches[quem], random);
    const [from, to] = [at(time.startMs - AROUND_MS), at(time.endMs + AROUND_MS)];
    if (som === 'ruido') for (let i = from; i < to; i += 1) mix[i] = (random() * 2 - 1) * DROWNING;
    // The sound is digital silence while the recorder was stopped.
    if (som === 'lacuna') mix.fill(0, at(time.startMs), at(time.endMs));
  }
  return Int16Array.from(mix, (sample) => Math.max(-1, Math.min(1, sample)) * 32_000);
}

/** Makes the recording file of an interview's sound. */
export const recordingOf = (
  roteiro: Roteiro,
  ouvida: Ouvida,
  form: RecordedForm,
  untilMs?: number,
): Promise<Buffer> => recordSamples(samplesOf(roteiro, ouvida, untilMs), RATE, form);
