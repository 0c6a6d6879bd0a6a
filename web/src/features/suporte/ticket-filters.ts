import { SEVERIDADES, STATUS_TICKET, TIPOS_TICKET } from '@escuta/shared/domain/tickets';
import { anyText, type FilterReader, type ListFilters, oneOf } from '../../components/lists/filter-params.ts';

/** Rows of a page of the list. */
export const PAGE_SIZE = 10;

/** Stands in the address for the tickets of every company. */
export const ALL_COMPANIES = 'todas';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The list's filters in the address. `empresa`: the person's own when absent; another one, or all, for administrators. */
export const TICKET_FILTERS = {
  q: anyText,
  status: oneOf(STATUS_TICKET),
  tipo: oneOf(TIPOS_TICKET),
  severidade: oneOf(SEVERIDADES),
  empresa: (value) => (value === ALL_COMPANIES || UUID.test(value) ? value : ''),
} satisfies Record<string, FilterReader>;

export type TicketFilters = ListFilters<keyof typeof TICKET_FILTERS>;

/** Nothing narrows the list of the company that was chosen. */
export const NO_FILTERS = { q: '', status: '', tipo: '', severidade: '' } as const;

/** Whether anything but page and company narrows the list. */
export function isNarrowed(filters: TicketFilters): boolean {
  return Object.keys(NO_FILTERS).some((key) => filters[key as keyof typeof NO_FILTERS] !== '');
}

/** Whose tickets the API is asked for. */
export function companyQuery(empresa: string): { empresaId?: string; todas?: 'true' } {
  if (empresa === '') return {};
  return empresa === ALL_COMPANIES ? { todas: 'true' } : { empresaId: empresa };
}
