/**
 * Headerless recordings of telephone exchanges: the file's ending names the coding, which the bytes may disprove.
 * Sources: Asterisk's formats/format_*.c; ffmpeg's documentation (formats, decoders).
 */

export type RawForm = 'gsm' | 'ulaw' | 'alaw' | 'g722' | 'g729' | `sln${number}`;

/** Sample rates, Hz, by Asterisk's endings for signed linear sound. */
const SLN_RATES: Readonly<Record<string, number>> = {
  sln: 8000,
  sln8: 8000,
  sln12: 12_000,
  sln16: 16_000,
  sln24: 24_000,
  sln32: 32_000,
  sln44: 44_100,
  sln48: 48_000,
  sln96: 96_000,
  sln192: 192_000,
};

const ENDINGS: Readonly<Record<string, RawForm>> = {
  gsm: 'gsm',
  ...Object.fromEntries(
    ['ulaw', 'ul', 'ulw', 'mu', 'mulaw', 'pcmu'].map((ending) => [ending, 'ulaw' as const]),
  ),
  ...Object.fromEntries(['alaw', 'al', 'alw', 'pcma'].map((ending) => [ending, 'alaw' as const])),
  ...Object.fromEntries(Object.entries(SLN_RATES).map(([ending, rate]) => [ending, `sln${rate}` as const])),
  g722: 'g722',
  g729: 'g729',
};
/** Endings used for several codings. */
const OPEN_ENDINGS = ['raw', 'pcm'] as const;

export const RAW_ENDINGS: readonly string[] = [...Object.keys(ENDINGS), ...OPEN_ENDINGS];

/** Names a headerless recording's stored media type, with linear sound's sample rate. */
export function rawMediaType(form: RawForm): string {
  const simple = {
    gsm: 'audio/x-gsm',
    ulaw: 'audio/x-mulaw',
    alaw: 'audio/x-alaw',
    g722: 'audio/g722',
    g729: 'audio/g729',
  };
  return form in simple ? simple[form as keyof typeof simple] : `audio/x-sln;rate=${form.slice(3)}`;
}

/** Returns ffmpeg's demuxer and rate (Hz) for a stored media type; null for a file with a header. */
export function rawInputOf(tipo: string | null): { demuxer: string; rate: number | null } | null {
  const sln = /^audio\/x-sln;rate=(\d{4,6})$/u.exec(tipo ?? '');
  if (sln) return { demuxer: 's16le', rate: Number(sln[1]) };
  switch (tipo) {
    case 'audio/x-gsm':
      return { demuxer: 'gsm', rate: null };
    case 'audio/x-mulaw':
      return { demuxer: 'mulaw', rate: 8000 };
    case 'audio/x-alaw':
      return { demuxer: 'alaw', rate: 8000 };
    case 'audio/g722':
      return { demuxer: 'g722', rate: null };
    case 'audio/g729':
      return { demuxer: 'g729', rate: null };
    default:
      return null;
  }
}

const GSM_FRAME = 33;
/** Number of consecutive frames with GSM's mark that proves GSM. */
const GSM_MARKED = 8;

/** True for headerless GSM 06.10: each 33-byte frame begins with the nibble 0xD (RFC 3551, 4.5.8). */
export function isRawGsm(bytes: Uint8Array): boolean {
  const frames = Math.floor(bytes.length / GSM_FRAME);
  if (frames === 0) return false;
  for (let frame = 0; frame < Math.min(frames, 4 * GSM_MARKED); frame += 1)
    if ((bytes[frame * GSM_FRAME] as number) >> 4 !== 0xd) return false;
  return frames >= GSM_MARKED;
}

/** Decodes a µ-law sample (ITU-T G.711) to 16 bits. */
function fromUlaw(code: number): number {
  const value = ~code & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return value & 0x80 ? -magnitude : magnitude;
}

/** Decodes an A-law sample (ITU-T G.711) to 16 bits. */
function fromAlaw(code: number): number {
  const value = code ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return value & 0x80 ? magnitude : -magnitude;
}

/**
 * Mean difference between neighbouring samples ÷ mean deviation from their mean: below 1 for voices, near 1.4 for noise
 * and wrongly decoded sound, 0 for silence.
 */
function jaggedness(count: number, at: (index: number) => number): number {
  let mean = 0;
  for (let i = 0; i < count; i += 1) mean += at(i);
  mean /= Math.max(1, count);
  let steps = 0;
  let sizes = 0;
  for (let i = 1; i < count; i += 1) {
    steps += Math.abs(at(i) - at(i - 1));
    sizes += Math.abs(at(i) - mean);
  }
  return sizes === 0 ? 0 : steps / sizes;
}

/** Bits per byte: 8 for a uniform distribution, as in compressed data. */
function entropy(bytes: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] as number) + 1;
  return counts.reduce(
    (sum, n) => (n === 0 ? sum : sum - (n / bytes.length) * Math.log2(n / bytes.length)),
    0,
  );
}

type Coding = 'ulaw' | 'alaw' | 'linear';

function jaggednessOf(coding: Coding, bytes: Uint8Array): number {
  if (coding === 'linear') {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return jaggedness(bytes.length >> 1, (i) => view.getInt16(i * 2, true));
  }
  const decode = coding === 'ulaw' ? fromUlaw : fromAlaw;
  return jaggedness(bytes.length, (i) => decode(bytes[i] as number));
}

/** Highest ratio of lowest to second lowest jaggedness that shows the coding; lowest jaggedness of noise. */
const PLAINLY = 0.6;
const NOISE = 1.15;
/** Minimum entropy of bytes that are not uncompressed sound. */
const SPREAD = 7.6;

/** The coding that the bytes clearly indicate, if any. */
function plainCoding(bytes: Uint8Array): Coding | null {
  const [best, second] = (['ulaw', 'alaw', 'linear'] as const)
    .map((coding) => ({ coding, value: jaggednessOf(coding, bytes) }))
    .sort((a, b) => a.value - b.value);
  return best && second && best.value > 0 && best.value < Math.min(NOISE, PLAINLY * second.value)
    ? best.coding
    : null;
}

const CODING_NAME: Record<Coding, string> = { ulaw: 'µ-law', alaw: 'A-law', linear: 'PCM linear de 16 bits' };

const RENOMEIE =
  'Renomeie o arquivo com a extensão do formato em que a central grava (.ulaw, .alaw, .gsm, .sln para 8 kHz, .sln16 para 16 kHz) e envie de novo.';
const SEM_CABECALHO = `Este arquivo não informa o formato da gravação. ${RENOMEIE}`;

export type RawReading = { form: RawForm } | { motivo: string };

/**
 * Reads a headerless recording's coding from its name, unless the bytes disprove it; null for other file endings.
 * @param bytes first bytes (SNIFF_BYTES), without a known header
 */
export function readRaw(nome: string, bytes: Uint8Array): RawReading | null {
  const ending = /\.([a-z0-9]+)$/iu.exec(nome)?.[1]?.toLowerCase() ?? '';
  const form = ENDINGS[ending];
  if (form === undefined) {
    if (!OPEN_ENDINGS.some((open) => open === ending)) return null;
    const coding = plainCoding(bytes);
    // Linear sound does not reveal its rate.
    return coding === 'ulaw' || coding === 'alaw' ? { form: coding } : { motivo: SEM_CABECALHO };
  }
  if (form === 'gsm')
    return isRawGsm(bytes) || isShortGsm(bytes) ? { form } : { motivo: contradicts('GSM', null) };
  if (form === 'g722' || form === 'g729') return { form };
  const named: Coding = form === 'ulaw' || form === 'alaw' ? form : 'linear';
  const plain = plainCoding(bytes);
  if (plain !== null && plain !== named)
    return { motivo: contradicts(CODING_NAME[named], CODING_NAME[plain]) };
  const noise = plain === null && jaggednessOf(named, bytes) > NOISE && entropy(bytes) > SPREAD;
  return noise ? { motivo: contradicts(CODING_NAME[named], null) } : { form };
}

/** True for possible GSM with too few marked frames to prove GSM without the file's name. */
function isShortGsm(bytes: Uint8Array): boolean {
  return (
    bytes.length >= GSM_FRAME && bytes.length < GSM_FRAME * GSM_MARKED && (bytes[0] as number) >> 4 === 0xd
  );
}

const contradicts = (named: string, found: string | null): string =>
  found === null
    ? `Pelo nome, o áudio seria ${named}, mas o conteúdo é outro. ${RENOMEIE}`
    : `Pelo nome, o áudio seria ${named}, mas ele está em ${found}. ${RENOMEIE}`;
