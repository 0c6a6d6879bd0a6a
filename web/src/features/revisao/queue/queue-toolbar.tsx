import { plural } from '@escuta/shared/domain/text/in-words';
import { Keyboard } from 'lucide-react';
import { BasisDays } from '../../../kit/list/date-basis.tsx';
import { FilterControls } from '../../../kit/list/filter-controls.tsx';
import { ClearFilters } from '../../../kit/list/filter-select.tsx';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { QUEUE, type ReviewFilterState } from '../filters.ts';
import { reviewTime } from './queue-rules.ts';
import type { useReviewQueue } from './use-review-queue.ts';

interface QueueToolbarProps extends ReviewFilterState {
  /** The reviewer's progress; null while it loads. */
  summary: ReturnType<typeof useReviewQueue>['summary'];
  /** Number of insights that wait for a verdict; null while it loads. */
  total: number | null;
  onHelp: () => void;
}

/** The queue's filters, its length, and the reviewer's progress. */
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
        <FilterControls
          table={QUEUE}
          list={{ bind, bindDays, filters }}
          extra={{
            isSet: Boolean(filters.de || filters.ate),
            control: (
              <BasisDays
                padrao="entrada"
                basis={filters.data}
                onBasisChange={bind('data').onValueChange}
                days={bindDays().value}
                onDaysChange={bindDays().onValueChange}
              />
            ),
          }}
        />
        <ClearFilters show={filtered} onClear={clear} />
      </search>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-muted-foreground text-sm" role="status">
          {total === null
            ? 'Carregando a fila…'
            : `${plural(total, 'insight espera', 'insights esperam').replace(/^\S+/, `${formatNumber(total)}${summary?.totalExato ? '' : '+'}`)} revisão`}
          {own && own.n > 0
            ? ` · você fez ${plural(own.n, 'revisão', 'revisões')} em 30 dias${own.tempoMedioMs === null ? '' : `, com média de ${reviewTime(own.tempoMedioMs)}`}`
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
