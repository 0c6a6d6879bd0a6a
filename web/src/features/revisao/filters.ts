import { PERIODOS } from '@escuta/shared/contracts/insights/insights';
import { DATAS } from '@escuta/shared/domain/filters/filtro-campos';
import { FILTROS_FILA } from '@escuta/shared/domain/filters/lists/insights';
import { CATEGORIA_OPTIONS } from '../../domain/insights/categoria.tsx';
import { filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { aDay, oneOf } from '../../kit/list/filter-params.ts';
import type { ListFilterState } from '../../kit/list/use-list-filters.ts';
import { HolderFilter } from './holder-filter.tsx';
import { ProjectFilter } from './project-filter.tsx';

/** The queue's filters except the days. */
export const QUEUE = filterTable(FILTROS_FILA, {
  projetoId: ProjectFilter,
  categoria: { all: 'Todas as categorias', options: CATEGORIA_OPTIONS, className: 'sm:w-52' },
  prioridade: {
    all: 'Todas as prioridades',
    options: optionsOf(['alta', 'media'], { alta: 'Prioridade alta', media: 'Prioridade média' }),
    className: 'sm:w-52',
  },
  responsavel: HolderFilter,
  prazo: { all: 'Todos os prazos', options: [{ value: 'vencido', label: 'Prazo vencido' }] },
});

/** Filters that all tabs of the review screen keep in the address. */
export const REVIEW_FILTERS = {
  aba: oneOf(['lista', 'equipe', 'concordancia', 'tendencias']),
  ...QUEUE.readers,
  periodo: oneOf(PERIODOS),
  /** Meaning of `de` and `ate`: days of the calls, or days on which the items were registered. */
  data: oneOf(DATAS),
  de: aDay,
  ate: aDay,
};

export type ReviewFilterState = ListFilterState<typeof REVIEW_FILTERS>;
