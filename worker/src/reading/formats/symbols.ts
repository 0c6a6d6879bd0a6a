/** Signs that documents draw boxes and arrows with, whatever font they come from, as the few that the rules know. */
import { codePoint } from 'dingbat-to-unicode';

/** A box to tick, empty or ticked: a questionnaire that somebody filled in has the same options. */
const BOXES = /[☐☑☒□▢▫◻◽◯○◌❍❏❐❑❒⬜⬚⭕⮽⮹⌧⚪⭘🗌🗆🞎🞏🞐🞅🞆🞇🗹🗵🗷🗸]/gu;
const ARROWS = /[➔➙➛➜➝➞➡⇨⇾⟶🡒🡪🡢🠚🠖🠒🢂🡆]/gu;
/** Where fonts of signs put their own: 0xF000 and the sign's place. */
const OWN = /[\uf020-\uf0ff]/gu;

const FONTS = /^(?:wingdings(?: [23])?|webdings|symbol)$/iu;

/** Whether a font has signs in the places of letters. */
export const isSymbolFont = (font: string | undefined): font is string =>
  font !== undefined && FONTS.test(font.trim());

/** The sign at a font's place; the empty text where it has none. @param code of the letter, or 0xF000 and more */
export function symbolAt(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  return codePoint(font.trim(), place)?.string ?? '';
}

/** A text written with a font of signs. */
export const symbolsOf = (font: string, text: string): string =>
  [...text].map((sign) => (/\s/u.test(sign) ? sign : symbolAt(font, sign.codePointAt(0) ?? 0))).join('');

/** A text with one sign for every box (☐) and one for every arrow (→); signs that a font put in places of its own are Wingdings'. */
export const withPlainSigns = (text: string): string =>
  /[\u2001-\u{10ffff}]/u.test(text)
    ? text
        .replace(OWN, (sign) => symbolAt('Wingdings', sign.charCodeAt(0)))
        .replace(BOXES, '☐')
        .replace(ARROWS, '→')
    : text;
