import { CATEGORIA_TEMPLATE_LABEL } from '@escuta/shared/domain/insight-template';
import { Keyboard } from 'lucide-react';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import type { ListFilterState } from '../../components/lists/use-list-filters.ts';
import { Button } from '../../components/ui/button.tsx';
import { formatNumber, plural } from '../../lib/format.ts';
import { ProjectFilter } from './project-filter.tsx';
import { reviewTime } from './queue-rules.ts';
import type { useReviewQueue } from './use-review-queue.ts';

export type QueueFilterKey = 'projeto' | 'categoria' | 'prioridade';
export type QueueFilterState = Pick<
  ListFilterState<QueueFilterKey>,
  'filters' | 'change' | 'clear' | 'filtered'
>;

const CATEGORIAS = Object.entries(CATEGORIA_TEMPLATE_LABEL).map(([value, label]) => ({ value, label }));
const PRIORIDADES = [
  { value: 'alta', label: 'Prioridade alta' },
  { value: 'media', label: 'Prioridade média' },
];

interface QueueToolbarProps extends QueueFilterState {
  /** Null while it loads. */
  summary: ReturnType<typeof useReviewQueue>['summary'];
  /** How many wait; null while it loads. */
  total: number | null;
  onHelp: () => void;
}

/** What narrows the queue, how much waits, and how the reviewer is doing. */
export function QueueToolbar({
  filters,
  change,
  clear,
  filtered,
  summary,
  total,
  onHelp,
}: QueueToolbarProps) {
  const own = summary?.minhasRevisoes;
  return (
    <>
      <search className="flex flex-wrap items-center gap-2.5">
        <ProjectFilter value={filters.projeto} onValueChange={(projeto) => change({ projeto })} />
        <FilterSelect
          label="Categoria"
          value={filters.categoria}
          onValueChange={(categoria) => change({ categoria })}
          allLabel="Todas as categorias"
          options={CATEGORIAS}
        />
        <FilterSelect
          label="Prioridade"
          value={filters.prioridade}
          onValueChange={(prioridade) => change({ prioridade })}
          allLabel="Todas as prioridades"
          options={PRIORIDADES}
        />
        <ClearFilters show={filtered} onClear={clear} />
      </search>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-muted-foreground text-sm" role="status">
          {total === null
            ? 'Carregando a fila…'
            : `${plural(total, 'insight espera', 'insights esperam').replace(/^\S+/, `${formatNumber(total)}${summary?.totalExato ? '' : '+'}`)} revisão`}
          {own && own.n > 0
            ? ` · ${plural(own.n, 'revisão sua', 'revisões suas')} em 30 dias${own.tempoMedioMs === null ? '' : `, em média ${reviewTime(own.tempoMedioMs)}`}`
            : ''}
        </p>
        <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={onHelp}>
          <Keyboard aria-hidden="true" />
          Atalhos
        </Button>
      </div>
    </>
  );
}
