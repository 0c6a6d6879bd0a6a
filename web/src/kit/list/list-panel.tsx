import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMedia } from '../../lib/browser/media.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { Pagination } from '../../ui/pagination/pagination.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../ui/states.tsx';
import { ClearFilters } from './filter-select.tsx';
import { SearchInput } from './search-input.tsx';
import { type Layout, PAGE_SIZES } from './sheet/layout.ts';
import type { ShownList } from './use-list.ts';

interface ListPanelProps<Row> {
  list: ShownList<Row>;
  /** Words of the search box for the filter `q`; absent if the list has no search box. */
  search?: { label: string; placeholder: string } | undefined;
  filters?: ReactNode;
  /** Buttons after the filters. */
  tools?: ReactNode;
  /** Chips of the filters in force, each of which can be removed. Shown also above an empty list. */
  chips?: ReactNode;
  /** Title of the message if the list cannot be loaded, or a function that makes it of the error. */
  errorTitle: string | ((error: Error) => string);
  /** Reason shown if the list cannot be loaded and the server gives none. */
  errorFallback?: string;
  /** Plural noun of the rows: 'ligações'. */
  noun: string;
  /** Shown if the list is empty without any filter. */
  empty: { icon: ReactNode; title: string; description: string; action?: ReactNode };
  /** Shown if the filters leave no row: 'Nenhum usuário encontrado'. */
  nothing: string;
  /** Page buttons with numbers (default) or words. */
  pages?: 'numbers' | 'words';
  /** True if no card is drawn around the list, because its rows are cards or a card surrounds it already. */
  bare?: boolean;
  /** Set for a work sheet: it fills the rest of the window, scrolls its rows, and lets people choose the page size. */
  sheet?: Pick<Layout<Row>, 'setLimit'>;
  /** Actions on the chosen rows. They cover search and filters, so that no row moves under the pointer. */
  over?: ReactNode;
  children: (rows: readonly Row[] | undefined, stale: boolean) => ReactNode;
}

/** A list with search, filters and pages. It shows if the list is loading, failed, empty or filtered to nothing. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { list, search, filters, tools, bare, sheet, over } = props;
  const narrow = useMedia('(max-width: 767px)');
  const Frame = bare || sheet ? 'div' : Card;
  const asked =
    search || filters || tools ? (
      <search className={cn('flex flex-wrap items-center print:hidden', sheet ? 'gap-1.5' : 'gap-2.5')}>
        {search ? (
          <SearchInput
            {...search}
            value={list.words}
            cleared={list.cleared}
            onValueChange={list.search}
            className={cn('w-full sm:w-auto sm:flex-1', sheet ? 'sm:min-w-40' : 'sm:min-w-52')}
          />
        ) : null}
        {filters}
        {sheet ? props.chips : null}
        <ClearFilters show={list.filtered} onClear={list.clear} />
        {tools}
      </search>
    ) : null;
  return (
    <Frame
      className={cn(
        'relative',
        sheet
          ? 'flex min-h-0 flex-col gap-1.5 max-md:gap-2'
          : cn('grid grid-cols-1 gap-4', !bare && 'p-4 sm:p-5'),
      )}
    >
      <LoadingBar active={list.stale} label={`Carregando ${props.noun}`} />
      {over && !narrow ? (
        <div className="relative">
          <div className="invisible" inert>
            {asked}
          </div>
          <div className="absolute inset-x-0 top-0">{over}</div>
        </div>
      ) : (
        <>
          {asked}
          {over}
        </>
      )}
      {sheet ? null : props.chips}
      <Content {...props} />
    </Frame>
  );
}

function Content<Row>({
  list,
  errorTitle,
  errorFallback,
  noun,
  empty,
  nothing,
  pages,
  sheet,
  children,
}: ListPanelProps<Row>) {
  const { rows, pagination, error, refetch, fetching } = list;
  if (error && !list.loaded) {
    const told = typeof errorTitle === 'function';
    return (
      <ErrorState
        title={told ? errorTitle(error) : errorTitle}
        error={told ? undefined : error}
        {...(errorFallback === undefined ? {} : { fallback: errorFallback })}
        onRetry={refetch}
        retrying={fetching}
      />
    );
  }
  if (rows?.length === 0) {
    return list.filtered ? (
      <EmptyState
        icon={<SearchX />}
        title={nothing}
        description="Nenhum resultado com os filtros selecionados."
        action={
          <Button variant="outline" onClick={list.clear}>
            Limpar filtros
          </Button>
        }
      />
    ) : (
      <EmptyState {...empty} />
    );
  }
  return (
    <>
      {error ? <StaleNotice onRetry={refetch} /> : null}
      {children(rows, list.stale)}
      {pagination ? (
        <Pagination
          {...pagination}
          shape={pages}
          noun={noun}
          onPageChange={list.turnTo}
          {...(sheet
            ? {
                sizes: PAGE_SIZES,
                onLimitChange: (limit: number) => {
                  sheet.setLimit(limit);
                  list.turnTo(1);
                },
                className: 'gap-2',
              }
            : {})}
        />
      ) : null}
    </>
  );
}
