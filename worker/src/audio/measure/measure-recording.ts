import { SoundPrinter } from '../../signals/sound-print.ts';
import { isUnmeasurable, measureAudio } from './measure-audio.ts';

/** How fetching and measuring the longest recording that is accepted may take, ms. `maxMinutos`: AUDIO_MAX_MINUTES. */
export const measureLimitMs = (maxMinutos: number): number => Math.max(120_000, maxMinutos * 6000);

/**
 * A recording's decoded length, ms, and its fingerprint where it holds sound. One that cannot be decoded at all is of no length.
 * @throws what may go better another time, the signal's reason
 */
export async function measureRecording(input: {
  filePath: string;
  /** Media type as it was recognised. */
  tipo: string | null;
  timeoutMs: number;
  signal: AbortSignal;
  ffmpegPath: string;
  /** Whether its fingerprint is wanted. */
  impressao?: boolean;
}): Promise<{ ms: number; words: Uint32Array | null }> {
  let printer: SoundPrinter | null = null;
  const hear = (rate: number) => {
    printer = new SoundPrinter(rate);
    return printer;
  };
  try {
    const { impressao = true, ...rest } = input;
    const ms = await measureAudio(impressao ? { ...rest, hear } : rest);
    return { ms, words: (printer as SoundPrinter | null)?.finish() ?? null };
  } catch (error) {
    if (isUnmeasurable(error)) return { ms: 0, words: null };
    throw error;
  }
}
