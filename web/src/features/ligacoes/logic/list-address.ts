import { ORDEM_LABEL, ORDENS, type Ordem } from '@escuta/shared/domain/filters/filtro-campos';
import { type ListFilters, oneOf } from '../../../kit/list/filter-params.ts';
import { callReaders } from '../../../kit/list/filter-readers.ts';

/** The parameters of the call report's address: filters, order, and the counting of the total. */
export const READERS = {
  ...callReaders('ligacoes'),
  data: oneOf(['ligacao']),
  ordem: oneOf(ORDENS),
  total: oneOf(['exato']),
};
export type CallFilters = ListFilters<typeof READERS>;

/** What narrows nothing: it stays when the filters are cleared. */
export const KEEPS = ['data', 'ordem', 'total'] as const;

/** Orders by a day: the newest by the one or the other. */
export const ofDay = (ordem: string): boolean => ordem === 'entrada' || ordem === 'ligacao';

/** The orders that are offered: by the other kind of day only while no days are chosen, since no index has both. */
export function offeredOrders({
  data,
  de,
  ate,
}: Pick<CallFilters, 'data' | 'de' | 'ate'>): { value: Ordem; label: string }[] {
  const own = data || 'entrada';
  const other = own === 'entrada' ? 'ligacao' : 'entrada';
  return ORDENS.filter((one) => one !== own && (one !== other || !(de || ate))).map((value) => ({
    value,
    label: ORDEM_LABEL[value],
  }));
}
