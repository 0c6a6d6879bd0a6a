import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useMedia } from '../../lib/browser/media.ts';
import { cn } from '../../lib/utils.ts';

interface HeatColumn {
  id: string;
  label: string;
  /** Content drawn as the column's name; by default the label. */
  head?: ReactNode;
  /** The column's figure over all rows, below the column's name. */
  total?: ReactNode;
}

interface HeatRow {
  id: string;
  /** The row's name, and details below. */
  head: ReactNode;
  /** Totals of the row, drawn before its cells; in a narrow table `head` contains them instead. */
  total?: ReactNode;
}

export interface HeatCell {
  /** The figure, and details below. */
  text: string;
  detail?: string;
  /** Strength of the cell's colour, from 0 to 1; null for no colour, because there are too few data. */
  heat: number | null;
  /** The cell in words, for screen readers and as tooltip. */
  label: string;
}

interface HeatTableProps {
  label: string;
  /** Name of the rows, above the first column. */
  rowsName: string;
  /** Heading above the totals of the rows; absent if there are no totals. */
  totalName?: string;
  columns: readonly HeatColumn[];
  rows: readonly HeatRow[];
  /** Gives the cell at a row and a column; null for an empty cell. */
  cellAt: (row: number, column: number) => HeatCell | null;
  /** The cell whose details are shown. */
  chosen?: { row: string; column: string } | null;
  /** True if the first column is narrower, because there is little room. */
  narrow?: boolean;
  /** Opens a cell; absent if cells cannot be opened. */
  onPick?: (row: number, column: number) => void;
}

/** Greatest share of colour in a cell's background, percent; with more, the figure would be hard to read. */
const STRONGEST = 46;

/** Background of a cell. The cell's figure tells the same as the colour, so nobody needs to distinguish colours. */
function paint(heat: number | null): { backgroundColor?: string } {
  return heat === null || heat <= 0
    ? {}
    : {
        backgroundColor: `color-mix(in oklab, var(--destructive) ${Math.round(heat * STRONGEST)}%, transparent)`,
      };
}

const firstWidth = (narrow: boolean) =>
  cn(
    'w-34 min-w-34 max-w-34 print:w-auto print:min-w-0 print:max-w-none',
    narrow ? 'sm:w-48 sm:min-w-48 sm:max-w-48' : 'sm:w-72 sm:min-w-72 sm:max-w-72',
  );

type Place = { row: number; column: number };
const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Number of columns on a printed landscape page. */
const PRINTED_COLUMNS = 12;

/**
 * A table of coloured figures with a sticky first column. It is one Tab stop: arrows, Home and End move between cells,
 * Enter opens a cell. On paper it splits into several tables.
 */
export function HeatTable({ columns, cellAt, onPick, ...props }: HeatTableProps) {
  const printing = useMedia('print');
  if (!printing || columns.length <= PRINTED_COLUMNS) {
    return <OneTable {...props} columns={columns} cellAt={cellAt} {...(onPick ? { onPick } : {})} />;
  }
  const starts = columns.flatMap((_, at) => (at % PRINTED_COLUMNS === 0 ? [at] : []));
  return (
    <div className="grid gap-6">
      {starts.map((start) => (
        <OneTable
          key={start}
          {...props}
          columns={columns.slice(start, start + PRINTED_COLUMNS)}
          cellAt={(row, column) => cellAt(row, start + column)}
        />
      ))}
    </div>
  );
}

function OneTable({
  label,
  rowsName,
  totalName,
  columns,
  rows,
  cellAt,
  chosen,
  narrow = false,
  onPick,
}: HeatTableProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  // Keeps the Tab stop inside a table that a filter made smaller.
  const stop = {
    row: Math.min(at.row, rows.length - 1),
    column: Math.min(at.column, columns.length - 1),
  };
  // Keeps the cell in view when a panel beside the table narrows it.
  const place = chosen ? `${chosen.row} ${chosen.column}` : null;
  useEffect(() => {
    if (place === null) return;
    grid.current
      ?.querySelector('[aria-pressed="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place]);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step && event.key !== 'Home' && event.key !== 'End') return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const last = { row: rows.length - 1, column: columns.length - 1 };
    const next = step
      ? {
          row: Math.max(0, Math.min(last.row, stop.row + step[0])),
          column: Math.max(0, Math.min(last.column, stop.column + step[1])),
        }
      : { row: stop.row, column: event.key === 'Home' ? 0 : last.column };
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.row}-${next.column}"]`)?.focus();
  };
  return (
    <div className="max-h-[min(70vh,44rem)] overflow-auto rounded-md border print:max-h-none print:overflow-visible print:[page:deitada]">
      <table
        ref={grid}
        aria-label={label}
        onKeyDown={move}
        className="w-max min-w-full border-separate border-spacing-0 text-sm print:w-full print:text-[10px]"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className={cn(
                'sticky top-0 left-0 z-30 border-r border-b bg-card px-3 py-2 text-left align-bottom font-medium text-muted-foreground text-xs print:static',
                firstWidth(narrow),
              )}
            >
              {rowsName}
            </th>
            {totalName ? (
              <th
                scope="col"
                className="sticky top-0 z-20 w-16 border-r border-b bg-card px-2 py-2 text-right max-sm:hidden align-bottom font-medium text-muted-foreground text-xs print:static"
              >
                {totalName}
              </th>
            ) : null}
            {columns.map(({ id, label: name, head = name, total }) => (
              <th
                key={id}
                scope="col"
                title={name}
                className="sticky top-0 z-20 min-w-20 max-w-24 border-b bg-card px-1.5 py-2 text-center align-bottom font-medium text-muted-foreground text-xs print:static print:w-16 print:min-w-0"
              >
                <span className="line-clamp-2 break-words">{head}</span>
                {total ? (
                  <span className="block font-normal tabular-nums print:text-[9px]">{total}</span>
                ) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <Line
              key={row.id}
              row={row}
              rowAt={rowAt}
              columns={columns}
              stop={rowAt === stop.row ? stop.column : null}
              chosen={chosen?.row === row.id ? chosen.column : null}
              hasTotal={totalName !== undefined}
              narrow={narrow}
              cellAt={cellAt}
              onPick={onPick}
              onReach={setAt}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps extends Pick<HeatTableProps, 'columns' | 'cellAt'> {
  row: HeatRow;
  rowAt: number;
  /**
   * Column of the Tab stop (`stop`) and of the chosen cell (`chosen`); null if the stop or the cell is in another row.
   */
  stop: number | null;
  chosen: string | null;
  hasTotal: boolean;
  narrow: boolean;
  onPick: HeatTableProps['onPick'] | undefined;
  onReach: (place: Place) => void;
}

/** Memoised, so that an unchanged row is not drawn again when the focus moves. */
const Line = memo(function Line({
  row,
  rowAt,
  columns,
  stop,
  chosen,
  hasTotal,
  narrow,
  cellAt,
  onPick,
  onReach,
}: LineProps) {
  return (
    <tr className="group">
      <th
        scope="row"
        className={cn(
          'sticky left-0 z-10 border-r border-b bg-card px-3 py-1 text-left align-middle font-normal text-dense group-last:border-b-0 max-sm:px-2 print:static',
          firstWidth(narrow),
        )}
      >
        {row.head}
      </th>
      {hasTotal ? (
        <td className="border-r border-b px-2 py-1 text-right tabular-nums group-last:border-b-0 max-sm:hidden">
          {row.total}
        </td>
      ) : null}
      {columns.map(({ id }, columnAt) => {
        const cell = cellAt(rowAt, columnAt);
        const here = {
          'data-place': `${rowAt}-${columnAt}`,
          tabIndex: columnAt === stop ? 0 : -1,
          onFocus: () => onReach({ row: rowAt, column: columnAt }),
        };
        return (
          <td
            key={id}
            style={paint(cell?.heat ?? null)}
            className="border-b p-0 text-center tabular-nums [print-color-adjust:exact] group-last:border-b-0"
          >
            {cell && onPick ? (
              <button
                type="button"
                {...here}
                aria-label={cell.label}
                aria-pressed={chosen === id}
                title={cell.label}
                onClick={() => onPick(rowAt, columnAt)}
                className={cn(
                  'focus-ring flex min-h-11 w-full scroll-ml-36 cursor-pointer flex-col items-center justify-center px-1.5 py-1 hover:outline hover:outline-2 hover:outline-primary hover:-outline-offset-2 focus-visible:ring-inset sm:scroll-ml-88 print:min-h-0',
                  chosen === id && 'outline outline-2 outline-primary -outline-offset-2',
                )}
              >
                <CellText cell={cell} />
              </button>
            ) : (
              <span
                {...here}
                title={cell?.label}
                className="focus-ring flex min-h-11 flex-col items-center justify-center px-1.5 py-1 focus-visible:ring-inset"
              >
                {cell ? (
                  <>
                    <span className="sr-only">{cell.label}</span>
                    <span aria-hidden="true" className="flex flex-col">
                      <CellText cell={cell} />
                    </span>
                  </>
                ) : (
                  <span className="text-muted-foreground">-</span>
                )}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

function CellText({ cell }: { cell: HeatCell }) {
  return (
    <>
      <span className={cn('font-medium', cell.heat === null && 'font-normal text-muted-foreground')}>
        {cell.text}
      </span>
      {cell.detail ? (
        <span
          className={cn(
            'whitespace-nowrap text-[11px] leading-tight print:whitespace-normal print:text-[8px]',
            cell.heat === null && 'text-muted-foreground',
          )}
        >
          {cell.detail}
        </span>
      ) : null}
    </>
  );
}
