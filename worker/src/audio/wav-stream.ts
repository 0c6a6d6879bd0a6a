import { AudioError } from './audio-error.ts';

/** Accepted sample rates, Hz; at one sample per second, a small file could claim to last a day. */
const SAMPLE_RATES = { min: 4000, max: 192_000 };

export interface PcmFormat {
  sampleRate: number;
  channels: number;
}

const MAX_HEADER_BYTES = 4096;

/**
 * Reads the WAV header of ffmpeg's growing stream.
 * @returns null while the header is incomplete
 * @throws RangeError if the bytes are no 16-bit PCM WAV header; AudioError taxa_invalida for an impossible rate
 */
export function readWavHeader(bytes: Buffer): { format: PcmFormat; dataOffset: number } | null {
  if (bytes.length < 12) return null;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new RangeError('the decoder did not write a WAV stream');
  }
  let format: PcmFormat | null = null;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', offset, offset + 4);
    if (id === 'data') {
      if (!format) throw new RangeError('WAV stream without a format');
      const { sampleRate } = format;
      if (sampleRate < SAMPLE_RATES.min || sampleRate > SAMPLE_RATES.max)
        throw new AudioError('taxa_invalida');
      return { format, dataOffset: offset + 8 };
    }
    const size = bytes.readUInt32LE(offset + 4);
    if (id === 'fmt ') {
      if (offset + 24 > bytes.length) return null;
      if (bytes.readUInt16LE(offset + 22) !== 16) throw new RangeError('WAV stream is not 16-bit');
      format = { channels: bytes.readUInt16LE(offset + 10), sampleRate: bytes.readUInt32LE(offset + 12) };
    }
    offset += 8 + size + (size % 2);
  }
  if (bytes.length > MAX_HEADER_BYTES) throw new RangeError('WAV header is too long');
  return null;
}
