import { decodePlainText } from '@escuta/shared/domain/text/plain-text';
import { UnreadableError } from '../unreadable.ts';

const BOMS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Data with more than one NUL per this number of characters are not text. */
const RARE = 500;

/** Detects UTF-16 without a byte order mark: in Portuguese nearly every other byte is zero. */
function utf16Of(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 2000);
  if (head.length < 4) return null;
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.7 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.7 && odd < half * 0.1) return 'utf-16be';
  return null;
}

/**
 * Decodes a text by its byte order mark, otherwise as UTF-8 if valid, otherwise as Windows-1252 (older Brazilian
 * programs).
 * @throws UnreadableError if the bytes are no text
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BOMS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  const encoding = marked?.[0] ?? utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  let zeros = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) zeros += 1;
  if (zeros > bytes.length / RARE) throw new UnreadableError('O arquivo não é um texto.');
  return zeros === 0 ? decodePlainText(bytes) : decodePlainText(bytes).replaceAll('\u0000', '');
}
