/** Converts the worker's peaks for the waveform. */
import type { AudioPeaks } from '@escuta/shared/domain/audio/audio-peaks';

/** Greatest factor by which a quiet recording is enlarged; limited because more would make noise look like speech. */
const MAX_BOOST = 6;

/**
 * Amplitudes from 0 to 1 of each point, by channel. All channels have the same scale, so that a louder speaker looks
 * louder: the loudest point becomes 1, unless that needs more than MAX_BOOST.
 */
export function toAmplitudes({ channels }: AudioPeaks): Float32Array[] {
  let loudest = 0;
  const raw = channels.map((pairs) => {
    const amplitudes = new Float32Array(pairs.length / 2);
    for (let i = 0; i < amplitudes.length; i += 1) {
      const value = Math.max(Math.abs(pairs[i * 2] ?? 0), Math.abs(pairs[i * 2 + 1] ?? 0)) / 127;
      amplitudes[i] = value;
      if (value > loudest) loudest = value;
    }
    return amplitudes;
  });
  const scale = loudest === 0 ? 1 : Math.min(1 / loudest, MAX_BOOST);
  return raw.map((amplitudes) => amplitudes.map((value) => Math.min(1, value * scale)));
}
