import { decodePlainText } from '@escuta/shared/domain/text/plain-text';

/** Byte order of a UTF-16 text without a mark: every other byte of Latin letters is zero. Null: it is not UTF-16. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length < 2 || bytes.length % 2 === 1) return null;
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] !== 0 ? 'utf-16be' : null;
}

/**
 * A text file as people save it. Spreadsheets in Portuguese save lists in Windows' own code page ('CSV') or in UTF-16
 * ('Texto Unicode'), not only in UTF-8: read as that, accents would be lost.
 * @returns the text, without a byte order mark
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = utf16Order(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  return decodePlainText(bytes);
}
