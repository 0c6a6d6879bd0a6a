import { Eye, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import {
  TicketSeveridadeBadge,
  TicketStatusBadge,
  TicketTipoBadge,
} from '../../components/tickets/ticket-badges.tsx';
import { type Ticket, usePrefetchTicket } from '../../components/tickets/ticket-queries.ts';
import { Button } from '../../components/ui/button.tsx';
import { LoadingBar } from '../../components/ui/loading-bar.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../components/ui/table.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useMedia } from '../../lib/media.ts';
import { PAGE_SIZE } from './ticket-filters.ts';
import { ticketLink } from './use-opened-ticket.ts';

interface TicketTableProps {
  /** Undefined while the first page loads. */
  rows: readonly Ticket[] | undefined;
  /** Rows of another page or filter are shown until the new ones arrive. */
  stale: boolean;
  /** Tickets of several companies: says whose each is. */
  withCompany: boolean;
  /** Absent: this person may not delete. */
  onDelete?: ((ticket: Ticket) => void) | undefined;
}

/** The tickets of a page: a table, or cards where there is no room for one. */
export function TicketTable(props: TicketTableProps) {
  const narrow = useMedia('(max-width: 767px)');
  const { rows, stale } = props;
  return (
    <div aria-busy={stale || !rows} className="relative">
      <LoadingBar active={stale} label="Carregando tickets" />
      {narrow ? <Cards {...props} /> : <Rows {...props} />}
    </div>
  );
}

/** The whole row is this link: back closes the ticket, and it can be opened in another tab or sent to somebody. */
function TicketLink({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  const { search } = useLocation();
  const prefetch = usePrefetchTicket();
  return (
    <Link
      {...ticketLink(search, ticket.id)}
      onFocus={() => prefetch(ticket.id)}
      className="rounded-sm font-medium text-foreground outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:ring-2 focus-visible:after:ring-ring focus-visible:after:ring-inset hover:text-primary-text"
    >
      {children}
    </Link>
  );
}

function Actions({ ticket, onDelete }: { ticket: Ticket; onDelete: TicketTableProps['onDelete'] }) {
  const { search } = useLocation();
  return (
    <div className="relative z-10 flex items-center justify-end gap-1">
      <Tooltip content="Ver detalhes">
        <Button variant="ghost" size="icon-sm" asChild>
          <Link {...ticketLink(search, ticket.id)} aria-label={`Ver detalhes de ${ticket.titulo}`}>
            <Eye />
          </Link>
        </Button>
      </Tooltip>
      {onDelete ? (
        <Tooltip content="Excluir">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Excluir ${ticket.titulo}`}
            onClick={() => onDelete(ticket)}
          >
            <Trash2 />
          </Button>
        </Tooltip>
      ) : null}
    </div>
  );
}

function Rows({ rows, withCompany, onDelete }: TicketTableProps) {
  const prefetch = usePrefetchTicket();
  const columns = [
    'Status',
    'Título',
    ...(withCompany ? ['Empresa'] : []),
    'Tipo',
    'Prioridade',
    'Criado em',
  ];
  return (
    <Table aria-label="Tickets de suporte">
      <TableHeader>
        <TableRow className="hover:bg-transparent">
          {columns.map((column) => (
            <TableHead key={column}>{column}</TableHead>
          ))}
          <TableHead className="text-right">Ações</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows
          ? rows.map((ticket) => (
              <TableRow key={ticket.id} className="relative" onPointerEnter={() => prefetch(ticket.id)}>
                <TableCell>
                  <TicketStatusBadge status={ticket.status} />
                </TableCell>
                <TableCell className="w-full max-w-0 truncate" title={ticket.titulo}>
                  <TicketLink ticket={ticket}>{ticket.titulo}</TicketLink>
                </TableCell>
                {withCompany ? (
                  <TableCell className="max-w-44 truncate" title={ticket.empresaNome}>
                    {ticket.empresaNome}
                  </TableCell>
                ) : null}
                <TableCell>
                  <TicketTipoBadge tipo={ticket.tipo} />
                </TableCell>
                <TableCell>
                  <TicketSeveridadeBadge severidade={ticket.severidade} />
                </TableCell>
                <TableCell
                  className="whitespace-nowrap tabular-nums"
                  title={formatDateTime(ticket.createdAt)}
                >
                  {formatDate(ticket.createdAt)}
                </TableCell>
                <TableCell>
                  <Actions ticket={ticket} onDelete={onDelete} />
                </TableCell>
              </TableRow>
            ))
          : Array.from({ length: PAGE_SIZE }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
              <TableRow key={index} className="h-[49px]">
                {[...columns, 'Ações'].map((column) => (
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

function Cards({ rows, withCompany, onDelete }: TicketTableProps) {
  const prefetch = usePrefetchTicket();
  if (!rows) {
    return (
      <div className="grid grid-cols-1 gap-3">
        {Array.from({ length: 5 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <Skeleton key={index} className="h-28 rounded-xl" />
        ))}
      </div>
    );
  }
  return (
    <ul aria-label="Tickets de suporte" className="grid grid-cols-1 gap-3">
      {rows.map((ticket) => (
        <li
          key={ticket.id}
          className="relative grid grid-cols-1 gap-2.5 rounded-xl border bg-card p-3.5 shadow-card"
          onPointerEnter={() => prefetch(ticket.id)}
        >
          <div className="flex items-start justify-between gap-2">
            <p className="line-clamp-2 min-w-0 break-words text-[0.9375rem]">
              <TicketLink ticket={ticket}>{ticket.titulo}</TicketLink>
            </p>
            <Actions ticket={ticket} onDelete={onDelete} />
          </div>
          <div className="flex flex-wrap items-center gap-1.5">
            <TicketStatusBadge status={ticket.status} />
            <TicketTipoBadge tipo={ticket.tipo} />
            <TicketSeveridadeBadge severidade={ticket.severidade} />
          </div>
          <p className="text-muted-foreground text-xs tabular-nums">
            {withCompany ? `${ticket.empresaNome} · ` : ''}Criado em {formatDate(ticket.createdAt)}
          </p>
        </li>
      ))}
    </ul>
  );
}
