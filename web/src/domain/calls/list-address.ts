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

/** Readers of the parameters in the call report's address: filters, order, and counting of the total. */
export const READERS = {
  ...callReaders('ligacoes'),
  data: oneOf(['ligacao']),
  ordem: oneOf(ORDENS),
  total: oneOf(['exato']),
};
export type CallFilters = ListFilters<typeof READERS>;

/** Parameters that do not filter, so that clearing the filters keeps them. */
export const KEEPS = ['data', 'ordem', 'total'] as const;

/** The list's default order. */
export const USUAL: Ordem = 'ligacao';

/** The order in force: from the address, else the default. */
export const orderInForce = ({ ordem }: Pick<CallFilters, 'ordem'>): Ordem => ordem || USUAL;

/**
 * Says why an order is refused (too many calls match); null if it is allowed. If `totalExato` is false, at least
 * `total` calls match.
 */
export function limitedOrderRefusal(
  ordem: string,
  counted: { total: number | null; totalExato?: boolean } | undefined,
): string | null {
  const one = ORDENS.find((known) => known === ordem);
  const { total = null, totalExato = true } = counted ?? {};
  return one && isLimitedOrder(one) && (total === null || !totalExato || total > ORDEM_LIMITE)
    ? `Para ordenar por esta coluna, use os filtros para reduzir a lista a no máximo ${formatNumber(ORDEM_LIMITE)} ligações.`
    : null;
}

/** Parameter in the address of a call's page. Its value is the query of the list from which the call was opened. */
export const LIST_PARAM = 'lista';
/** Parameter, within LIST_PARAM, with the number of rows on a page of the list. */
const ROWS = 'linhas';

/** The address of a call's analysis, with the list from which it is opened. */
export function analysisAddress(itemId: string, list: { filters: CallFilters; limit: number }): string {
  const lista = writeListFilters({ ...list.filters, [ROWS]: list.limit }).toString();
  return `${href(paths.analiseLigacao, { itemId })}?${new URLSearchParams({ [LIST_PARAM]: lista })}`;
}

/** The list from which an analysis was opened; null: it was not opened from a list. */
export function listOfAnalysis(lista: string | null) {
  if (!lista) return null;
  const search = new URLSearchParams(lista);
  const limit = PAGE_SIZES.find((size) => String(size) === search.get(ROWS)) ?? PAGE_SIZES[0];
  const filters = readListFilters(READERS, search);
  search.delete(ROWS);
  return { filters, ordem: orderInForce(filters), limit, address: search.toString() };
}

/** The address of a project's random samples, with the list's filters. */
export function samplesAddress(projectId: string, filters: CallFilters): string {
  const search = writeListFilters({ ...filters, ordem: '', total: '', page: 1 }).toString();
  return `${href(paths.sorteios, { projectId })}${search && `?${search}`}`;
}

/** A list's filters for a random sample: conditions, and the days of calls that prefill the form. */
export function drawOf(filters: CallFilters) {
  const { de, ate, data } = filters;
  const conditions = listFilter(askedFilters<typeof READERS>(filters)).todas;
  if (data !== 'ligacao' || !de || !ate) return { conditions, days: undefined };
  return { conditions: conditions.filter(({ campo }) => campo !== 'data_ligacao'), days: { de, ate } };
}
