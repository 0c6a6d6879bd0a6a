/** Maps fonts' boxes and arrows to a few known signs. */
import { codePoint } from 'dingbat-to-unicode';

/** Boxes to tick, empty or ticked: a filled-in questionnaire has the same options. */
const BOXES = /[☐☑☒□▢▫◻◽◯○◌❍❏❐❑❒⬜⬚⭕⮽⮹⌧⚪⭘🗌🗆🞎🞏🞐🞅🞆🞇🗹🗵🗷🗸]/gu;
const ARROWS = /[➔➙➛➜➝➞➡⇨⇾⟶🡒🡪🡢🠚🠖🠒🢂🡆]/gu;
/** Private-use characters of symbol fonts: 0xF000 plus the sign's position. */
const OWN = /[\uf020-\uf0ff]/gu;

const FONTS = /^(?:wingdings(?: [23])?|webdings|symbol)$/iu;

export const isSymbolFont = (font: string | undefined): font is string =>
  font !== undefined && FONTS.test(font.trim());

/**
 * The sign of a symbol font; empty: the font has no sign for the code.
 * @param code of the letter, or 0xF000 and more
 */
export function symbolAt(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  return codePoint(font.trim(), place)?.string ?? '';
}

export const symbolsOf = (font: string, text: string): string =>
  [...text].map((sign) => (/\s/u.test(sign) ? sign : symbolAt(font, sign.codePointAt(0) ?? 0))).join('');

/** Unifies boxes to ☐ and arrows to →; private-use signs are read as Wingdings'. */
export const withPlainSigns = (text: string): string =>
  /[\u2001-\u{10ffff}]/u.test(text)
    ? text
        .replace(OWN, (sign) => symbolAt('Wingdings', sign.charCodeAt(0)))
        .replace(BOXES, '☐')
        .replace(ARROWS, '→')
    : text;
