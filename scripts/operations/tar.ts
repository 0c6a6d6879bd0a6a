// The part of the tar format that a backup needs: plain files with short ASCII names, of any size, readable at any
// position. Any tar program opens it.
import type { FileHandle } from 'node:fs/promises';

const BLOCK = 512;
/** The largest size in twelve octal digits; larger sizes use base 256 (GNU tar, bsdtar). */
const MAX_OCTAL = 8 ** 11 - 1;

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}

/**
 * The header of a file. `seconds`: the file's modification time, s since 1970.
 * @throws RangeError for a name of more than 100 bytes
 */
export function tarHeader(name: string, size: number, seconds: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError('name too long for a tar header');
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o640, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  if (size <= MAX_OCTAL) header.write(octal(size, 12), 124);
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(octal(seconds, 12), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Zeros that fill a file's last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** The end marker of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

export type TarMember = { offset: number; size: number };

/**
 * Finds the files of an archive by reading only its headers.
 * @throws Error if it is no tar archive or ends too early
 */
export async function readTarIndex(file: FileHandle): Promise<Map<string, TarMember>> {
  const members = new Map<string, TarMember>();
  const { size: total } = await file.stat();
  const header = Buffer.alloc(BLOCK);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(header, 0, BLOCK, position);
    if (bytesRead < BLOCK) throw new Error('o arquivo tar termina antes da hora');
    if (header.every((byte) => byte === 0)) return members;
    if (header.toString('latin1', 257, 262) !== 'ustar') throw new Error('não é um arquivo tar');
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    const size =
      header.readUInt8(124) === 0x80
        ? Number(header.readBigUInt64BE(128))
        : Number.parseInt(header.toString('latin1', 124, 135), 8);
    const offset = position + BLOCK;
    if (!Number.isSafeInteger(size) || offset + size > total) throw new Error('o arquivo tar está cortado');
    members.set(name, { offset, size });
    position = offset + Math.ceil(size / BLOCK) * BLOCK;
  }
}
