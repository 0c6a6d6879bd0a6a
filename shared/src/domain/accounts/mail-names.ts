/** Removes web and mail addresses from names in e-mails, because a receiver who trusts the sender might open them. */

export const ENDERECO_RETIRADO = '[endereço retirado]';
const NOME_MAX = 80;

/** Top-level domains recognised even after a spelled or spaced dot. */
const KNOWN_END =
  '(?:com|net|org|gov|edu|info|biz|app|dev|site|online|shop|store|xyz|top|click|link|vip|br|io|me|co|ly|us|tv|pt)';
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?`;
/** A disguised dot: '[.]', '(ponto)', ' dot '. */
const DOT_WORD = String.raw`\s*[[({<]\s*(?:\.|ponto|dot)\s*[\])}>]\s*|\s+(?:ponto|dot)\s+`;
const AT_WORD = String.raw`\s*[[({<]\s*(?:@|arroba|at)\s*[\])}>]\s*|\s+arroba\s+`;
const TAIL = String.raw`(?:[:/?#]\S*)?`;

const ADDRESSES = [
  String.raw`\b(?:https?|hxxps?|mailto|javascript)\b\s*:?\s*/{0,2}\S*`,
  String.raw`\b[a-z][a-z0-9+.-]*://\S*`,
  String.raw`\bwww\d?(?:\s*\.\s*|${DOT_WORD}|\s+)\S+`,
  // E-mail addresses, even with 'arroba' or 'at'.
  String.raw`[^\s@]+@[^\s@]+`,
  String.raw`${LABEL}(?:${AT_WORD})${LABEL}(?:(?:\.|${DOT_WORD})${LABEL})*`,
  `[a-z0-9.-]*xn--[a-z0-9.-]+${TAIL}`,
  String.raw`${LABEL}(?:(?:\s*\.|${DOT_WORD})\s*${LABEL})*(?:\s+\.\s*|${DOT_WORD})${KNOWN_END}(?:(?:\s*\.\s*|${DOT_WORD})${KNOWN_END})*\b${TAIL}`,
  // A plain domain; not 'S.A.' or 'J.P.'.
  String.raw`${LABEL}(?:\.${LABEL})*\.[a-z]{2,24}(?![\p{L}\p{N}])${TAIL}`,
  // An IPv4 address; '1.200.000.000' is no address.
  String.raw`(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\d.]*\d)${TAIL}`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** Compatibility variants of letters, digits and dots, except 'ª' and 'º'. */
const OTHER_FORMS = /[\uff01-\uff5e\u2460-\u24ff\u2024\ufb00-\ufb06\u{1d400}-\u{1d7ff}]/gu;

/** Turns the text into one line of plain letters and dots, without invisible characters. */
function normaliseVisible(text: string): string {
  return text
    .normalize('NFC')
    .replace(OTHER_FORMS, (form) => form.normalize('NFKC'))
    .replace(/[\u3002\uff61]/gu, '.')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|\p{Cn}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Replaces web and mail addresses in the text, even disguised ones, and turns the text into one line. */
export function withoutAddresses(text: string): string {
  const seen = ADDRESSES.reduce(
    (rest, pattern) => rest.replace(pattern, ENDERECO_RETIRADO),
    normaliseVisible(text),
  );
  return seen.replace(/\s+/g, ' ').trim();
}

/** Removes addresses from a name for an e-mail, and shortens the name to NOME_MAX characters. */
export function nameForMail(name: string): string {
  const plain = withoutAddresses(name);
  const letters = [...plain];
  return letters.length <= NOME_MAX
    ? plain
    : `${letters
        .slice(0, NOME_MAX - 1)
        .join('')
        .trimEnd()}…`;
}
