import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import { type ChartPick, PickButton } from './pick.tsx';

/** The figures of a chart as a table, for people who cannot see the chart or prefer to read. */
export interface ChartTable {
  head: readonly string[];
  /** Rows of the table. The first cell of a row is its name; a `PickCell` is drawn as a link. */
  rows: readonly { id: string; cells: readonly (string | PickCell)[] }[];
}

/** A figure with a link to its counted items. */
export interface PickCell extends ChartPick {
  text: string;
}

interface ChartCardProps {
  title: string;
  description?: ReactNode;
  /** Figures of the chart; undefined while they load, null after a failure. */
  data: ChartTable | null | undefined;
  /** Shown instead of the chart if there are no figures; tells what would fill the chart. */
  empty?: { icon: ReactNode; title: string; description: ReactNode; action?: ReactNode } | false | undefined;
  onRetry: () => void;
  retrying: boolean;
  className?: string;
  children: ReactNode;
  /** Names and links of the drawing's parts, which screen readers and keyboards can use, unlike the drawing. */
  legend?: ReactNode;
  /** True if the legend is beside the drawing where there is room; else the legend is below the drawing. */
  legendBeside?: boolean;
}

const SCROLLS = { className: 'focus-ring overflow-x-auto rounded-sm', tabIndex: 0 };

function DataTable({ title, data, hidden }: { title: string; data: ChartTable; hidden: boolean }) {
  const shown = (cell: string | PickCell): ReactNode => {
    if (typeof cell === 'string') return cell;
    if (hidden) return cell.text;
    return (
      <PickButton pick={cell} className="max-sm:justify-end">
        {cell.text}
      </PickButton>
    );
  };
  return (
    // A visible table takes the focus, so that keys scroll it; a table that is only for screen readers takes none.
    <div {...(hidden ? { className: 'sr-only' } : SCROLLS)}>
      <table aria-label={title} className="w-full border-collapse text-sm">
        <TableHeader>
          <TableRow>
            {data.head.map((name, index) => (
              <TableHead key={name} className={index > 0 ? 'text-right' : undefined}>
                {name}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {data.rows.map(({ id, cells }) => (
            <TableRow key={id}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key="nome" scope="row" className="px-3 py-2 text-left font-medium">
                    {shown(cell)}
                  </th>
                ) : (
                  <TableCell key={data.head[index]} className="text-right tabular-nums">
                    {shown(cell)}
                  </TableCell>
                ),
              )}
            </TableRow>
          ))}
        </TableBody>
      </table>
    </div>
  );
}

/**
 * A card with a chart and its table. Screen readers get the table, and everybody can switch to it. While loading, after
 * a failure or without figures, a message takes the chart's place.
 */
export function ChartCard({
  title,
  description,
  data,
  empty,
  onRetry,
  retrying,
  className,
  children,
  legend,
  legendBeside = false,
}: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  const drawn = data && !empty;
  return (
    // `min-w-0` makes a wide table scroll inside the card, so that the page does not become wider.
    <Card className={cn('flex min-w-0 flex-col', className)}>
      <section
        aria-labelledby={titleId}
        aria-busy={data === undefined}
        className="flex flex-1 flex-col gap-4 p-5"
      >
        <div className="flex items-start justify-between gap-3">
          <div className="grid gap-0.5">
            <CardTitle id={titleId}>{title}</CardTitle>
            {description ? <p className="text-muted-foreground text-xs">{description}</p> : null}
          </div>
          {drawn ? (
            <Button
              variant="ghost"
              size="icon-sm"
              className="-mt-1 -mr-1 text-muted-foreground"
              aria-pressed={asTable}
              aria-label={`Ver ${title} como tabela`}
              title={asTable ? 'Ver como gráfico' : 'Ver como tabela'}
              onClick={() => setAsTable((value) => !value)}
            >
              {asTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
            </Button>
          ) : null}
        </div>
        {data === undefined ? (
          <Skeleton className="min-h-56 flex-1" />
        ) : data === null ? (
          <ErrorState
            className="flex-1 py-8"
            title="Não foi possível carregar este gráfico."
            onRetry={onRetry}
            retrying={retrying}
          />
        ) : empty ? (
          <EmptyState className="flex-1 py-8" {...empty} />
        ) : (
          <>
            {asTable ? null : (
              <div
                className={cn(
                  'flex flex-1 gap-4',
                  legendBeside ? 'flex-wrap items-center justify-center gap-x-6' : 'flex-col',
                )}
              >
                <div aria-hidden="true" className={legendBeside ? 'shrink-0' : 'flex flex-1 flex-col gap-4'}>
                  {children}
                </div>
                {legend}
              </div>
            )}
            <DataTable title={title} data={data} hidden={!asTable} />
          </>
        )}
      </section>
    </Card>
  );
}
