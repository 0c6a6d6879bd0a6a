/** From the worker's peaks to what the waveform draws. */
import type { AudioPeaks } from '@escuta/shared/domain/audio/audio-peaks';

/** Quiet telephone speech is drawn up to this many times taller, no more: noise must not look like speech. */
const MAX_BOOST = 6;

/**
 * One amplitude from 0 to 1 per point and channel. All channels share one scale, so that who speaks louder looks
 * louder; the scale follows the loudest point, at most MAX_BOOST times.
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
