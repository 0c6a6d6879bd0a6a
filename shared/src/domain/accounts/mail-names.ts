/**
 * Names of companies and people in e-mails: the receiver is a stranger who trusts the sender, and a name that holds an address is an
 * advertisement or a trap that mail programs make a link of.
 */

/** What stands where an address was. */
export const ENDERECO_RETIRADO = '[endereço retirado]';
/** Most characters of one name in an e-mail. */
const NOME_MAX = 80;

/** Ends of addresses that are read as such even where the dot is a word or has blanks around it. */
const KNOWN_END =
  '(?:com|net|org|gov|edu|info|biz|app|dev|site|online|shop|store|xyz|top|click|link|vip|br|io|me|co|ly|us|tv|pt)';
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?`;
/** A dot in disguise: '[.]', '(ponto)', ' dot '. */
const DOT_WORD = String.raw`\s*[[({<]\s*(?:\.|ponto|dot)\s*[\])}>]\s*|\s+(?:ponto|dot)\s+`;
const AT_WORD = String.raw`\s*[[({<]\s*(?:@|arroba|at)\s*[\])}>]\s*|\s+arroba\s+`;
const TAIL = String.raw`(?:[:/?#]\S*)?`;

const ADDRESSES = [
  // A scheme, with whatever follows it.
  String.raw`\b(?:https?|hxxps?|mailto|javascript)\b\s*:?\s*/{0,2}\S*`,
  String.raw`\b[a-z][a-z0-9+.-]*://\S*`,
  String.raw`\bwww\d?(?:\s*\.\s*|${DOT_WORD}|\s+)\S+`,
  // E-mail, its sign written or said.
  String.raw`[^\s@]+@[^\s@]+`,
  String.raw`${LABEL}(?:${AT_WORD})${LABEL}(?:(?:\.|${DOT_WORD})${LABEL})*`,
  // A domain in another script, as DNS has it.
  `[a-z0-9.-]*xn--[a-z0-9.-]+${TAIL}`,
  // A domain whose dots are said, or have blanks before them.
  String.raw`${LABEL}(?:(?:\s*\.|${DOT_WORD})\s*${LABEL})*(?:\s+\.\s*|${DOT_WORD})${KNOWN_END}(?:(?:\s*\.\s*|${DOT_WORD})${KNOWN_END})*\b${TAIL}`,
  // A domain as it is written: 'S.A.' and 'J.P.' end in one letter, no domain does.
  String.raw`${LABEL}(?:\.${LABEL})*\.[a-z]{2,24}(?![\p{L}\p{N}])${TAIL}`,
  // An IPv4 address: '1.200.000.000' is none.
  String.raw`(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\d.]*\d)${TAIL}`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** Other forms of plain letters, digits and dots: fullwidth, circled, of formulas, ligatures. 'ª' and 'º' stay as they are. */
const OTHER_FORMS = /[\uff01-\uff5e\u2460-\u24ff\u2024\ufb00-\ufb06\u{1d400}-\u{1d7ff}]/gu;

/** Text as it looks: plain letters, other scripts' full stops made dots, what is not seen left out, on one line. */
function asSeen(text: string): string {
  return text
    .normalize('NFC')
    .replace(OTHER_FORMS, (form) => form.normalize('NFKC'))
    .replace(/[\u3002\uff61]/gu, '.')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|\p{Cn}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** A text on one line in which no address of the web or of mail is left, however it is written. */
export function withoutAddresses(text: string): string {
  const seen = ADDRESSES.reduce((rest, pattern) => rest.replace(pattern, ENDERECO_RETIRADO), asSeen(text));
  return seen.replace(/\s+/g, ' ').trim();
}

/** A name of a company or a person for an e-mail: without addresses, and cut where it is long. */
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
