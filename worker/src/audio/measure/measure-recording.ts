import { SoundPrinter } from '../../signals/sound-print.ts';
import { isUnmeasurable, measureAudio } from './measure-audio.ts';

/** Time limit for fetching and measuring the longest recording, ms. */
export const measureLimitMs = (maxMinutos: number): number => Math.max(120_000, maxMinutos * 6000);

/**
 * Measures a recording's decoded length, ms, and makes a fingerprint of its sound. An undecodable recording has length
 * 0.
 * @throws temporary errors, the signal's reason
 */
export async function measureRecording(input: {
  filePath: string;
  tipo: string | null;
  timeoutMs: number;
  signal: AbortSignal;
  ffmpegPath: string;
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
