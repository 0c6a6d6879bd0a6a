import type { Pagination as PaginationWire } from '@escuta/shared/contracts/common';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

interface ListPanelProps<Row> {
  query: UseQueryResult<{ data: Row[]; pagination: PaginationWire }, Error>;
  /** Search and selects above the rows. */
  filters?: ReactNode;
  page: number;
  onPageChange: (page: number) => void;
  /** Whether anything narrows the list: nothing found then offers to clear it. */
  filtered: boolean;
  onClear: () => void;
  /** What could not be done, when the list cannot be had. */
  errorTitle: string;
  /** What is counted, in the plural: 'usuários'. */
  noun: string;
  /** The list without rows. */
  empty: { icon: ReactNode; title: string; description: string; action?: ReactNode };
  /** Said when the filters leave nothing: 'Nenhum usuário encontrado'. */
  nothing: string;
  children: (rows: readonly Row[] | undefined, stale: boolean) => ReactNode;
}

/** The card of a list: filters, its four states, its pages. */
export function ListPanel<Row>({
  query,
  filters,
  page,
  onPageChange,
  filtered,
  onClear,
  errorTitle,
  noun,
  empty,
  nothing,
  children,
}: ListPanelProps<Row>) {
  const answer = query.data;
  const lastPage = answer?.pagination.totalPages ?? 0;
  // The last row of the last page went away, or an old address names a page too far: show the last one.
  const beyond = answer !== undefined && !query.isPlaceholderData && answer.data.length === 0 && lastPage > 0;
  useEffect(() => {
    if (beyond && page > lastPage) onPageChange(lastPage);
  }, [beyond, page, lastPage, onPageChange]);

  return (
    <Card className="relative grid grid-cols-1 gap-4 p-4 sm:p-5">
      <LoadingBar active={query.isPlaceholderData} label={`Carregando ${noun}`} />
      {filters ? <search className="flex flex-wrap items-center gap-2.5">{filters}</search> : null}
      {query.error && !answer ? (
        <ErrorState
          title={errorTitle}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : answer && answer.data.length === 0 && !beyond ? (
        filtered ? (
          <EmptyState
            icon={<SearchX />}
            title={nothing}
            description="Nada corresponde aos filtros escolhidos."
            action={
              <Button variant="outline" onClick={onClear}>
                Limpar filtros
              </Button>
            }
          />
        ) : (
          <EmptyState {...empty} />
        )
      ) : (
        <>
          {query.error ? (
            <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
              Não foi possível atualizar a lista; os dados abaixo podem estar desatualizados.{' '}
              <Button variant="link" size="inline" onClick={() => void query.refetch()}>
                Tentar novamente
              </Button>
            </p>
          ) : null}
          {children(answer?.data, query.isPlaceholderData)}
          {answer ? <Pagination {...answer.pagination} noun={noun} onPageChange={onPageChange} /> : null}
        </>
      )}
    </Card>
  );
}
