import { decodePlainText } from '@escuta/shared/domain/text/plain-text';

/** Byte order of a UTF-16 text, by its byte order mark or by a Latin letter's zero byte; null if it is not UTF-16. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length < 2 || bytes.length % 2 === 1) return null;
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] !== 0 ? 'utf-16be' : null;
}

/**
 * Reads a text file in the encodings that people save. Spreadsheet programs in Portuguese also save lists in Windows'
 * code page ('CSV') or UTF-16 ('Texto Unicode'), which would lose their accents if they were read as UTF-8.
 * @returns the text, without a byte order mark
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = utf16Order(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  return decodePlainText(bytes);
}
