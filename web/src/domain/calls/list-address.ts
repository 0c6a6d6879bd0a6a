import {
  isLimitedOrder,
  ORDEM_LIMITE,
  ORDENS,
  type Ordem,
} from '@escuta/shared/domain/filters/filtro-campos';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import {
  askedFilters,
  type ListFilters,
  oneOf,
  readListFilters,
  writeListFilters,
} from '../../kit/list/filter-params.ts';
import { callReaders } from '../../kit/list/filter-readers.ts';
import { PAGE_SIZES } from '../../kit/list/sheet/layout.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';

/** The parameters of the call report's address: filters, order, and the counting of the total. */
export const READERS = {
  ...callReaders('ligacoes'),
  data: oneOf(['ligacao']),
  ordem: oneOf(ORDENS),
  total: oneOf(['exato']),
};
export type CallFilters = ListFilters<typeof READERS>;

/** Parameters that narrow nothing: they stay when the filters are cleared. */
export const KEEPS = ['data', 'ordem', 'total'] as const;

/** The order of the list unless a person chose another. */
export const USUAL: Ordem = 'ligacao';

/** The order in force: the address', else the one that was kept, else the usual one. */
export const orderInForce = ({ ordem }: Pick<CallFilters, 'ordem'>, kept: string | undefined): Ordem =>
  ordem || ORDENS.find((one) => one === kept) || USUAL;

/** Reason that forbids an order of so many calls; null: none. `total`: where counting stopped, unless `totalExato`. */
export function limitedOrderRefusal(
  ordem: string,
  counted: { total: number | null; totalExato?: boolean } | undefined,
): string | null {
  const one = ORDENS.find((known) => known === ordem);
  const { total = null, totalExato = true } = counted ?? {};
  return one && isLimitedOrder(one) && (total === null || !totalExato || total > ORDEM_LIMITE)
    ? `Para ordenar por esta coluna, filtre até ${formatNumber(ORDEM_LIMITE)} ligações.`
    : null;
}

/** The parameter by which a call's page knows the list that it was opened from: the list's whole address. */
export const LIST_PARAM = 'lista';
/** In that address: the rows of its page. */
const ROWS = 'linhas';

/** The address of a call's analysis, with the list that leads there. */
export function analysisAddress(
  itemId: string,
  list: { filters: CallFilters; ordem: Ordem; limit: number },
): string {
  // The usual order is not said, unless the list says it itself over another one that is kept.
  const ordem = list.ordem === USUAL ? list.filters.ordem : list.ordem;
  const lista = writeListFilters({ ...list.filters, ordem, [ROWS]: list.limit }).toString();
  return `${href(paths.analiseLigacao, { itemId })}?${new URLSearchParams({ [LIST_PARAM]: lista })}`;
}

/** The list that an analysis was opened from; null: none. */
export function listOfAnalysis(lista: string | null) {
  if (!lista) return null;
  const search = new URLSearchParams(lista);
  const limit = PAGE_SIZES.find((size) => String(size) === search.get(ROWS)) ?? PAGE_SIZES[0];
  const filters = readListFilters(READERS, search);
  search.delete(ROWS);
  return { filters, ordem: orderInForce(filters, undefined), limit, address: search.toString() };
}

/** The address of a project's random samples, with what narrows the list that leads there. */
export function samplesAddress(projectId: string, filters: CallFilters): string {
  const search = writeListFilters({ ...filters, ordem: '', total: '', page: 1 }).toString();
  return `${href(paths.sorteios, { projectId })}${search && `?${search}`}`;
}

/** A list address as a draw takes it: its conditions, and the calls' days, with which the form begins. */
export function drawOf(filters: CallFilters) {
  const { de, ate, data } = filters;
  const conditions = listFilter(askedFilters<typeof READERS>(filters)).todas;
  if (data !== 'ligacao' || !de || !ate) return { conditions, days: undefined };
  return { conditions: conditions.filter(({ campo }) => campo !== 'data_ligacao'), days: { de, ate } };
}
