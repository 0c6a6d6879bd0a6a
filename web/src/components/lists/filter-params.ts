/** Filters of a list as they stand in the address, so that back, reload and a shared link keep them. */

/** Takes what stands in the address and gives the value in force, or '' when it means nothing. */
export type FilterReader = (value: string) => string;

/** Any words, as long as the API takes them. */
export const anyText: FilterReader = (value) => value.slice(0, 100);

/** One of a few values. */
export function oneOf(values: readonly string[]): FilterReader {
  return (value) => (values.includes(value) ? value : '');
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

export type ListFilters<K extends string> = Record<K, string> & {
  /** From 1. */
  page: number;
};

/** The filters of an address; what cannot be read counts as not given. */
export function readListFilters<K extends string>(
  readers: Readonly<Record<K, FilterReader>>,
  search: URLSearchParams,
): ListFilters<K> {
  const values: Record<string, string> = {};
  for (const [key, read] of Object.entries<FilterReader>(readers)) values[key] = read(search.get(key) ?? '');
  if (values.de && values.ate && values.de > values.ate) {
    values.de = '';
    values.ate = '';
  }
  const page = Number(search.get('page'));
  return {
    ...(values as Record<K, string>),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  } as ListFilters<K>;
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

/** Whether anything but the page narrows the list. */
export function narrows(filters: Readonly<Record<string, string | number>>): boolean {
  return Object.entries(filters).some(([key, value]) => key !== 'page' && String(value).trim() !== '');
}
