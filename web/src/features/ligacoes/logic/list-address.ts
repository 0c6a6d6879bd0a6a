import { ORDENS, type Ordem } from '@escuta/shared/domain/filters/filtro-campos';
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

/** The order of the list unless a person chose another. */
export const USUAL: Ordem = 'ligacao';

/** The order in force: the address', else the one that was kept, else the usual one. */
export const orderInForce = ({ ordem }: Pick<CallFilters, 'ordem'>, kept: string | undefined): Ordem =>
  ordem || ORDENS.find((one) => one === kept) || USUAL;
