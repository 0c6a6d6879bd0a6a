/** Replaces the various boxes and arrows of fonts by a few known characters. */
import { codePoint } from 'dingbat-to-unicode';

/** Boxes to be ticked. Ticked ones are included, because a filled-in questionnaire has the same options. */
const BOXES = /[☐☑☒□▢▫◻◽◯○◌❍❏❐❑❒⬜⬚⭕⮽⮹⌧⚪⭘🗌🗆🞎🞏🞐🞅🞆🞇🗹🗵🗷🗸]/gu;
const ARROWS = /[➔➙➛➜➝➞➡⇨⇾⟶🡒🡪🡢🠚🠖🠒🢂🡆]/gu;
/** Private-use characters of symbol fonts: 0xF000 plus the position of the sign in the font. */
const OWN = /[\uf020-\uf0ff]/gu;

const FONTS = /^(?:wingdings(?: [23])?|webdings|symbol)$/iu;

export const isSymbolFont = (font: string | undefined): font is string =>
  font !== undefined && FONTS.test(font.trim());

/**
 * The Unicode character for a sign of a symbol font; empty if the font has no sign for the code.
 * @param code code of the letter that stands for the sign, or 0xF000 plus that code
 */
export function symbolAt(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  return codePoint(font.trim(), place)?.string ?? '';
}

export const symbolsOf = (font: string, text: string): string =>
  [...text].map((sign) => (/\s/u.test(sign) ? sign : symbolAt(font, sign.codePointAt(0) ?? 0))).join('');

/** Replaces all boxes by ☐ and all arrows by →; private-use characters are taken for signs of Wingdings. */
export const withPlainSigns = (text: string): string =>
  /[\u2001-\u{10ffff}]/u.test(text)
    ? text
        .replace(OWN, (sign) => symbolAt('Wingdings', sign.charCodeAt(0)))
        .replace(BOXES, '☐')
        .replace(ARROWS, '→')
    : text;
