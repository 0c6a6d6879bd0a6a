/** Windows-1252 characters of the bytes 0x80 to 0x9f, which Node 20 decodes as Latin-1. */
const C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes UTF-8, else Windows-1252, which older Brazilian programs write. */
export function decodePlainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return text.replace(/[\u0080-\u009f]/g, (char) => C1[char.charCodeAt(0) - 0x80] ?? char);
  }
}
