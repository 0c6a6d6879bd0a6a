/** A text of a file without what no text of the database may hold: NUL is left out, half of a character becomes '\ufffd'. */
export const toStorable = (text: string): string =>
  text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\ufffd');
