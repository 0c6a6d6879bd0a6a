import { isRawGsm } from './raw-sound.ts';

/** Recognises audio by its first bytes. Refuses only bytes that are certainly no audio. */

/** Bytes to pass to `sniffAudio`; a shorter file is passed whole. */
export const SNIFF_BYTES = 4096;

export type AudioContainer =
  | 'wav'
  | 'mp3'
  | 'aac'
  | 'ogg'
  | 'm4a'
  | 'flac'
  | 'webm'
  | 'aiff'
  | 'amr'
  | 'au'
  | 'caf'
  | 'wma'
  | 'w64'
  | 'voc'
  | 'qcp'
  | 'dss'
  | 'ilbc'
  | 'gsm';

/** Media type of a download, by the file's bytes, not the sender's claim. */
export const AUDIO_MEDIA_TYPE: Record<AudioContainer, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  webm: 'audio/webm',
  aiff: 'audio/aiff',
  amr: 'audio/amr',
  au: 'audio/basic',
  caf: 'audio/x-caf',
  wma: 'audio/x-ms-wma',
  w64: 'audio/x-w64',
  voc: 'audio/x-voc',
  qcp: 'audio/qcelp',
  dss: 'audio/x-dss',
  ilbc: 'audio/ilbc',
  gsm: 'audio/x-gsm',
};

function hasAsciiAt(bytes: Uint8Array, offset: number, text: string): boolean {
  if (offset + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Length of the ID3v2 tag at `offset`, bytes, header included; 0 for none. The size is stored in four 7-bit bytes. */
function id3Length(bytes: Uint8Array, offset: number): number {
  if (!hasAsciiAt(bytes, offset, 'ID3') || offset + 10 > bytes.length) return 0;
  const size = [6, 7, 8, 9].map((i) => bytes[offset + i] as number);
  if (size.some((part) => part > 0x7f)) return 0;
  return 10 + size.reduce((total, part) => total * 128 + part, 0);
}

const MPEG_KBPS: Record<string, readonly number[]> = {
  // Version 1 layers 1–3, then version 2/2.5 layer 1 and layers 2–3 (ISO 11172-3, 13818-3).
  v1l1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const MPEG_V1_RATES = [44100, 48000, 32000];

/** Length of the MPEG frame at `offset`, bytes; 0 for none. */
function mpegFrameLength(bytes: Uint8Array, offset: number): number {
  if (offset + 4 > bytes.length) return 0;
  const [sync, kind, rates] = [bytes[offset], bytes[offset + 1], bytes[offset + 2]] as [
    number,
    number,
    number,
  ];
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return 0;
  const version = (kind >> 3) & 3; // 3 = 1, 2 = 2, 0 = 2.5
  const layer = 4 - ((kind >> 1) & 3); // 4 = reserved
  const rateIndex = (rates >> 2) & 3;
  if (version === 1 || layer === 4 || rateIndex === 3) return 0;
  const table = version === 3 ? `v1l${layer}` : layer === 1 ? 'v2l1' : 'v2l2';
  const kbps = MPEG_KBPS[table]?.[rates >> 4] ?? 0;
  if (kbps === 0) return 0;
  const rate = (MPEG_V1_RATES[rateIndex] as number) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (rates >> 1) & 1;
  if (layer === 1) return (Math.floor((12 * kbps * 1000) / rate) + padding) * 4;
  const factor = layer === 3 && version !== 3 ? 72 : 144;
  return Math.floor((factor * kbps * 1000) / rate) + padding;
}

/** Length of the ADTS (raw AAC) frame at `offset`, bytes; 0 for none. */
function adtsFrameLength(bytes: Uint8Array, offset: number): number {
  if (offset + 7 > bytes.length) return 0;
  if (bytes[offset] !== 0xff || ((bytes[offset + 1] as number) & 0xf6) !== 0xf0) return 0;
  const at = (index: number) => bytes[offset + index] as number;
  const length = ((at(3) & 3) << 11) | (at(4) << 3) | (at(5) >> 5);
  return length >= 7 ? length : 0;
}

/** True if a second frame follows, or would lie beyond the given bytes. */
function isChained(
  bytes: Uint8Array,
  offset: number,
  frameLength: (bytes: Uint8Array, at: number) => number,
): boolean {
  const length = frameLength(bytes, offset);
  if (length === 0) return false;
  const next = offset + length;
  return next + 7 > bytes.length || frameLength(bytes, next) > 0;
}

/** Finds raw MPEG or AAC frames from `offset` on, even after padding. */
function sniffFrames(bytes: Uint8Array, offset: number): AudioContainer | null {
  const last = Math.min(bytes.length, offset + 2048);
  for (let at = offset; at < last; at += 1) {
    // Beyond `offset`, a single header proves nothing, so that the next frame must begin within the bytes.
    if (bytes[at] !== 0xff) continue;
    const near = at === offset;
    const follows = (length: number) => near || at + length + 7 <= bytes.length;
    if (follows(mpegFrameLength(bytes, at)) && isChained(bytes, at, mpegFrameLength)) return 'mp3';
    if (follows(adtsFrameLength(bytes, at)) && isChained(bytes, at, adtsFrameLength)) return 'aac';
  }
  return null;
}

/** Signatures too long to occur by chance in headerless samples. */
const OTHER_FILES = [
  'PK\x03\x04',
  '%PDF',
  'Rar!',
  '7z\xbc\xaf',
  '\x7fELF',
  'GIF8',
  '\x89PNG',
  '\xff\xd8\xff\xe0',
  '\xff\xd8\xff\xe1',
  '#EXTM3U',
  'ffconcat',
];

function isPlainText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 512);
  return (
    head.length > 0 &&
    head.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127))
  );
}

/** True if bytes are certainly no audio: another kind of file's signature, or plain text. */
export function isOtherFile(bytes: Uint8Array): boolean {
  return OTHER_FILES.some((signature) => hasAsciiAt(bytes, 0, signature)) || isPlainText(bytes);
}

/** True for text, markup and archives, which are not searched for raw frames. */
function looksLikeSomethingElse(bytes: Uint8Array): boolean {
  const begins = ['PK', 'MZ', '7z', '#!', '{', '<', '[', 'BZh', '\xff\xd8', '\x1f\x8b'];
  return begins.some((signature) => hasAsciiAt(bytes, 0, signature)) || isOtherFile(bytes);
}

/** Recognises a recording's container by its first bytes (up to SNIFF_BYTES); null for no audio. */
export function sniffAudio(firstBytes: Uint8Array): AudioContainer | null {
  const bytes = firstBytes.subarray(0, SNIFF_BYTES);
  if (bytes.length < 4) return null;
  if (
    hasAsciiAt(bytes, 8, 'WAVE') &&
    (hasAsciiAt(bytes, 0, 'RIFF') || hasAsciiAt(bytes, 0, 'RIFX') || hasAsciiAt(bytes, 0, 'RF64'))
  )
    return 'wav';
  if (hasAsciiAt(bytes, 0, 'OggS')) return 'ogg';
  if (hasAsciiAt(bytes, 0, 'fLaC')) return 'flac';
  if (hasAsciiAt(bytes, 4, 'ftyp')) {
    // HEIC and AVIF pictures share MP4's box structure.
    const image = ['heic', 'heix', 'mif1', 'msf1', 'avif', 'avis'].some((brand) =>
      hasAsciiAt(bytes, 8, brand),
    );
    return image ? null : 'm4a';
  }
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'webm';
  if (hasAsciiAt(bytes, 0, 'FORM') && (hasAsciiAt(bytes, 8, 'AIFF') || hasAsciiAt(bytes, 8, 'AIFC')))
    return 'aiff';
  if (hasAsciiAt(bytes, 0, '#!AMR')) return 'amr';
  if (hasAsciiAt(bytes, 0, '.snd')) return 'au';
  if (hasAsciiAt(bytes, 0, 'caff')) return 'caf';
  const asf = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11];
  if (asf.every((byte, index) => bytes[index] === byte)) return 'wma';
  if (hasAsciiAt(bytes, 0, 'riff\x2e\x91\xcf\x11') && hasAsciiAt(bytes, 24, 'wave')) return 'w64';
  if (hasAsciiAt(bytes, 0, 'Creative Voice File\x1a')) return 'voc';
  if (hasAsciiAt(bytes, 0, 'RIFF') && hasAsciiAt(bytes, 8, 'QLCM')) return 'qcp';
  if (hasAsciiAt(bytes, 0, '\x02dss') || hasAsciiAt(bytes, 0, '\x03dss')) return 'dss';
  if (hasAsciiAt(bytes, 0, '#!iLBC')) return 'ilbc';

  let offset = 0;
  for (let length = id3Length(bytes, offset); length > 0; length = id3Length(bytes, offset)) {
    offset += length;
    // If the tag exceeds the given bytes (cover picture), assumes MP3, the usual format with an ID3 tag.
    if (offset + 4 > bytes.length) return 'mp3';
  }
  if (hasAsciiAt(bytes, offset, 'fLaC')) return 'flac';
  if (offset === 0 && looksLikeSomethingElse(bytes)) return null;
  if (offset === 0 && isRawGsm(bytes)) return 'gsm';
  return sniffFrames(bytes, offset);
}
