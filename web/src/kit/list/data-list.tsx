import { type DragEvent, type ReactNode, useState } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { useMedia } from '../../lib/browser/media.ts';
import { cn } from '../../lib/utils.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import type { Selection } from './use-selection.ts';

/** A column with a `cell`, or with a `text` that is cut to a line and shown whole on hover. */
export type Column<Row> = {
  /** Heading of the column, and label of the field on a card. */
  label: string;
  className?: string;
  /** Place on a row's card (on a phone); `field` by default. `none`: left out, because the card's title contains it. */
  card?: 'title' | 'field' | 'none';
  /** True if the field is empty in a row, so that the row's card leaves it out. */
  blank?: (row: Row) => boolean;
  /** True if this cell has the link of the row (`rowHref`); by default the title has it. */
  link?: boolean;
} & ({ cell: (row: Row) => ReactNode; text?: never } | { text: (row: Row) => string; cell?: never });

/** Address and options of a row's link. */
export type RowLink = Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'> & {
  /** If set, the link opens a new window; these words tell screen readers so: 'abre a análise em nova janela'. */
  newWindow?: string;
};

export interface DataListProps<Row> {
  /** Accessible name of the list: 'Usuários'. */
  label: string;
  /** Rows of the shown page; undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  /** True while the rows of the previous page or filter stay on screen, until the new rows are loaded. */
  stale: boolean;
  columns: readonly Column<Row>[];
  /** Buttons of a row; absent if the list has no column 'Ações'. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Gives the link of a row, which covers the whole row; null for no link. */
  rowHref?: (row: Row) => RowLink | null;
  /** Called when the pointer or the focus reaches a row, to prefetch the page that it links to. */
  onRowIntent?: (row: Row) => void;
  selection?: Selection<Row> | undefined;
  /** Draws the content of a row's card on a phone; if absent, the card lists the columns. */
  renderCard?: (row: Row, parts: CardParts) => ReactNode;
  /** Receives a file dropped on a row for which `acceptsFile` is true. */
  onFileDrop?: (row: Row, file: File) => void;
  acceptsFile?: (row: Row) => boolean;
  /** True for smaller text and padding, so that many columns fit. */
  dense?: boolean;
  skeletonRows?: number;
}

export interface CardParts {
  /** Makes `children` the link of the whole card. */
  link: (children: ReactNode) => ReactNode;
  /** Checkbox of the row; null if rows cannot be chosen. */
  choose: ReactNode;
  actions: ReactNode;
  /** The columns shown as fields, with their labels. */
  fields: ReactNode;
}

/** Rows as a table, or as cards on a phone. */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const narrow = useMedia('(max-width: 767px)');
  return (
    <div aria-busy={props.stale || !props.rows}>{narrow ? <Cards {...props} /> : <Rows {...props} />}</div>
  );
}

/** A line that is cut off, and shown whole on hover; on a phone, which has no hover, up to three lines. */
export function Line({ children, className }: { children: string; className?: string | undefined }) {
  return (
    <span
      className={cn(
        'block truncate max-md:line-clamp-3 max-md:whitespace-normal max-md:break-words',
        className,
      )}
      title={children}
    >
      {children}
    </span>
  );
}

export function draw<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : <Line>{column.text(row)}</Line>;
}

/** A link over the whole row: middle click, Ctrl+click and the keyboard work as on any link. */
function StretchedLink({ href, children }: { href: RowLink; children: ReactNode }) {
  const { newWindow, ...link } = href;
  return (
    <Link
      {...link}
      {...(newWindow ? { target: '_blank', rel: 'noopener' } : {})}
      data-row-link
      // The link itself cuts the text: if the cell cut the text, focusing the link would scroll a long name.
      className="block truncate rounded-sm font-medium max-md:line-clamp-3 max-md:whitespace-normal max-md:break-words text-foreground outline-none after:absolute after:inset-0 after:rounded-md hover:text-primary-text focus-visible:after:ring-2 focus-visible:after:ring-ring focus-visible:after:ring-inset"
    >
      {children}
      {newWindow ? <span className="sr-only"> ({newWindow})</span> : null}
    </Link>
  );
}

/** A second link over the whole row, for pointers, because a link in a pinned cell cannot reach beyond that cell. */
export function RowSpan({ href }: { href: RowLink | null | undefined }) {
  if (!href) return null;
  const { newWindow, ...link } = href;
  return (
    <Link
      {...link}
      {...(newWindow ? { target: '_blank', rel: 'noopener' } : {})}
      aria-hidden="true"
      tabIndex={-1}
      className="absolute inset-0"
    />
  );
}

/** Renders its children as the row's link, if the row has a link. */
export function linked<Row>(
  props: Pick<DataListProps<Row>, 'rowHref'>,
  row: Row,
  children: ReactNode,
): ReactNode {
  const href = props.rowHref?.(row);
  return href ? <StretchedLink href={href}>{children}</StretchedLink> : children;
}

/** Event handlers of a row or card, for the pointer and for dragged files. */
export function useRowEvents<Row>(
  {
    onRowIntent,
    onFileDrop,
    acceptsFile,
  }: Pick<DataListProps<Row>, 'onRowIntent' | 'onFileDrop' | 'acceptsFile'>,
  row: Row,
) {
  const [over, setOver] = useState(false);
  const takes = onFileDrop && (acceptsFile?.(row) ?? true);
  return {
    over,
    events: {
      ...(onRowIntent ? { onPointerEnter: () => onRowIntent(row), onFocus: () => onRowIntent(row) } : {}),
      ...(takes
        ? {
            onDragOver: (event: DragEvent) => {
              if (!event.dataTransfer.types.includes('Files')) return;
              event.preventDefault();
              setOver(true);
            },
            onDragLeave: () => setOver(false),
            onDrop: (event: DragEvent) => {
              event.preventDefault();
              setOver(false);
              const file = event.dataTransfer.files[0];
              if (file) onFileDrop(row, file);
            },
          }
        : {}),
    },
  };
}

/** The checkbox of a row; nothing for a row that cannot be chosen. */
export function Choose<Row extends { id: string }>({
  selection,
  row,
}: {
  selection: Selection<Row>;
  row: Row;
}) {
  return selection.canSelect(row) ? (
    <Checkbox
      aria-label={selection.labelOf(row)}
      checked={selection.has(row)}
      onCheckedChange={(on) => selection.select(row, on === true)}
      // On a phone an invisible border enlarges the touch area around the box.
      className="relative z-10 max-md:-m-[13px] max-md:size-11 max-md:rounded-[18px] max-md:border-[13px] max-md:border-transparent! max-md:bg-clip-padding max-md:shadow-[inset_0_0_0_1px_var(--input)]"
    />
  ) : null;
}

/** Classes of the cell with a row's actions, which stays at the right edge while the other columns scroll under it. */
const ACTIONS =
  'sticky right-0 z-10 bg-card after:pointer-events-none after:absolute after:inset-y-0 after:left-0 after:w-px after:bg-border';
/** The heading of the pinned column is opaque, because the other headings scroll under it. */
const ACTIONS_HEAD = 'bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))]';

function Rows<Row extends { id: string }>(props: DataListProps<Row>) {
  const { label, rows, columns, actions, selection, skeletonRows = 8 } = props;
  const cells = columns.length + (actions ? 1 : 0) + (selection ? 1 : 0);
  return (
    <Table aria-label={label} className={props.dense ? 'text-dense [&_td]:px-2 [&_th]:px-2' : undefined}>
      <TableHeader>
        <TableRow className="hover:bg-transparent">
          {selection ? (
            <TableHead className="w-8">
              <span className="sr-only">Selecionar</span>
            </TableHead>
          ) : null}
          {columns.map((column) => (
            <TableHead key={column.label} className={column.className}>
              {column.label}
            </TableHead>
          ))}
          {actions ? <TableHead className={cn('text-right', ACTIONS, ACTIONS_HEAD)}>Ações</TableHead> : null}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows
          ? rows.map((row) => <Row key={row.id} {...props} row={row} />)
          : Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
              <TableRow key={index} className="h-[49px]">
                {Array.from({ length: cells }, (_, cell) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
                  <TableCell key={cell}>
                    <Skeleton className="h-4 w-full max-w-28" />
                  </TableCell>
                ))}
              </TableRow>
            ))}
      </TableBody>
    </Table>
  );
}

function Row<R extends { id: string }>(props: DataListProps<R> & { row: R }) {
  const { row, columns, actions, selection } = props;
  const { over, events } = useRowEvents(props, row);
  const link = columns.find((column) => column.link) ?? columns.find((column) => column.card === 'title');
  return (
    <TableRow
      className={cn(props.rowHref && 'relative', over && 'bg-primary-soft hover:bg-primary-soft')}
      {...events}
    >
      {selection ? (
        <TableCell>
          <Choose selection={selection} row={row} />
        </TableCell>
      ) : null}
      {columns.map((column) => (
        <TableCell key={column.label} className={column.className}>
          {column === link ? linked(props, row, draw(column, row)) : draw(column, row)}
        </TableCell>
      ))}
      {actions ? (
        <TableCell className={ACTIONS}>
          <div className="relative z-10 flex items-center justify-end gap-1">{actions(row)}</div>
        </TableCell>
      ) : null}
    </TableRow>
  );
}

type CardsProps<Row> = DataListProps<Row> & {
  /** True if the cards are low, with each label beside its value. */
  low?: boolean;
};

/** The rows as cards, on a phone. */
export function Cards<Row extends { id: string }>(props: CardsProps<Row>) {
  const { label, rows } = props;
  if (!rows) {
    return (
      <div className="grid grid-cols-1 gap-3">
        {Array.from({ length: 5 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <Skeleton key={index} className="h-32 rounded-xl" />
        ))}
      </div>
    );
  }
  return (
    <ul aria-label={label} className={cn('grid grid-cols-1', props.low ? 'gap-2' : 'gap-3')}>
      {rows.map((row) => (
        <RowCard key={row.id} {...props} row={row} />
      ))}
    </ul>
  );
}

function RowCard<R extends { id: string }>(props: CardsProps<R> & { row: R }) {
  const { row, columns, selection, renderCard, low = false } = props;
  const { over, events } = useRowEvents(props, row);
  const actions = props.actions ? (
    <div className="relative z-10 -m-1.5 flex shrink-0 items-center gap-1">{props.actions(row)}</div>
  ) : null;
  const link = (children: ReactNode) => linked(props, row, children);
  const fields = <Fields row={row} columns={columns} low={low} />;
  const choose = selection ? <Choose selection={selection} row={row} /> : null;
  return (
    <li
      className={cn(
        'relative grid grid-cols-1 rounded-xl border bg-card shadow-card',
        low ? 'gap-1.5 px-3.5 py-3' : 'gap-3 p-3.5',
        over && 'bg-primary-soft',
      )}
      {...events}
    >
      {renderCard ? (
        renderCard(row, { link, choose, actions, fields })
      ) : (
        <>
          <div className="flex items-start justify-between gap-2">
            {choose}
            <div className="min-w-0 flex-1">
              {columns
                .filter((column) => column.card === 'title')
                .map((column) => (
                  <div key={column.label}>{link(draw(column, row))}</div>
                ))}
            </div>
            {/* A phone's buttons are 44 px high, with their labels beside the title's first line. */}
            {actions && <div className="shrink-0 max-sm:-mt-1.5">{actions}</div>}
          </div>
          {fields}
        </>
      )}
    </li>
  );
}

function Fields<Row>({ row, columns, low }: { row: Row; columns: readonly Column<Row>[]; low: boolean }) {
  return (
    <Facts className={cn('flex flex-wrap text-dense', low ? 'gap-x-3 gap-y-0.5' : 'gap-y-2')}>
      {columns
        .filter((column) => (column.card ?? 'field') === 'field' && !column.blank?.(row))
        .map((column) => (
          // Two facts stand side by side, unless one has a word (an e-mail) that needs more than half of the width.
          <Fact
            key={column.label}
            label={column.label}
            className={
              low
                ? 'flex max-w-full items-baseline gap-x-1'
                : 'min-w-auto max-w-full grow basis-[calc(50%-0.5rem)]'
            }
          >
            {draw(column, row)}
          </Fact>
        ))}
    </Facts>
  );
}
