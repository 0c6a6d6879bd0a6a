/** A WAV header's sound format (RIFF, RIFX, RF64; Microsoft's mmreg.h, EBU Tech 3306). */

export interface WavForm {
  /** 1 PCM, 3 floats, 6 A-law, 7 µ-law, 0x31 GSM, …; of an extensible format, the subformat's tag. */
  tag: number;
  /** Bytes; the last block may be shorter. */
  blockBytes: number;
  /** Offset of the samples; null if the samples begin beyond the given bytes. */
  dataStart: number | null;
  /** Declared bytes of samples; null if unknown (pipes, aborted recorders). */
  dataBytes: number | null;
}

const EXTENSIBLE = 0xfffe;
/** Longest valid format description, bytes. */
const FORMAT_MAX = 1024;
/** Lengths of 0, or of this value or more, mean unknown: into a pipe sox writes nearly 2 GiB, ffmpeg nearly 4 GiB. */
const UNKNOWN_FROM = 0x7fff_0000;

/** Reads the sound format from a WAV file's first bytes. @returns null without a format in these bytes */
export function readWavForm(head: Uint8Array): WavForm | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const name = (at: number): string => String.fromCharCode(...head.subarray(at, at + 4));
  const little = name(0) !== 'RIFX';
  let found: Pick<WavForm, 'tag' | 'blockBytes'> | null = null;
  for (let at = 12; at + 8 <= head.length; ) {
    const size = view.getUint32(at + 4, little);
    const id = name(at);
    if (id === 'data') {
      if (!found) return null;
      const known = size > 0 && size < UNKNOWN_FROM;
      return { ...found, dataStart: at + 8, dataBytes: known ? size : null };
    }
    if (id === 'fmt ' && (size < 16 || size > FORMAT_MAX)) return null;
    if (id === 'fmt ' && at + 24 <= head.length) {
      const tag = view.getUint16(at + 8, little);
      const sub = tag === EXTENSIBLE && at + 34 <= head.length ? view.getUint16(at + 32, little) : tag;
      found = { tag: sub, blockBytes: Math.max(1, view.getUint16(at + 20, little)) };
    }
    at += 8 + size + (size % 2);
  }
  return found && { ...found, dataStart: null, dataBytes: null };
}

/** Tags that every browser plays: PCM, floats, A-law, µ-law. */
const PLAYED = [1, 3, 6, 7];

/** Names a WAV file's media type, with the format tag of codings that browsers do not play (RFC 2361). */
export function wavMediaType(head: Uint8Array): string {
  const form = readWavForm(head);
  return form === null || PLAYED.includes(form.tag)
    ? 'audio/wav'
    : `audio/vnd.wave;codec=${form.tag.toString(16).toUpperCase()}`;
}
