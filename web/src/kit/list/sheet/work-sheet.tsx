import { ArrowDown, ArrowUp } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useMedia } from '../../../lib/browser/media.ts';
import { cn } from '../../../lib/utils.ts';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Cards, Choose, type DataListProps, draw, linked, RowSpan, useRowEvents } from '../data-list.tsx';
import type { Layout, SheetColumn } from './layout.ts';

export interface WorkSheetProps<Row> extends Omit<DataListProps<Row>, 'columns' | 'dense'> {
  layout: Layout<Row>;
  /** The present order of the rows, if the list offers several orders. */
  ordem?: string;
  /** Chooses another order; undefined chooses the default order. */
  onOrder?: (ordem: string | undefined) => void;
  /** The reason why the list cannot be sorted by this order at present; null if it can. */
  orderRefused?: (ordem: string) => string | null;
  /** Ref to the rows' element, for keys (useRowKeys). */
  body: RefObject<HTMLTableSectionElement | HTMLUListElement | null>;
  /** Id of the row in the panel beside the list; null if the panel is closed. */
  shownId?: string | null;
}

/** Rows as a dense table with a sticky header that sorts and the columns that the person chose; as cards on a phone. */
export function WorkSheet<Row extends { id: string }>(props: WorkSheetProps<Row>) {
  const narrow = useMedia('(max-width: 767px)');
  const { layout, body, ...list } = props;
  return narrow ? (
    <div aria-busy={props.stale || !props.rows} ref={body as RefObject<HTMLDivElement | null> as never}>
      <Cards {...list} columns={layout.columns} low />
    </div>
  ) : (
    <SheetTable {...props} />
  );
}

/**
 * Classes of cells that stay at the left or right while columns scroll. `EDGE` draws the visible edge of these cells.
 */
const EDGE = 'after:pointer-events-none after:absolute after:inset-y-0 after:w-px after:bg-border';
const LEFT = `sticky z-10 bg-inherit ${EDGE} after:right-0`;
const CHOOSE_WIDTH = 36;
const ACTIONS_WIDTH = 44;

function SheetTable<Row extends { id: string }>(props: WorkSheetProps<Row>) {
  const { label, rows, stale, layout, actions, selection, skeletonRows = layout.limit, body } = props;
  const width =
    layout.columns.reduce((sum, column) => sum + layout.widthOf(column), 0) +
    (selection ? CHOOSE_WIDTH : 0) +
    (actions ? ACTIONS_WIDTH : 0);
  return (
    <div
      aria-busy={stale || !rows}
      className="min-h-0 overflow-auto overscroll-x-contain rounded-lg border bg-card print:overflow-visible"
    >
      <table
        aria-label={label}
        style={{ minWidth: width }}
        className="w-full table-fixed border-separate border-spacing-0 text-dense [&_td]:border-b [&_tr:last-child>td]:border-b-0"
      >
        <colgroup>
          {selection ? <col style={{ width: CHOOSE_WIDTH }} /> : null}
          {layout.columns.map((column) => (
            <col key={column.key} style={{ width: layout.widthOf(column) }} />
          ))}
          {actions ? <col style={{ width: ACTIONS_WIDTH }} /> : null}
        </colgroup>
        <thead className="sticky top-0 z-20 bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))] [&_th]:border-b">
          <tr className="bg-inherit">
            {selection ? (
              <th scope="col" className="sticky left-0 z-10 h-7.5 bg-inherit px-2 text-left">
                {selection.selectable > 0 ? (
                  <Checkbox
                    aria-label={`Selecionar esta página: ${label.toLowerCase()}`}
                    className="block"
                    checked={
                      selection.ids.length === 0
                        ? false
                        : selection.ids.length === selection.selectable || 'indeterminate'
                    }
                    onCheckedChange={selection.toggleAll}
                  />
                ) : (
                  <span className="sr-only">Selecionar</span>
                )}
              </th>
            ) : null}
            {layout.columns.map((column, index) => (
              <HeadCell
                key={column.key}
                {...props}
                column={column}
                className={index === 0 ? LEFT : undefined}
                left={index === 0 ? (selection ? CHOOSE_WIDTH : 0) : undefined}
              />
            ))}
            {actions ? (
              <th scope="col" className={cn('sticky right-0 z-10 bg-inherit', EDGE, 'after:left-0')}>
                <span className="sr-only">Ações</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody ref={body as RefObject<HTMLTableSectionElement | null>}>
          {rows
            ? rows.map((row) => <SheetRow key={row.id} {...props} row={row} />)
            : Array.from({ length: skeletonRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
                <tr key={index}>
                  <td
                    colSpan={layout.columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)}
                    className="h-9 px-2"
                  >
                    <Skeleton className="h-4 w-full" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell<Row extends { id: string }>({
  column,
  layout,
  ordem,
  onOrder,
  orderRefused,
  className,
  left,
}: WorkSheetProps<Row> & {
  column: SheetColumn<Row>;
  className: string | undefined;
  left: number | undefined;
}) {
  const { label, orders, rises, key } = column;
  const place = ordem === undefined ? -1 : (orders?.indexOf(ordem) ?? -1);
  const next = orders?.[place + 1];
  const refused = next === undefined ? null : (orderRefused?.(next) ?? null);
  const Arrow = (place === 0) === (rises ?? false) ? ArrowUp : ArrowDown;
  const right = column.className?.includes('text-right');
  const inside = (
    <>
      <span className="truncate">{label}</span>
      {place >= 0 ? <Arrow className="size-3 shrink-0" aria-hidden="true" /> : null}
    </>
  );
  return (
    <th
      scope="col"
      style={left === undefined ? undefined : { left }}
      aria-sort={place === -1 ? undefined : (place === 0) === (rises ?? false) ? 'ascending' : 'descending'}
      className={cn(
        'group/th relative h-7.5 select-none bg-inherit p-0 text-left align-middle font-medium text-muted-foreground text-xs',
        className,
      )}
    >
      {orders && onOrder ? (
        <button
          type="button"
          title={refused ?? label}
          aria-disabled={refused ? true : undefined}
          className={cn(
            'focus-ring flex h-full w-full items-center gap-1 px-1.5 hover:text-foreground aria-disabled:cursor-not-allowed',
            right && 'justify-end',
            place >= 0 && 'text-foreground',
          )}
          onClick={() => (refused ? undefined : onOrder(next))}
        >
          {inside}
        </button>
      ) : (
        <span className={cn('flex items-center px-1.5', right && 'justify-end')} title={label}>
          {inside}
        </span>
      )}
      <Resizer onResize={(width) => layout.resize(key, width)} />
    </th>
  );
}

/** Focusable element of a row: the row's link, or the row's name if the row has no link. */
function RowName<R extends { id: string }>(props: WorkSheetProps<R> & { row: R; column: SheetColumn<R> }) {
  const { row, column, rowHref } = props;
  const name = draw(column, row);
  return rowHref?.(row) ? (
    linked(props, row, name)
  ) : (
    <span data-row-link tabIndex={-1} className="focus-ring block truncate rounded-sm font-medium">
      {name}
    </span>
  );
}

/**
 * The draggable edge of a header, which changes the column's width. People without a pointer read a cut cell's whole
 * text in the panel beside the list.
 */
function Resizer({ onResize }: { onResize: (width: number) => void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const end = (): void => {
    from.current = null;
  };
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 right-0 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-1.5 after:right-0 after:w-px after:bg-border hover:after:bg-primary"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 };
      }}
      onPointerMove={({ clientX }) => {
        if (from.current) onResize(from.current.width + clientX - from.current.x);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

function SheetRow<R extends { id: string }>(props: WorkSheetProps<R> & { row: R }) {
  const { row, layout, actions, selection, shownId } = props;
  const { columns } = layout;
  const { over, events } = useRowEvents(props, row);
  const [pinned] = columns;
  const link = columns.find((column) => column.link) ?? pinned;
  const spans = columns.find((column) => column !== pinned);
  const chosen = selection?.has(row) ?? false;
  return (
    <tr
      className={cn(
        'group/row relative scroll-mt-8 bg-card transition-colors hover:bg-[color-mix(in_oklab,var(--muted)_50%,var(--card))] focus-within:bg-[color-mix(in_oklab,var(--muted)_70%,var(--card))]',
        chosen && 'bg-primary-soft hover:bg-primary-soft focus-within:bg-primary-soft',
        row.id === shownId && 'shadow-[inset_3px_0_0_var(--primary)]',
        over && 'bg-primary-soft hover:bg-primary-soft',
      )}
      {...events}
    >
      {selection ? (
        <td className="sticky left-0 z-10 h-9 bg-inherit px-2 [&>button]:block">
          <Choose selection={selection} row={row} />
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.key}
          style={column === pinned ? { left: selection ? CHOOSE_WIDTH : 0 } : undefined}
          className={cn(
            'h-9 overflow-hidden whitespace-nowrap px-1.5 py-0 align-middle',
            column.className,
            column === pinned && LEFT,
          )}
        >
          {column === link ? <RowName {...props} column={column} /> : draw(column, row)}
          {column === spans ? <RowSpan href={props.rowHref?.(row)} /> : null}
        </td>
      ))}
      {actions ? (
        <td className={cn('sticky right-0 z-10 h-9 bg-inherit p-0', EDGE, 'after:left-0')}>
          <div className="absolute inset-y-0 right-0 z-10 flex items-center justify-end gap-0.5 bg-inherit px-1 not-group-hover/row:not-group-focus-within/row:bg-transparent not-group-hover/row:not-group-focus-within/row:pointer-fine:[&>*:not(:last-child)]:opacity-0">
            {actions(row)}
          </div>
        </td>
      ) : null}
    </tr>
  );
}
