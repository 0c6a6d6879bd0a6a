/** DER encodings (ITU-T X.690) for a certificate and its signature. */

export type Bytes = Uint8Array<ArrayBuffer>;

export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Encodes a length: a single byte below 128, else the number of length bytes, then these bytes. */
function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function element(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const content = joinBytes(parts);
  return joinBytes([Uint8Array.from([tag, ...lengthBytes(content.length)]), content]);
}

const text = (value: string): Bytes => new TextEncoder().encode(value);

/** Compares elements to sort a SET OF (X.690, §11.6). */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let n = 0; n < Math.min(a.length, b.length); n += 1) {
    if (a[n] !== b[n]) return (a[n] ?? 0) - (b[n] ?? 0);
  }
  return a.length - b.length;
}

const ofObjectId = (id: string): Bytes => {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number);
  const bytes = rest.flatMap((arc) => {
    const groups = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      groups.unshift(0x80 | (left % 128));
    }
    return groups;
  });
  return element(0x06, Uint8Array.from([first * 40 + second, ...bytes]));
};

export const der = {
  sequence: (...parts: readonly Uint8Array[]) => element(0x30, ...parts),
  setOf: (...parts: readonly Uint8Array[]) => element(0x31, ...[...parts].sort(compareBytes)),
  /** A context tag around whole elements. */
  tagged: (tag: number, ...parts: readonly Uint8Array[]) => element(0xa0 | tag, ...parts),
  /** A leading 0 keeps the number positive. */
  natural: (bytes: Uint8Array) =>
    element(0x02, (bytes[0] ?? 0) >= 0x80 ? joinBytes([Uint8Array.of(0), bytes]) : bytes),
  octets: (bytes: Uint8Array) => element(0x04, bytes),
  /** `unused`: unused bits in the last byte. */
  bits: (bytes: Uint8Array, unused = 0) => element(0x03, Uint8Array.of(unused), bytes),
  bool: (value: boolean) => element(0x01, Uint8Array.of(value ? 0xff : 0)),
  objectId: ofObjectId,
  utf8: (value: string) => element(0x0c, text(value)),
  /** 'yyMMddHHmmssZ', for years before 2050. */
  utcTime: (value: string) => element(0x17, text(value)),
  /** 'yyyyMMddHHmmssZ'. */
  generalizedTime: (value: string) => element(0x18, text(value)),
};
