import { PERIODOS } from '@escuta/shared/contracts/insights/insights';
import { DATAS } from '@escuta/shared/domain/filters/filtro-campos';
import { CATEGORIAS_TEMPLATE } from '@escuta/shared/domain/insights/insight-template';
import { aDay, anId, oneOf } from '../../kit/list/filter-params.ts';
import type { ListFilterState } from '../../kit/list/use-list-filters.ts';

/** The review screen's filters in the address; its three tabs share them. */
export const REVIEW_FILTERS = {
  aba: oneOf(['concordancia', 'tendencias']),
  projeto: anId,
  categoria: oneOf(CATEGORIAS_TEMPLATE),
  prioridade: oneOf(['alta', 'media']),
  periodo: oneOf(PERIODOS),
  /** Whose days: of the calls in the queue, and of what lies in a period, which has a moment of its own. */
  data: oneOf(DATAS),
  de: aDay,
  ate: aDay,
};

export type ReviewFilterState = ListFilterState<typeof REVIEW_FILTERS>;
