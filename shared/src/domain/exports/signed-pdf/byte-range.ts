/**
 * The place of a PDF's signature (ISO 32000-2, §12.8.1). The signature covers all bytes outside /Contents; /ByteRange,
 * which is covered too, gives the positions of these bytes.
 */
import { type Bytes, joinBytes } from './der.ts';

/** Digits of a /ByteRange number, enough for any file. */
const DIGITS = 10;
/** Placeholder of /ByteRange until the positions are known. */
export const OPEN_RANGE = [0, 9_999_999_999, 9_999_999_999, 9_999_999_999] as const;
const OPEN = `/ByteRange [${OPEN_RANGE.join(' ')}]`;
const RANGE = /^\/ByteRange \[0 (\d{1,10}) +(\d{1,10}) +(\d{1,10}) *\]/;
const CONTENTS = '/Contents <';
/**
 * Maximum hexadecimal digits of a signature. A dossier's signature is far shorter; reading a longer one would block the
 * browser for minutes.
 */
const HEX_MAX = 20_000;

/** `content`: the signed bytes. */
export type SignedParts = { content: Bytes; signature: Bytes };

/** Decodes each byte to one character, so that positions in text and file agree. */
const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
const ascii = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Position of a text that occurs exactly once. @throws Error if the text is absent or repeated */
function onlyPlaceOf(file: string, text: string): number {
  const at = file.indexOf(text);
  if (at < 0 || file.indexOf(text, at + 1) >= 0) throw new Error(`the PDF has not one '${text}'`);
  return at;
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Signs a complete file that contains OPEN_RANGE and a /Contents of zeros. `sign` gets the bytes to sign.
 * @param length of the signature, bytes
 * @throws Error if either part is missing or repeated, or the signature has another length
 */
export function closeSignature(
  file: Uint8Array,
  length: number,
  sign: (content: Bytes) => Uint8Array,
): Bytes {
  const text = latin1(file);
  const range = onlyPlaceOf(text, OPEN);
  const from = onlyPlaceOf(text, `${CONTENTS}${'00'.repeat(length)}>`) + CONTENTS.length - 1;
  const until = from + 2 * length + 2;
  const numbers = [from, until, file.length - until].map((n) => String(n).padEnd(DIGITS));
  const closed = file.slice();
  closed.set(ascii(`/ByteRange [0 ${numbers.join(' ')}]`), range);
  const signature = sign(joinBytes([closed.subarray(0, from), closed.subarray(until)]));
  if (signature.length !== length) throw new Error(`signature of ${signature.length} bytes, not ${length}`);
  closed.set(ascii(hexOf(signature)), from + 1);
  if (!readSignature(closed)) throw new Error('the signed PDF cannot be read back');
  return closed;
}

/**
 * Reads a signed file. Null without a signature, or if the signature leaves out bytes (as after an appended update), or
 * if the place of the signature contains other bytes.
 */
export function readSignature(file: Uint8Array): SignedParts | null {
  const text = latin1(file);
  const at = text.indexOf('/ByteRange');
  if (at < 0 || text.indexOf('/ByteRange', at + 1) >= 0) return null;
  const numbers = RANGE.exec(text.slice(at, at + 64));
  if (!numbers) return null;
  const [from = 0, until = 0, rest = 0] = numbers.slice(1).map(Number);
  if (from >= until || until - from > HEX_MAX || until + rest !== file.length) return null;
  if (text.slice(from - CONTENTS.length + 1, from + 1) !== CONTENTS || text[until - 1] !== '>') return null;
  const hex = text.slice(from + 1, until - 1);
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) return null;
  return {
    content: joinBytes([file.subarray(0, from), file.subarray(until)]),
    signature: Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  };
}

/** Returns the compressed file embedded by pdfkit; null if there is none, or more than one. */
export function attachmentIn(file: Uint8Array): Bytes | null {
  const text = latin1(file);
  const found = [...text.matchAll(/\/Type \/EmbeddedFile\n/g)];
  if (found.length !== 1) return null;
  const at = found[0]?.index ?? 0;
  const head = /\/Length (\d{1,10})\n\/Filter \/FlateDecode\n>>\nstream\n/.exec(text.slice(at, at + 1000));
  if (!head) return null;
  const from = at + head.index + head[0].length;
  return file.slice(from, from + Number(head[1]));
}
