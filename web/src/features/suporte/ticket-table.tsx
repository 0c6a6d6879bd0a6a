import { Eye, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import {
  TicketSeveridadeBadge,
  TicketStatusBadge,
  TicketTipoBadge,
} from '../../domain/tickets/ticket-badges.tsx';
import { type Ticket, usePrefetchTicket } from '../../domain/tickets/ticket-queries.ts';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { formatDate, formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { ticketLink } from './use-opened-ticket.ts';

export const PAGE_SIZE = 10;

interface TicketTableProps {
  /** Tickets of the shown page; undefined while the first page loads. */
  rows: readonly Ticket[] | undefined;
  /** True while the rows of the previous page or filter stay on screen, until the new rows are loaded. */
  stale: boolean;
  withCompany: boolean;
  /** Deletes a ticket; absent if the person may not delete tickets. */
  onDelete?: ((ticket: Ticket) => void) | undefined;
}

function columnsOf(withCompany: boolean): readonly Column<Ticket>[] {
  return [
    { label: 'Status', cell: ({ status }) => <TicketStatusBadge status={status} /> },
    { label: 'Título', card: 'title', className: 'w-full max-w-0', text: ({ titulo }) => titulo },
    ...(withCompany
      ? [{ label: 'Empresa', className: 'max-w-44', text: ({ empresaNome }: Ticket) => empresaNome }]
      : []),
    { label: 'Tipo', cell: ({ tipo }) => <TicketTipoBadge tipo={tipo} /> },
    { label: 'Prioridade', cell: ({ severidade }) => <TicketSeveridadeBadge severidade={severidade} /> },
    {
      label: 'Criado em',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatDate(createdAt)}</span>,
    },
  ];
}

/**
 * The tickets of a page. A row links to the list with the ticket open over it: Back closes the ticket, and the address
 * can be shared.
 */
export function TicketTable({ rows, stale, withCompany, onDelete }: TicketTableProps) {
  const { search } = useLocation();
  const prefetch = usePrefetchTicket();
  return (
    <DataList
      label="Tickets de suporte"
      rows={rows}
      stale={stale}
      columns={columnsOf(withCompany)}
      skeletonRows={PAGE_SIZE}
      rowHref={({ id }) => ticketLink(search, id)}
      onRowIntent={({ id }) => prefetch(id)}
      actions={(ticket) => <Actions ticket={ticket} onDelete={onDelete} />}
      renderCard={(ticket, { link, actions }) => (
        <TicketCard ticket={ticket} title={link(ticket.titulo)} actions={actions} withCompany={withCompany} />
      )}
    />
  );
}

function Actions({ ticket, onDelete }: { ticket: Ticket; onDelete: TicketTableProps['onDelete'] }) {
  const { search } = useLocation();
  return (
    <>
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
    </>
  );
}

interface TicketCardProps {
  ticket: Ticket;
  title: ReactNode;
  actions: ReactNode;
  withCompany: boolean;
}

/** A ticket on a phone, where badges show status, kind and priority without labels. */
function TicketCard({ ticket, title, actions, withCompany }: TicketCardProps) {
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0 text-lead">{title}</div>
        {actions}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <TicketStatusBadge status={ticket.status} />
        <TicketTipoBadge tipo={ticket.tipo} />
        <TicketSeveridadeBadge severidade={ticket.severidade} />
      </div>
      <p className="text-muted-foreground text-xs tabular-nums">
        {withCompany ? `${ticket.empresaNome} · ` : ''}Criado em {formatDate(ticket.createdAt)}
      </p>
    </>
  );
}
