/** Finds links and counts entries in RAR headers of formats 4 and 5 (RARLAB's technical note, unrar's sources). */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UnreadableError } from '../unreadable.ts';
import { muitasEntradas, RECUSA } from './entries.ts';

/** First bytes of formats 4 and 5. */
const MARK4 = Buffer.from('Rar!\u001a\u0007\u0000', 'latin1');
const MARK5 = Buffer.from('Rar!\u001a\u0007\u0001\u0000', 'latin1');
const HEAD = 70_000;

export const isRar = (head: Buffer): boolean =>
  head.subarray(0, MARK4.length).equals(MARK4) || head.subarray(0, MARK5.length).equals(MARK5);

class Bytes {
  at = 0;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Reads a number of 7 bits per byte, the lowest bits first. */
  vint(): number {
    let value = 0;
    for (let shift = 0; shift < 50; shift += 7) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new RangeError();
      this.at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError();
  }
}

type Header = {
  size: number;
  end: boolean;
  senha?: boolean;
  partes?: boolean;
  link?: boolean;
  entrada?: boolean;
};

const KIND4 = { main: 0x73, file: 0x74, end: 0x7b } as const;

function header4(bytes: Buffer): Header {
  const type = bytes.readUInt8(2);
  const flags = bytes.readUInt16LE(3);
  const head = bytes.readUInt16LE(5);
  if (head < 7) throw new RangeError();
  const more = flags & 0x8000 || type === KIND4.file ? bytes.readUInt32LE(7) : 0;
  const high = type === KIND4.file && flags & 0x100 ? bytes.readUInt32LE(32) * 2 ** 32 : 0;
  const size = head + more + high;
  if (type === KIND4.main)
    return { size, end: false, senha: (flags & 0x80) !== 0, partes: (flags & 0x01) !== 0 };
  if (type !== KIND4.file) return { size, end: type === KIND4.end };
  const unix = bytes.readUInt8(15) === 3;
  const link = unix && (bytes.readUInt32LE(28) & 0xf000) === 0xa000;
  return { size, end: false, entrada: true, link, senha: (flags & 0x04) !== 0, partes: (flags & 0x03) !== 0 };
}

const KIND5 = { main: 1, file: 2, encryption: 4, end: 5 } as const;
const EXTRA5 = { encryption: 1, redirection: 5 } as const;

function extras5(bytes: Bytes, end: number): number[] {
  const kinds: number[] = [];
  while (bytes.at < end) {
    const size = bytes.vint();
    const next = bytes.at + size;
    kinds.push(bytes.vint());
    bytes.at = next;
  }
  return kinds;
}

function header5(all: Buffer): Header {
  const bytes = new Bytes(all);
  bytes.at = 4;
  const head = bytes.vint();
  const begin = bytes.at;
  const type = bytes.vint();
  const flags = bytes.vint();
  const extra = flags & 0x01 ? bytes.vint() : 0;
  const data = flags & 0x02 ? bytes.vint() : 0;
  const size = begin + head + data;
  if (type === KIND5.main) return { size, end: false, partes: (bytes.vint() & 0x01) !== 0 };
  if (type === KIND5.encryption) return { size, end: true, senha: true };
  if (type !== KIND5.file) return { size, end: type === KIND5.end };
  bytes.at = begin + head - extra;
  const kinds = extra > 0 && extra <= head ? extras5(bytes, begin + head) : [];
  return {
    size,
    end: false,
    entrada: true,
    senha: kinds.includes(EXTRA5.encryption),
    link: kinds.includes(EXTRA5.redirection),
    partes: (flags & 0x18) !== 0,
  };
}

/**
 * @param most greatest number of entries
 * @throws UnreadableError if the archive is encrypted, split, or damaged, or has a link or too many entries
 */
export function assertPlainRar(arquivo: string, most: number): void {
  const file = openSync(arquivo, 'r');
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(HEAD);
    const readAt = (at: number): Buffer => buffer.subarray(0, readSync(file, buffer, 0, HEAD, at));
    const five = readAt(0).subarray(0, MARK5.length).equals(MARK5);
    let at = five ? MARK5.length : MARK4.length;
    let count = 0;
    while (at < size) {
      const header = five ? header5(readAt(at)) : header4(readAt(at));
      if (header.senha) throw new UnreadableError(RECUSA.senha);
      if (header.partes) throw new UnreadableError(RECUSA.partes);
      if (header.link) throw new UnreadableError(RECUSA.link);
      if (header.entrada) count += 1;
      if (count > most) throw new UnreadableError(muitasEntradas(most));
      if (header.end) return;
      at += header.size;
    }
    // Old archives may lack an end mark, but not the bytes that their headers announce.
    if (at > size) throw new UnreadableError(RECUSA.danificado);
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableError(RECUSA.danificado) : error;
  } finally {
    closeSync(file);
  }
}
