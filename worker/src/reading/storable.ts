/** Replaces characters that the database rejects: drops NUL; half a surrogate pair becomes '\ufffd'. */
export const toStorable = (text: string): string =>
  text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\ufffd');
