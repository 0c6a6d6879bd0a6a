import { crc32 } from 'node:zlib';

/** Characters 128 to 255 of code page 850 (Windows in Portuguese). */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const PORTUGUESE = /[áàâãéêíóôõúüçªº]/gu;
const CAPITALS = /[ÁÀÂÃÉÊÍÓÔÕÚÜÇ]/gu;

const fromCp850 = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP850[byte - 128])).join('');

/** Rates how Portuguese a name looks: number of Portuguese accents minus number of unusual characters. */
function score(name: string): number {
  const strange = name.match(/[^\u0020-\u007e]/gu)?.length ?? 0;
  const inside = name.match(/\p{Ll}[ÁÀÂÃÉÊÍÓÔÕÚÜÇ]/gu)?.length ?? 0;
  const known = (name.match(PORTUGUESE)?.length ?? 0) + (name.match(CAPITALS)?.length ?? 0);
  return 2 * known - strange - 2 * inside;
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The UTF-8 name in Info-ZIP's extra field, if the field's checksum matches the entry's name. */
function unicodePath(bytes: Buffer, fields: readonly { id: number; data: Buffer }[]): string | null {
  const data = fields.find(({ id }) => id === 0x7075)?.data;
  if (!data || data.length < 6 || data[0] !== 1 || data.readUInt32LE(1) !== crc32(bytes)) return null;
  return utf8(data.subarray(5));
}

/** Normalises a path inside an archive: '/' between folders, composed accents. */
export const plainPath = (path: string): string => path.replaceAll('\\', '/').normalize('NFC');

/**
 * Decodes a .zip entry's name: UTF-8 if flagged or valid, otherwise code page 850 (with the Portuguese letters of 437)
 * or 1252 (older programs), whichever looks more Portuguese.
 */
export function zipName(
  bytes: Buffer,
  flags: number,
  fields: readonly { id: number; data: Buffer }[],
): string {
  const said = unicodePath(bytes, fields) ?? utf8(bytes);
  if (said !== null) return plainPath(said);
  if ((flags & 0x800) !== 0) return plainPath(bytes.toString('utf8'));
  const [dos, windows] = [fromCp850(bytes), new TextDecoder('windows-1252').decode(bytes)];
  return plainPath(score(windows) > score(dos) ? windows : dos);
}
