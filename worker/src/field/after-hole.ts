/**
 * Makes a recording readable after a missing part. Browsers' streams consist of self-contained pieces (clusters of
 * WebM, fragments of MP4, pages of Ogg): after the header, sound is readable from the first whole piece on.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** In recordings of this product the header lies in these first bytes. */
const HEAD_MAX = 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Bytes after a mark that exclude an accidental match. */
const LOOK_AHEAD = 16;

type Kind = { mark: Buffer; before: number; begins: (bytes: Buffer, at: number) => boolean };

const KINDS: Readonly<Record<string, Kind>> = {
  // Cluster (its size is one to eight bytes), then its Timestamp: RFC 9559.
  'audio/webm': {
    mark: Buffer.from([0x1f, 0x43, 0xb6, 0x75]),
    before: 0,
    begins: (bytes, at) => {
      const size = Math.clz32(bytes[at + 4] ?? 0) - 23;
      return size <= 8 && bytes[at + 4 + size] === 0xe7;
    },
  },
  // Mark of a 'moof' box, whose first box is 'mfhd' (ISO/IEC 14496-12); it follows the box's size.
  'audio/mp4': {
    mark: Buffer.from('moof'),
    before: 4,
    begins: (bytes, at) => bytes.toString('latin1', at + 12, at + 16) === 'mfhd',
  },
  // Mark of a page that begins a packet (RFC 3533); the header's pages have no position.
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

/** Reads the bytes before a recording's first sound; null: not a recording of this product. */
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

/** Position of the first whole piece, bytes; null: none. Needs constant memory. */
async function pieceIn(filePath: string, kind: Kind): Promise<number | null> {
  const file = await open(filePath, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK);
    // Windows overlap, because a mark may lie across two.
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
 * Writes the sound after a missing part as a readable recording: its header, then the whole pieces.
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
