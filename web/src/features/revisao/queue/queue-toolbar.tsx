import { Keyboard } from 'lucide-react';
import { CATEGORIA_OPTIONS } from '../../../domain/insights/categoria.tsx';
import { BasisDays } from '../../../kit/list/date-basis.tsx';
import { ClearFilters, FilterSelect } from '../../../kit/list/filter-select.tsx';
import { formatNumber, plural } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { ReviewFilterState } from '../filters.ts';
import { ProjectFilter } from '../project-filter.tsx';
import { reviewTime } from './queue-rules.ts';
import type { useReviewQueue } from './use-review-queue.ts';

const PRIORIDADES = [
  { value: 'alta', label: 'Prioridade alta' },
  { value: 'media', label: 'Prioridade média' },
] as const;

interface QueueToolbarProps extends ReviewFilterState {
  /** Null while it loads. */
  summary: ReturnType<typeof useReviewQueue>['summary'];
  /** How many wait; null while it loads. */
  total: number | null;
  onHelp: () => void;
}

/** What narrows the queue, how much waits, and how the reviewer is doing. */
export function QueueToolbar({
  filters,
  bind,
  bindDays,
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
        <ProjectFilter {...bind('projeto')} />
        <FilterSelect
          label="Categoria"
          {...bind('categoria')}
          allLabel="Todas as categorias"
          options={CATEGORIA_OPTIONS}
          className="sm:w-52"
        />
        <FilterSelect
          label="Prioridade"
          {...bind('prioridade')}
          allLabel="Todas as prioridades"
          options={PRIORIDADES}
          className="sm:w-52"
        />
        <BasisDays
          padrao="entrada"
          basis={filters.data}
          onBasisChange={bind('data').onValueChange}
          days={bindDays().value}
          onDaysChange={bindDays().onValueChange}
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
