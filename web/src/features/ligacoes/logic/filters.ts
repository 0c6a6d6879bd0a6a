/** The call report's filters as they stand in the address, so that back, reload and a shared link keep them. */
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '@escuta/shared/domain/status';

export type Filters = {
  q: string;
  status: StatusProcessamento | null;
  /** 'yyyy-MM-dd', included; '' when open. */
  de: string;
  ate: string;
  /** From 1. */
  page: number;
};

export const NO_FILTERS: Filters = { q: '', status: null, de: '', ate: '', page: 1 };

/** Rows of a page (specification 2, §9). */
export const PAGE_SIZE = 10;

/** Order and labels of the status filter. */
export const STATUS_OPTIONS: readonly { value: StatusProcessamento; label: string }[] = [
  { value: 'concluido', label: 'Concluído' },
  { value: 'processando', label: 'Processando' },
  { value: 'erro', label: 'Erro' },
  { value: 'pendente', label: 'Pendente' },
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readDay(value: string | null): string {
  if (!value || !DAY.test(value)) return '';
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : '';
}

/** Filters of an address; what cannot be read counts as not given. */
export function readFilters(search: URLSearchParams): Filters {
  const page = Number(search.get('page'));
  const de = readDay(search.get('de'));
  const ate = readDay(search.get('ate'));
  const inverted = de !== '' && ate !== '' && de > ate;
  return {
    q: (search.get('q') ?? '').slice(0, 100),
    status: STATUS_PROCESSAMENTO.find((status) => status === search.get('status')) ?? null,
    de: inverted ? '' : de,
    ate: inverted ? '' : ate,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The address of filters: defaults are left out. */
export function writeFilters(filters: Filters): URLSearchParams {
  const search = new URLSearchParams();
  if (filters.q.trim()) search.set('q', filters.q);
  if (filters.status) search.set('status', filters.status);
  if (filters.de) search.set('de', filters.de);
  if (filters.ate) search.set('ate', filters.ate);
  if (filters.page > 1) search.set('page', String(filters.page));
  return search;
}

/** A change of filters starts again at page 1, unless it is the page itself that changes. */
export function changeFilters(filters: Filters, change: Partial<Filters>): Filters {
  return { ...filters, page: 1, ...change };
}

/** Whether anything but the page narrows the list. */
export function isFiltered(filters: Filters): boolean {
  return filters.q.trim() !== '' || filters.status !== null || filters.de !== '' || filters.ate !== '';
}
