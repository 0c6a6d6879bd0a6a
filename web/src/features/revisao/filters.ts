import { PERIODOS } from '@escuta/shared/contracts/insights';
import { CATEGORIAS_TEMPLATE } from '@escuta/shared/domain/insight-template';
import { anId, oneOf } from '../../kit/list/filter-params.ts';
import type { ListFilterState } from '../../kit/list/use-list-filters.ts';

/** The review screen's filters in the address; its three tabs share them. */
export const REVIEW_FILTERS = {
  aba: oneOf(['concordancia', 'tendencias']),
  projeto: anId,
  categoria: oneOf(CATEGORIAS_TEMPLATE),
  prioridade: oneOf(['alta', 'media']),
  periodo: oneOf(PERIODOS),
};

export type ReviewFilterState = ListFilterState<typeof REVIEW_FILTERS>;
