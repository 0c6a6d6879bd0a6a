import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../button.tsx';
import { paginationWindow } from './pagination-window.ts';

interface PaginationProps {
  /** These four numbers come from the API's answer (`pagination` of a list). */
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  /** False if there are more than `total` rows; the total is then shown as '1.000+'. */
  totalExato?: boolean;
  onPageChange: (page: number) => void;
  /** Plural noun of the rows: 'ligações'. */
  noun: string;
  /** 'numbers': a button per page number; 'words': 'Anterior', 'Página n de m' and 'Próxima'. */
  shape?: 'numbers' | 'words' | undefined;
  /** Page sizes to choose from. */
  sizes?: readonly number[];
  onLimitChange?: (limit: number) => void;
  className?: string;
}

/** 'Mostrando x a y de z' and the page buttons. Nothing for an empty list. */
export function Pagination({
  page,
  limit,
  total,
  totalPages,
  totalExato = true,
  onPageChange,
  noun,
  shape = 'numbers',
  sizes,
  onLimitChange,
  className,
}: PaginationProps) {
  if (total === 0) return null;
  const from = (page - 1) * limit + 1;
  const to = totalExato ? Math.min(page * limit, total) : page * limit;
  return (
    <div className={cn('flex flex-col items-center justify-between gap-3 sm:flex-row', className)}>
      <p className="text-muted-foreground text-sm tabular-nums" aria-live="polite">
        Mostrando {formatNumber(from)} a {formatNumber(to)} de {formatNumber(total)}
        {totalExato ? '' : '+'} {noun}
      </p>
      {sizes && onLimitChange ? (
        <label className="ml-auto flex items-center gap-1.5 text-muted-foreground text-sm max-sm:ml-0">
          Por página
          <select
            className="focus-ring h-8 rounded-md border border-input bg-card px-1.5 text-foreground text-sm tabular-nums max-sm:h-11"
            value={limit}
            onChange={(event) => onLimitChange(Number(event.target.value))}
          >
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      ) : null}
      {shape === 'words' ? (
        <Words page={page} totalPages={totalPages} onPageChange={onPageChange} />
      ) : totalPages > 1 ? (
        <nav aria-label="Paginação" className="flex items-center gap-1">
          <Button
            variant="outline"
            size="icon-sm"
            aria-label="Página anterior"
            disabled={page <= 1}
            onClick={() => onPageChange(page - 1)}
          >
            <ChevronLeft />
          </Button>
          {paginationWindow(page, totalPages).map((entry, index) =>
            entry === '…' ? (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the ellipsis has no identity but its place
                key={`ellipsis-${index}`}
                className="w-6 text-center text-muted-foreground"
                aria-hidden="true"
              >
                …
              </span>
            ) : (
              <Button
                key={entry}
                variant={entry === page ? 'default' : 'ghost'}
                size="sm"
                className={cn(
                  'min-w-8 px-2 tabular-nums',
                  entry !== page && Math.abs(entry - page) > 1 && 'max-sm:hidden',
                )}
                aria-label={`Página ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
                onClick={() => entry !== page && onPageChange(entry)}
              >
                {formatNumber(entry)}
              </Button>
            ),
          )}
          <Button
            variant="outline"
            size="icon-sm"
            aria-label="Próxima página"
            disabled={page >= totalPages}
            onClick={() => onPageChange(page + 1)}
          >
            <ChevronRight />
          </Button>
        </nav>
      ) : null}
    </div>
  );
}

function Words({
  page,
  totalPages,
  onPageChange,
}: Pick<PaginationProps, 'page' | 'totalPages' | 'onPageChange'>) {
  return (
    <nav aria-label="Paginação" className="flex items-center gap-3">
      <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        Anterior
      </Button>
      <span className="text-sm tabular-nums">
        Página {formatNumber(page)} de {formatNumber(totalPages)}
      </span>
      <Button
        variant="outline"
        size="sm"
        disabled={page >= totalPages}
        onClick={() => onPageChange(page + 1)}
      >
        Próxima
      </Button>
    </nav>
  );
}
