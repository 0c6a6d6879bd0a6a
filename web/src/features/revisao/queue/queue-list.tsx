import { useEffect, useRef } from 'react';
import { categoryOf } from '../../../domain/insights/categoria.tsx';
import { formatStart } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { callLabel } from '../entry.ts';
import type { ParaRevisar } from './queue-rules.ts';

interface QueueListProps {
  insights: readonly ParaRevisar[];
  focusedId: string | null;
  onFocus: (id: string) => void;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** The insights that wait for a verdict, in order. The one being reviewed is marked and kept in view. */
export function QueueList({ insights, focusedId, onFocus, hasMore, loadingMore, onMore }: QueueListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (focusedId === null) return;
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [focusedId]);
  return (
    <div className="grid content-start gap-2">
      <ul ref={list} aria-label="Insights na fila" className="grid gap-1.5">
        {insights.map((insight) => {
          const current = insight.id === focusedId;
          return (
            <li key={insight.id}>
              <button
                type="button"
                aria-current={current}
                onClick={() => onFocus(insight.id)}
                className={cn(
                  'focus-ring grid w-full gap-1 rounded-lg border bg-card px-3 py-2 text-left text-sm transition-colors hover:bg-accent',
                  current && 'border-primary bg-primary-soft hover:bg-primary-soft',
                )}
              >
                <span className="flex items-center justify-between gap-2">
                  <span className="truncate font-medium tabular-nums">{callLabel(insight)}</span>
                  <Badge variant={insight.atencao.prioridade === 'alta' ? 'destructive' : 'warning'}>
                    {insight.atencao.prioridade === 'alta' ? 'Alta' : 'Média'}
                  </Badge>
                </span>
                <span className="truncate text-muted-foreground text-xs">
                  {insight.template.nome} · {categoryOf(insight.categoria).label}
                </span>
                <span className="truncate text-muted-foreground text-xs">
                  {insight.projeto.nome} ·{' '}
                  {formatStart(
                    insight.item.callStartTime ?? insight.item.createdAt,
                    insight.item.inicioPrecisao,
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {hasMore ? (
        <Button variant="outline" loading={loadingMore} onClick={onMore}>
          Carregar mais
        </Button>
      ) : null}
    </div>
  );
}
