import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Pagination } from '../../ui/pagination/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

interface PagedCardProps<T> {
  title: string;
  /** Accessible name of the list ('Auditorias do projeto'). */
  listLabel: string;
  /** Plural noun of the rows ('auditorias'). */
  noun: string;
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching' | 'isPending'>;
  rows: readonly T[] | undefined;
  pagination: { page: number; limit: number; total: number; totalPages: number } | undefined;
  onPageChange: (page: number) => void;
  failedTitle: string;
  empty: ReactNode;
  /** Button beside the title while there are rows; `empty` has its own button. */
  action?: ReactNode;
  /** Draws the parts of a row, which stand side by side. */
  children: (row: T) => ReactNode;
}

/** Card with a paged list of what belongs to a record (a project's audits), or its loading, empty or failed state. */
export function PagedCard<T extends { id: string }>({
  title,
  listLabel,
  noun,
  query,
  rows,
  pagination,
  onPageChange,
  failedTitle,
  empty,
  action,
  children,
}: PagedCardProps<T>) {
  const filled = rows !== undefined && rows.length > 0;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle>{title}</CardTitle>
        {filled ? action : null}
      </CardHeader>
      <CardContent className="grid gap-4" aria-busy={query.isPending}>
        {query.error && !rows ? (
          <ErrorState
            className="py-8"
            title={failedTitle}
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : null}
        {query.isPending ? <Skeleton className="h-24" /> : null}
        {rows?.length === 0 ? empty : null}
        {filled ? (
          <ul aria-label={listLabel} className="divide-y">
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
              >
                {children(row)}
              </li>
            ))}
          </ul>
        ) : null}
        {pagination ? <Pagination {...pagination} noun={noun} onPageChange={onPageChange} /> : null}
      </CardContent>
    </Card>
  );
}

/** A row's title and second line; on a phone at full width, so that names stay readable. */
export function RowText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 max-sm:basis-full">
      <p className="truncate font-medium" title={title}>
        {title}
      </p>
      <p className="text-muted-foreground text-xs tabular-nums">{children}</p>
    </div>
  );
}

/** A row's link to its record. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="focus-ring touch-target inline-flex items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
    >
      {children}
      <ArrowRight className="size-4" aria-hidden="true" />
    </Link>
  );
}
