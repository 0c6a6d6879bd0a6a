/** Filters of a list as they stand in the address, so that back, reload and a shared link keep them. */

/** Takes what stands in the address and gives the value in force, or '' when it means nothing. */
export type FilterReader<T extends string = string> = (value: string) => T | '';

/** The filters of a list, by their name in the address. The same object at every render. */
export type Readers = Readonly<Record<string, FilterReader>>;

/** Filters in the address: '' for a filter that is not set. */
export type ListFilters<R extends Readers> = { [K in keyof R]: ReturnType<R[K]> } & {
  /** From 1. */
  page: number;
};

/** Filters as the API is asked: a filter that is not set is undefined. */
export type AskedFilters<R extends Readers> = {
  [K in keyof R]: Exclude<ReturnType<R[K]>, ''> | undefined;
} & { page: number };

/** Letters of a search, as many as the API takes. */
export const SEARCH_LENGTH = 100;

/** Any words. */
export const anyText: FilterReader = (value) => value.slice(0, SEARCH_LENGTH);

/** One of a few values. */
export function oneOf<const T extends string>(values: readonly T[]): FilterReader<T> {
  return (value) => values.find((one) => one === value) ?? '';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The id of something. */
export const anId: FilterReader = (value) => (UUID.test(value) ? value : '');

/** A day of the calendar, 'yyyy-MM-dd'. */
export const aDay: FilterReader = (value) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : '';
};

/** The filters of an address; what cannot be read counts as not given. */
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

/** The address of filters: what is empty, and page 1, are left out. Other parameters of `base` stay. */
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

/** The filters for the API: blank ones are not sent. */
export function askedFilters<R extends Readers>(filters: ListFilters<R>): AskedFilters<R> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() || undefined : value,
    ]),
  ) as AskedFilters<R>;
}
