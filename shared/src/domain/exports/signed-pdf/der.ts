/** The DER encodings (ITU-T X.690) that a certificate and its signature need. */

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

/** The length before a value: a single byte below 128, else the number of length bytes and then these bytes. */
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

/** Orders the members of a SET OF by their bytes (X.690, §11.6). */
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
  /** A natural number by its bytes; a leading 0 keeps it positive. */
  natural: (bytes: Uint8Array) =>
    element(0x02, (bytes[0] ?? 0) >= 0x80 ? joinBytes([Uint8Array.of(0), bytes]) : bytes),
  octets: (bytes: Uint8Array) => element(0x04, bytes),
  /** Bits in order; `unused`: number of unused bits in the last byte. */
  bits: (bytes: Uint8Array, unused = 0) => element(0x03, Uint8Array.of(unused), bytes),
  bool: (value: boolean) => element(0x01, Uint8Array.of(value ? 0xff : 0)),
  objectId: ofObjectId,
  utf8: (value: string) => element(0x0c, text(value)),
  /** A time as 'yyMMddHHmmssZ', for years before 2050. */
  utcTime: (value: string) => element(0x17, text(value)),
  /** A time as 'yyyyMMddHHmmssZ'. */
  generalizedTime: (value: string) => element(0x18, text(value)),
};
