/** Windows-1252 characters of the bytes 0x80 to 0x9f, because Node 20 decodes these bytes as Latin-1 controls. */
const C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes bytes as UTF-8; if invalid, as Windows-1252, which older Brazilian programs and sheets ('CSV') write. */
export function decodePlainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return text.replace(/[\u0080-\u009f]/g, (char) => C1[char.charCodeAt(0) - 0x80] ?? char);
  }
}
