/**
 * Builds archives byte by byte, so that a test can make each one wrong in its own way. The .rar files store their
 * entries uncompressed, because only RARLAB's program compresses them.
 */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipSample = {
  /** A name, or its bytes in any code page. */
  nome: string | Buffer;
  dados?: Buffer;
  /** Method of compression: 0 stores, 8 deflates. */
  metodo?: number;
  flags?: number;
  /** Unix file type and permissions. */
  modo?: number;
  /** Wrong values for the archive's directory, in place of the true size and checksum. */
  tamanho?: number;
  crc?: number;
};

/** Builds a .zip with its directory. */
export function zipOf(samples: readonly ZipSample[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { nome, dados = Buffer.alloc(0), metodo = 8, flags = 0x800, modo = 0, ...said } of samples) {
    const name = Buffer.from(nome as string);
    const packed = metodo === 8 ? deflateRawSync(dados) : dados;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04_03_4b_50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(metodo, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02_01_4b_50, 0);
    entry.writeUInt16LE(0x03_14, 4);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(metodo, 10);
    entry.writeUInt32LE(said.crc ?? crc32(dados), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(said.tamanho ?? dados.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE((modo << 16) >>> 0, 38);
    entry.writeUInt32LE(at, 42);
    parts.push(local, name, packed);
    directory.push(entry, name);
    at += local.length + name.length + packed.length;
  }
  const whole = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(samples.length, 8);
  end.writeUInt16LE(samples.length, 10);
  end.writeUInt32LE(whole.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, whole, end]);
}

export type RarSample = {
  nome: string;
  dados?: Buffer;
  pasta?: boolean;
  /** Target of the link, if the entry is a link. */
  link?: string;
  senha?: boolean;
  crc?: number;
};

function vint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return Buffer.from(bytes);
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

function block5(...fields: (number | Buffer)[]): Buffer {
  const body = Buffer.concat(fields.map((one) => (typeof one === 'number' ? vint(one) : one)));
  const sized = Buffer.concat([vint(body.length), body]);
  return Buffer.concat([uint32(crc32(sized)), sized]);
}

const record = (kind: number, ...fields: (number | Buffer)[]): Buffer => {
  const body = Buffer.concat([
    vint(kind),
    ...fields.map((one) => (typeof one === 'number' ? vint(one) : one)),
  ]);
  return Buffer.concat([vint(body.length), body]);
};

/** Builds a .rar of format 5. @param volume marks the archive as one of several parts */
export function rar5Of(samples: readonly RarSample[], { volume = false } = {}): Buffer {
  const files = samples.flatMap(({ nome, dados = Buffer.alloc(0), pasta, link, senha, crc }) => {
    const name = Buffer.from(nome);
    const extra = Buffer.concat([
      ...(link ? [record(5, 1, 0, link.length, Buffer.from(link))] : []),
      ...(senha ? [record(1, 0, 0, 15, Buffer.alloc(32))] : []),
    ]);
    return [
      block5(
        2,
        (extra.length > 0 ? 1 : 0) | 2,
        ...(extra.length > 0 ? [extra.length] : []),
        dados.length,
        pasta ? 1 : 4,
        dados.length,
        pasta ? 0o040755 : 0o100644,
        ...(pasta ? [] : [uint32(crc ?? crc32(dados))]),
        0,
        1,
        name.length,
        name,
        extra,
      ),
      dados,
    ];
  });
  return Buffer.concat([
    Buffer.from('Rar!\u001a\u0007\u0001\u0000', 'latin1'),
    block5(1, 0, volume ? 1 : 0),
    ...files,
    block5(5, 0, 0),
  ]);
}

function block4(type: number, flags: number, body: Buffer): Buffer {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(type, 2);
  bytes.writeUInt16LE(flags, 3);
  bytes.writeUInt16LE(7 + body.length, 5);
  const whole = Buffer.concat([bytes, body]);
  whole.writeUInt16LE(crc32(whole.subarray(2)) & 0xffff, 0);
  return whole;
}

/** Builds a .rar of format 4, which WinRAR wrote until 2013. @param senha marks the names as encrypted too */
export function rar4Of(samples: readonly RarSample[], { volume = false, senha = false } = {}): Buffer {
  const files = samples.flatMap(({ nome, dados = Buffer.alloc(0), pasta, link, senha: locked, crc }) => {
    const content = link ? Buffer.from(link) : dados;
    const name = Buffer.from(nome);
    const body = Buffer.alloc(25);
    body.writeUInt32LE(content.length, 0);
    body.writeUInt32LE(content.length, 4);
    body.writeUInt8(3, 8);
    body.writeUInt32LE(crc ?? crc32(content), 9);
    body.writeUInt8(20, 17);
    body.writeUInt8(0x30, 18);
    body.writeUInt16LE(name.length, 19);
    body.writeUInt32LE(link ? 0o120777 : pasta ? 0o040755 : 0o100644, 21);
    const flags = 0x8000 | (pasta ? 0xe0 : 0) | (locked ? 0x04 : 0);
    return [block4(0x74, flags, Buffer.concat([body, name])), content];
  });
  return Buffer.concat([
    Buffer.from('Rar!\u001a\u0007\u0000', 'latin1'),
    block4(0x73, (volume ? 0x01 : 0) | (senha ? 0x80 : 0), Buffer.alloc(6)),
    ...files,
    block4(0x7b, 0x4000, Buffer.alloc(0)),
  ]);
}
