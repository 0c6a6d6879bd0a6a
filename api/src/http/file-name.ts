/**
 * Cleans a file's name: keeps the part after the last slash, without control characters, at most 255 characters.
 * Browsers encode only quotes and line ends, as %22, %0D and %0A (HTML standard, multipart/form-data).
 * @param otherwise name of a nameless file
 */
export function cleanFileName(name: string, otherwise: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/%0[AD]/g, '')
    .replaceAll('%22', '"')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (clean === '') return otherwise;
  if (clean.length <= 255) return clean;
  const extension = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? '';
  // Removes half a surrogate pair that the cut left at the end.
  return clean.slice(0, 255 - extension.length).replace(/\p{Cs}$/u, '') + extension;
}
