/** Punctuation put in while a person types. Each takes whatever is in the input and gives what the input shows. */

/** Puts separators into a run of characters: groups [2,2,4] with ['/', '/'] → '01/02/2026'. */
function group(characters: string, sizes: readonly number[], separators: readonly string[]): string {
  let rest = characters;
  let result = '';
  for (const [index, size] of sizes.entries()) {
    if (rest === '') break;
    if (index > 0) result += separators[index - 1] ?? '';
    result += rest.slice(0, size);
    rest = rest.slice(size);
  }
  return result;
}

/**
 * CNPJ '12.ABC.345/01DE-35': 12 letters or digits, then 2 check digits (letters are allowed since July 2026).
 * Anything else typed is dropped.
 */
export function maskCnpj(text: string): string {
  const characters = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const root = characters.slice(0, 12);
  const digits = characters.slice(12).replace(/\D/g, '').slice(0, 2);
  return group(root + digits, [2, 3, 3, 4, 2], ['.', '.', '/', '-']);
}

/** CEP '01310-100'; what is no digit is dropped. */
export function maskCep(text: string): string {
  return group(text.replace(/\D/g, '').slice(0, 8), [5, 3], ['-']);
}

/** 'dd/MM/yyyy'. */
export function maskDate(text: string): string {
  return group(text.replace(/\D/g, '').slice(0, 8), [2, 2, 4], ['/', '/']);
}

/** 'dd/MM/yyyy HH:mm'. */
export function maskDateTime(text: string): string {
  return group(text.replace(/\D/g, '').slice(0, 12), [2, 2, 4, 2, 2], ['/', '/', ' ', ':']);
}

/** 'dd/MM/yyyy' → 'yyyy-MM-dd', or null when it is no day of the calendar. */
export function parseMaskedDate(text: string): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!match) return null;
  const [, day, month, year] = match as unknown as [string, string, string, string];
  const date = new Date(Date.UTC(+year, +month - 1, +day));
  if (date.getUTCDate() !== +day || date.getUTCMonth() !== +month - 1 || date.getUTCFullYear() !== +year)
    return null;
  return `${year}-${month}-${day}`;
}

/** 'yyyy-MM-dd' → 'dd/MM/yyyy'; '' for an empty value. */
export function showDate(day: string | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  return match ? `${match[3]}/${match[2]}/${match[1]}` : '';
}

/** 'dd/MM/yyyy HH:mm' → 'yyyy-MM-ddTHH:mm' (give it to `fromLocalDateTime`), or null when it is no date and time. */
export function parseMaskedDateTime(text: string): string | null {
  const [date, time] = text.split(' ');
  const day = parseMaskedDate(date ?? '');
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time ?? '');
  return day && match ? `${day}T${time}` : null;
}

/** 'yyyy-MM-ddTHH:mm' → 'dd/MM/yyyy HH:mm'; '' for an empty value. */
export function showDateTime(local: string): string {
  const [day, time] = local.split('T');
  const shown = showDate(day);
  return shown && time ? `${shown} ${time.slice(0, 5)}` : '';
}
