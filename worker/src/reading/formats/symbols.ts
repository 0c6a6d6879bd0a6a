import { codePoint } from 'dingbat-to-unicode';

/** Boxes, ticked or not, because a filled-in questionnaire has the same options. */
const BOXES = /[☐☑☒□▢▫◻◽◯○◌❍❏❐❑❒⬜⬚⭕⮽⮹⌧⚪⭘🗌🗆🞎🞏🞐🞅🞆🞇🗹🗵🗷🗸]/gu;
const ARROWS = /[➔➙➛➜➝➞➡⇨⇾⟶🡒🡪🡢🠚🠖🠒🢂🡆]/gu;
/** Private-use characters of symbol fonts: 0xF000 plus the sign's position in the font. */
const OWN = /[\uf020-\uf0ff]/gu;

const FONTS = /^(?:wingdings(?: [23])?|webdings|symbol)$/iu;

export const isSymbolFont = (font: string | undefined): font is string =>
  font !== undefined && FONTS.test(font.trim());

/**
 * The Unicode character for a symbol font's sign; empty if there is none.
 * @param code the code of the sign's letter, or 0xF000 plus that code
 */
export function symbolAt(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  return codePoint(font.trim(), place)?.string ?? '';
}

export const symbolsOf = (font: string, text: string): string =>
  [...text].map((sign) => (/\s/u.test(sign) ? sign : symbolAt(font, sign.codePointAt(0) ?? 0))).join('');

/** Replaces all boxes by ☐ and all arrows by →; private-use characters count as Wingdings. */
export const withPlainSigns = (text: string): string =>
  /[\u2001-\u{10ffff}]/u.test(text)
    ? text
        .replace(OWN, (sign) => symbolAt('Wingdings', sign.charCodeAt(0)))
        .replace(BOXES, '☐')
        .replace(ARROWS, '→')
    : text;
