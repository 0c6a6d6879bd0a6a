/**
 * Makes a recording readable after a missing part, from the first self-contained piece on (cluster of WebM, fragment of
 * MP4, page of Ogg).
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The header ends within this many bytes, in every recording of this product. */
const HEAD_MAX = 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Number of bytes checked after a mark, so that data equal to a mark are not taken for a piece. */
const LOOK_AHEAD = 16;

type Kind = { mark: Buffer; before: number; begins: (bytes: Buffer, at: number) => boolean };

const KINDS: Readonly<Record<string, Kind>> = {
  // A Cluster, its size (one to eight bytes) and its Timestamp: RFC 9559.
  'audio/webm': {
    mark: Buffer.from([0x1f, 0x43, 0xb6, 0x75]),
    before: 0,
    begins: (bytes, at) => {
      const size = Math.clz32(bytes[at + 4] ?? 0) - 23;
      return size <= 8 && bytes[at + 4 + size] === 0xe7;
    },
  },
  // The type of a 'moof' box, after the size's four bytes; its first inner box is 'mfhd' (ISO/IEC 14496-12).
  'audio/mp4': {
    mark: Buffer.from('moof'),
    before: 4,
    begins: (bytes, at) => bytes.toString('latin1', at + 12, at + 16) === 'mfhd',
  },
  // A page that begins with a new packet (RFC 3533); header pages have position 0.
  'audio/ogg': {
    mark: Buffer.from('OggS'),
    before: 0,
    begins: (bytes, at) =>
      bytes[at + 4] === 0 && ((bytes[at + 5] ?? 1) & 1) === 0 && bytes.readBigInt64LE(at + 6) > 0n,
  },
};

function firstPiece(bytes: Buffer, { mark, before, begins }: Kind): number {
  for (let at = bytes.indexOf(mark, before); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    if (at + LOOK_AHEAD > bytes.length) return -1;
    if (begins(bytes, at)) return at - before;
  }
  return -1;
}

/** Reads a recording's header. Null if this product did not make the recording. */
export async function readHead(filePath: string, tipo: string): Promise<Buffer | null> {
  const kind = KINDS[tipo];
  if (!kind) return null;
  const file = await open(filePath, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_MAX), 0, HEAD_MAX, 0);
    const at = firstPiece(buffer.subarray(0, bytesRead), kind);
    return at > 0 ? Buffer.from(buffer.subarray(0, at)) : null;
  } finally {
    await file.close();
  }
}

/** Position of a file's first whole piece, bytes. Needs constant memory. */
async function pieceIn(filePath: string, kind: Kind): Promise<number | null> {
  const file = await open(filePath, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK);
    // The chunks overlap, because a mark may span two chunks.
    for (let from = 0; ; from += CHUNK - 2 * LOOK_AHEAD) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, from);
      const at = firstPiece(buffer.subarray(0, bytesRead), kind);
      if (at >= 0) return from + at;
      if (bytesRead < CHUNK) return null;
    }
  } finally {
    await file.close();
  }
}

/**
 * Writes the sound after a missing part as a recording: the header, then the whole pieces.
 * @returns false if there is no whole piece; then `toPath` is not written
 */
export async function afterHole(
  filePath: string,
  toPath: string,
  { tipo, head }: { tipo: string; head: Buffer },
): Promise<boolean> {
  const kind = KINDS[tipo];
  const start = kind ? await pieceIn(filePath, kind) : null;
  if (start === null) return false;
  async function* bytes() {
    yield head;
    yield* createReadStream(filePath, { start: start as number }) as AsyncIterable<Buffer>;
  }
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(toPath));
  return true;
}
