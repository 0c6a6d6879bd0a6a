/** Filters of a list in the address, so that Back, reload and shared links keep them. */

/** Reads a value from the address; '' if it is invalid. */
export type FilterReader<T extends string = string> = (value: string) => T | '';

/** Readers of a list's filters, by name in the address. Must be the same object at every render. */
export type Readers = Readonly<Record<string, FilterReader>>;

/** Filters from the address: '' for an unset filter. */
export type ListFilters<R extends Readers> = { [K in keyof R]: ReturnType<R[K]> } & {
  /** Page number, from 1. */
  page: number;
};

/** Filters for the API: an unset filter is undefined. */
export type AskedFilters<R extends Readers> = {
  [K in keyof R]: Exclude<ReturnType<R[K]>, ''> | undefined;
} & { page: number };

/** Greatest length of a search, characters, as in the API. */
export const SEARCH_LENGTH = 100;

/** Accepts any text, cut to SEARCH_LENGTH characters. */
export const anyText: FilterReader = (value) => value.slice(0, SEARCH_LENGTH);

/** Makes a reader that accepts only the given values. */
export function oneOf<const T extends string>(values: readonly T[]): FilterReader<T> {
  return (value) => values.find((one) => one === value) ?? '';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Reads an id (a UUID); '' for any other text. */
export const anId: FilterReader = (value) => (UUID.test(value) ? value : '');

/** Reads a calendar day, 'yyyy-MM-dd'; '' for any other text. */
export const aDay: FilterReader = (value) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : '';
};

/** The filters of an address; an invalid value counts as unset. */
export function readListFilters<R extends Readers>(readers: R, search: URLSearchParams): ListFilters<R> {
  const values: Record<string, string | number> = {};
  for (const [key, read] of Object.entries(readers)) values[key] = read(search.get(key) ?? '');
  if (values.de && values.ate && values.de > values.ate) {
    values.de = '';
    values.ate = '';
  }
  const page = Number(search.get('page'));
  values.page = Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
  return values as ListFilters<R>;
}

/** The query of an address with these filters, without empty values and page 1; other parameters of `base` stay. */
export function writeListFilters(
  filters: Readonly<Record<string, string | number>>,
  base: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const search = new URLSearchParams(base);
  for (const [key, value] of Object.entries(filters)) {
    const text = key === 'page' && Number(value) <= 1 ? '' : String(value).trim();
    if (text) search.set(key, text);
    else search.delete(key);
  }
  return search;
}

/** The filters for the API, without blank ones. */
export function askedFilters<R extends Readers>(filters: ListFilters<R>): AskedFilters<R> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() || undefined : value,
    ]),
  ) as AskedFilters<R>;
}
