/** What Windows-1252 has at 0x80 to 0x9f. Node 20 decodes it as Latin-1, which has nothing there. */
const C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A text's characters: UTF-8 where it is valid, else Windows-1252, as older Brazilian programs and spreadsheets ('CSV') save. */
export function decodePlainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return text.replace(/[\u0080-\u009f]/g, (char) => C1[char.charCodeAt(0) - 0x80] ?? char);
  }
}
