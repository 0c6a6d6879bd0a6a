/** A zip archive written piece by piece: what an .xlsx file is inside. Sizes follow each entry, so that none has to be known before. */
import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = { path: string; data: AsyncIterable<string> | Iterable<string> };

/** Without the extension 'zip64', which not every reader of sheets knows. */
const BYTES_MAX = 0xff_ff_ff_ff;
const VERSION = 20;
/** Bit 3: sizes behind the data. Bit 11: names are UTF-8. */
const FLAGS = 0x08_08;
const DEFLATE = 8;
/** 1 January 1980: the same content makes the same file. */
const DATE = 0x21;
/** Half the size of the fastest level, at half its speed; higher ones gain little on sheets. */
const LEVEL = 4;

type Written = { path: Buffer; crc: number; packed: number; size: number; offset: number };

function header({ path }: Pick<Written, 'path'>): Buffer {
  const buffer = Buffer.alloc(30);
  buffer.writeUInt32LE(0x04_03_4b_50, 0);
  buffer.writeUInt16LE(VERSION, 4);
  buffer.writeUInt16LE(FLAGS, 6);
  buffer.writeUInt16LE(DEFLATE, 8);
  buffer.writeUInt16LE(DATE, 12);
  buffer.writeUInt16LE(path.length, 26);
  return Buffer.concat([buffer, path]);
}

function sizes({ crc, packed, size }: Written): Buffer {
  const buffer = Buffer.alloc(16);
  buffer.writeUInt32LE(0x08_07_4b_50, 0);
  buffer.writeUInt32LE(crc, 4);
  buffer.writeUInt32LE(packed, 8);
  buffer.writeUInt32LE(size, 12);
  return buffer;
}

function directory(entries: readonly Written[], offset: number): Buffer {
  const lines = entries.map((one) => {
    const buffer = Buffer.alloc(46);
    buffer.writeUInt32LE(0x02_01_4b_50, 0);
    buffer.writeUInt16LE(VERSION, 4);
    buffer.writeUInt16LE(VERSION, 6);
    buffer.writeUInt16LE(FLAGS, 8);
    buffer.writeUInt16LE(DEFLATE, 10);
    buffer.writeUInt16LE(DATE, 14);
    buffer.writeUInt32LE(one.crc, 16);
    buffer.writeUInt32LE(one.packed, 20);
    buffer.writeUInt32LE(one.size, 24);
    buffer.writeUInt16LE(one.path.length, 28);
    buffer.writeUInt32LE(one.offset, 42);
    return Buffer.concat([buffer, one.path]);
  });
  const whole = Buffer.concat(lines);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(whole.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([whole, end]);
}

/**
 * The archive's bytes. Entries are read one after the other, each only as fast as the bytes are taken; who stops taking them ends the
 * entry under way. @throws Error an entry, or the archive, of 4 GiB or more
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { path, data } of entries) {
    const one: Written = { path: Buffer.from(path), crc: 0, packed: 0, size: 0, offset: at };
    const begin = header(one);
    yield begin;
    const raw = async function* () {
      for await (const text of data) {
        const bytes = Buffer.from(text);
        one.crc = crc32(bytes, one.crc);
        one.size += bytes.length;
        yield bytes;
      }
    };
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
    // What fails in the source ends the stream with its error, which is thrown below.
    pipeline(raw, deflate, () => {});
    for await (const bytes of deflate as AsyncIterable<Buffer>) {
      one.packed += bytes.length;
      yield bytes;
    }
    if (one.size > BYTES_MAX || one.packed > BYTES_MAX) throw new Error(`${path}: 4 GiB ou mais`);
    const end = sizes(one);
    yield end;
    at += begin.length + one.packed + end.length;
    if (at > BYTES_MAX) throw new Error('O arquivo passa de 4 GiB.');
    written.push(one);
  }
  yield directory(written, at);
}
