/**
 * Waveform peaks: one 8-bit (minimum, maximum) pair per point and channel. Layout (little endian): 'EPK1', u16
 * channels, u16 zero, u32 points per channel, f64 ms per point, then each channel's points as signed bytes min, max …
 * (±127 = full scale).
 */

const MAGIC = 0x314b5045; // 'EPK1'
const HEADER_BYTES = 20;

/** Maximum points per channel: an hour of stereo stays under 100 kB. */
export const MAX_PEAK_POINTS = 24_000;
/** Finest resolution: ms per point. */
export const PEAK_MS = 40;

export interface AudioPeaks {
  /** A multiple of PEAK_MS. */
  msPerPoint: number;
  /** Min, max, min, max … from −127 to 127, in channels of the same length. */
  channels: Int8Array[];
}

/** Packs peaks for storage. @throws RangeError if the channels differ in length */
export function encodePeaks({ msPerPoint, channels }: AudioPeaks): Uint8Array {
  const bytes = channels[0]?.length ?? 0;
  if (channels.some((channel) => channel.length !== bytes))
    throw new RangeError('peak channels differ in length');
  const packed = new Uint8Array(HEADER_BYTES + bytes * channels.length);
  const view = new DataView(packed.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, channels.length, true);
  view.setUint32(8, bytes / 2, true);
  view.setFloat64(12, msPerPoint, true);
  channels.forEach((channel, index) => {
    packed.set(new Uint8Array(channel.buffer, channel.byteOffset, bytes), HEADER_BYTES + index * bytes);
  });
  return packed;
}

/** Reads the bytes of `encodePeaks`. @throws RangeError for other bytes */
export function decodePeaks(packed: Uint8Array): AudioPeaks {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('not a peaks object');
  const count = view.getUint16(4, true);
  const bytes = view.getUint32(8, true) * 2;
  if (packed.byteLength !== HEADER_BYTES + count * bytes)
    throw new RangeError('peaks object has the wrong length');
  const channels = Array.from({ length: count }, (_, index) => {
    const start = HEADER_BYTES + index * bytes;
    return Int8Array.from(new Int8Array(packed.buffer, packed.byteOffset + start, bytes));
  });
  return { msPerPoint: view.getFloat64(12, true), channels };
}

/** Joins neighbouring points until each channel has at most MAX_PEAK_POINTS. `finest` has one pair per PEAK_MS. */
export function reducePeaks(finest: readonly Int8Array[]): AudioPeaks {
  const points = (finest[0]?.length ?? 0) / 2;
  const factor = Math.max(1, Math.ceil(points / MAX_PEAK_POINTS));
  if (factor === 1) return { msPerPoint: PEAK_MS, channels: finest.map((channel) => channel.slice()) };
  const channels = finest.map((source) => {
    const reduced = new Int8Array(Math.ceil(points / factor) * 2);
    for (let point = 0; point < points; point += 1) {
      const target = Math.floor(point / factor) * 2;
      const fresh = point % factor === 0;
      const low = source[point * 2] as number;
      const high = source[point * 2 + 1] as number;
      if (fresh || low < (reduced[target] as number)) reduced[target] = low;
      if (fresh || high > (reduced[target + 1] as number)) reduced[target + 1] = high;
    }
    return reduced;
  });
  return { msPerPoint: PEAK_MS * factor, channels };
}
