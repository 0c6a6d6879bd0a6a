import type { ReactNode } from 'react';
import { useMedia } from '../../lib/media.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx';

export interface Column<Row> {
  /** Heading of the column, and the field's name on a card. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** Of the table's cells. */
  className?: string;
  /** Where it stands on a phone's card; a field unless told. `none`: the title already says it. */
  card?: 'title' | 'field' | 'none';
}

interface DataListProps<Row> {
  /** What the list holds, for screen readers: 'Usuários'. */
  label: string;
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  /** Rows of another page or filter are shown until the new ones arrive; the card's `LoadingBar` shows it. */
  stale: boolean;
  columns: readonly Column<Row>[];
  /** Buttons of a row. Absent: the list has no column 'Ações'. */
  actions?: ((row: Row) => ReactNode) | undefined;
  skeletonRows?: number;
}

/** Rows as a table, or as cards where there is no room for one. */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const narrow = useMedia('(max-width: 767px)');
  return (
    <div aria-busy={props.stale || !props.rows}>{narrow ? <Cards {...props} /> : <Rows {...props} />}</div>
  );
}

function Rows<Row extends { id: string }>({
  label,
  rows,
  columns,
  actions,
  skeletonRows = 8,
}: DataListProps<Row>) {
  return (
    <Table aria-label={label}>
      <TableHeader>
        <TableRow className="hover:bg-transparent">
          {columns.map((column) => (
            <TableHead key={column.label} className={column.className}>
              {column.label}
            </TableHead>
          ))}
          {actions ? <TableHead className="text-right">Ações</TableHead> : null}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows
          ? rows.map((row) => (
              <TableRow key={row.id}>
                {columns.map((column) => (
                  <TableCell key={column.label} className={column.className}>
                    {column.cell(row)}
                  </TableCell>
                ))}
                {actions ? (
                  <TableCell>
                    <div className="flex items-center justify-end gap-1">{actions(row)}</div>
                  </TableCell>
                ) : null}
              </TableRow>
            ))
          : Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
              <TableRow key={index} className="h-[49px]">
                {columns.map((column) => (
                  <TableCell key={column.label}>
                    <Skeleton className="h-4 w-full max-w-28" />
                  </TableCell>
                ))}
                {actions ? (
                  <TableCell>
                    <Skeleton className="ml-auto h-4 w-16" />
                  </TableCell>
                ) : null}
              </TableRow>
            ))}
      </TableBody>
    </Table>
  );
}

function Cards<Row extends { id: string }>({ label, rows, columns, actions }: DataListProps<Row>) {
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
  const title = columns.filter((column) => column.card === 'title');
  const fields = columns.filter((column) => (column.card ?? 'field') === 'field');
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-3">
      {rows.map((row) => (
        <li key={row.id} className="grid grid-cols-1 gap-3 rounded-xl border bg-card p-3.5 shadow-card">
          <div className="flex items-start justify-between gap-2">
            <div className="min-w-0 flex-1">
              {title.map((column) => (
                <div key={column.label}>{column.cell(row)}</div>
              ))}
            </div>
            {actions ? <div className="flex shrink-0 items-center gap-1">{actions(row)}</div> : null}
          </div>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-[0.8125rem]">
            {fields.map((column) => (
              <div key={column.label} className="min-w-0">
                <dt className="text-muted-foreground text-xs">{column.label}</dt>
                <dd className="break-words">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
