import { type DragEvent, type ReactNode, useState } from 'react';
import { href, paths } from '../../app/paths.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../components/ui/table.tsx';
import { formatDateTime, formatNumber, formatPhone } from '../../lib/format.ts';

import { cn } from '../../lib/utils.ts';
import { CallActions, type CallHandlers } from './call-actions.tsx';
import { FileIndicator } from './file-indicator.tsx';
import { type CallRow, callLabel } from './logic/call-row.ts';
import { PAGE_SIZE } from './logic/filters.ts';

interface CallsListProps {
  /** Undefined while the first page loads. */
  rows: CallRow[] | undefined;
  /** Rows of another page or filter are shown until the new ones arrive. */
  stale: boolean;
  handlers: CallHandlers;
  /** Cards instead of a table. */
  narrow: boolean;
}

/** The calls of a page: a table, or cards where there is no room for one. */
export function CallsList({ rows, stale, handlers, narrow }: CallsListProps) {
  return (
    <div aria-busy={stale || !rows}>
      {narrow ? <Cards rows={rows} handlers={handlers} /> : <Rows rows={rows} handlers={handlers} />}
    </div>
  );
}

const seconds = (value: number | null) => (value === null ? '-' : formatNumber(value));

/** The whole row is this link: middle click, Ctrl+click and the keyboard work as on any link. */
function CallLink({ row, children }: { row: CallRow; children: ReactNode }) {
  return (
    <a
      href={href(paths.analiseLigacao, { itemId: row.id })}
      target="_blank"
      rel="noopener"
      className="rounded-sm font-medium text-foreground outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:ring-2 focus-visible:after:ring-ring focus-visible:after:ring-inset hover:text-primary-text"
    >
      {children}
      <span className="sr-only"> (abre a análise em nova janela)</span>
    </a>
  );
}

/** A recording dropped on a call is meant for it. */
function useDrop(row: CallRow, handlers: CallHandlers) {
  const [over, setOver] = useState(false);
  const accepts = handlers.allowed.update && !row.dados_apagados_em && row.status !== 'processando';
  return {
    over,
    props: accepts
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
            if (file) handlers.onUpload(row, file);
          },
        }
      : {},
  };
}

const COLUMNS = ['Status', 'Número', 'Nome', 'Ramal', 'Início da chamada', 'Duração (s)', 'Criada em'];

function Rows({ rows, handlers }: { rows: CallRow[] | undefined; handlers: CallHandlers }) {
  return (
    <Table aria-label="Ligações do projeto" className="text-[0.8125rem] [&_td]:px-2 [&_th]:px-2">
      <TableHeader>
        <TableRow className="hover:bg-transparent">
          {COLUMNS.map((column) => (
            <TableHead key={column} className={column.startsWith('Duração') ? 'text-right' : undefined}>
              {column}
            </TableHead>
          ))}
          <TableHead className="text-right">Ações</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows
          ? rows.map((row) => <Row key={row.id} row={row} handlers={handlers} />)
          : Array.from({ length: PAGE_SIZE }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
              <TableRow key={index} className="h-[49px]">
                {[...COLUMNS, 'Ações'].map((column) => (
                  <TableCell key={column}>
                    <Skeleton className="h-4 w-full max-w-28" />
                  </TableCell>
                ))}
              </TableRow>
            ))}
      </TableBody>
    </Table>
  );
}

function Row({ row, handlers }: { row: CallRow; handlers: CallHandlers }) {
  const drop = useDrop(row, handlers);
  return (
    <TableRow
      className={cn('relative', drop.over && 'bg-primary-soft hover:bg-primary-soft')}
      {...drop.props}
    >
      <TableCell>
        <FileIndicator row={row} />
      </TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">
        <CallLink row={row}>{row.numero_destino ? formatPhone(row.numero_destino) : 'N/A'}</CallLink>
      </TableCell>
      <TableCell className="w-full max-w-0 truncate" title={row.nome_entrevistado ?? undefined}>
        {row.nome_entrevistado || 'N/A'}
      </TableCell>
      <TableCell className="tabular-nums">{row.ramal || '-'}</TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">{formatDateTime(row.call_start_time)}</TableCell>
      <TableCell className="text-right tabular-nums">{seconds(row.call_duration)}</TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">{formatDateTime(row.created_at)}</TableCell>
      <TableCell>
        <CallActions row={row} handlers={handlers} />
      </TableCell>
    </TableRow>
  );
}

function Cards({ rows, handlers }: { rows: CallRow[] | undefined; handlers: CallHandlers }) {
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
    <ul aria-label="Ligações do projeto" className="grid grid-cols-1 gap-3">
      {rows.map((row) => (
        <CardRow key={row.id} row={row} handlers={handlers} />
      ))}
    </ul>
  );
}

function CardRow({ row, handlers }: { row: CallRow; handlers: CallHandlers }) {
  return (
    <li className="relative grid grid-cols-1 gap-2.5 rounded-xl border bg-card p-3.5 shadow-card">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="text-base tabular-nums">
            <CallLink row={row}>{callLabel(row)}</CallLink>
          </p>
          <p className="truncate text-muted-foreground">{row.nome_entrevistado || 'N/A'}</p>
        </div>
        <CallActions row={row} handlers={handlers} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-xs [&_dd]:tabular-nums [&_dt]:text-muted-foreground">
        <div>
          <dt>Início da chamada</dt>
          <dd>{formatDateTime(row.call_start_time)}</dd>
        </div>
        <div>
          <dt>Criada em</dt>
          <dd>{formatDateTime(row.created_at)}</dd>
        </div>
        <div>
          <dt>Duração (s)</dt>
          <dd>{seconds(row.call_duration)}</dd>
        </div>
        <div>
          <dt>Ramal</dt>
          <dd>{row.ramal || '-'}</dd>
        </div>
      </dl>
      <FileIndicator row={row} />
    </li>
  );
}
