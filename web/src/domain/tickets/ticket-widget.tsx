import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { formatDayMonth } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CreateTicketDialog } from './create-ticket-dialog.tsx';
import {
  TicketSeveridadeBadge,
  TicketStatusBadge,
  TicketStatusIcon,
  TicketTipoBadge,
} from './ticket-badges.tsx';
import { TicketDetail } from './ticket-detail.tsx';
import { type Ticket, ticketListError, ticketListQuery, usePrefetchTicket } from './ticket-queries.ts';

interface TicketWidgetProps {
  title?: string;
  limit?: number;
  /** Opens the page of all tickets; without it there is no button 'Ver todos'. */
  onViewAll?: (() => void) | undefined;
}

/** The company's latest support tickets, to open and answer from any page. */
export function TicketWidget({ title = 'Tickets de Suporte', limit = 5, onViewAll }: TicketWidgetProps) {
  const { empresaId } = useRequiredSession();
  const can = useCan();
  const headingId = useId();
  const query = useQuery(ticketListQuery({ page: 1, limit }));
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const tickets = query.data?.tickets;
  return (
    <Card className="flex flex-col gap-3 p-5" role="region" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={headingId} className="font-semibold text-base leading-snug">
          {title}
        </h2>
        {can('ticket', 'create') ? (
          <Button variant="outline" size="sm" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            Novo Ticket
          </Button>
        ) : null}
      </div>
      {tickets === undefined ? (
        query.error ? (
          <ErrorState
            title={ticketListError(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            className="py-6"
          />
        ) : (
          <WidgetSkeleton />
        )
      ) : tickets.length === 0 ? (
        <EmptyState
          icon={<LifeBuoy />}
          title="Nenhum ticket de suporte"
          description={'Clique em "Novo Ticket" para criar o primeiro'}
          className="py-8"
        />
      ) : (
        <ul aria-label={title} className="-mx-2 grid grid-cols-1 gap-0.5">
          {tickets.map((ticket) => (
            <WidgetRow key={ticket.id} ticket={ticket} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {onViewAll ? (
        <Button variant="ghost" size="sm" onClick={onViewAll}>
          Ver todos
        </Button>
      ) : null}
      <CreateTicketDialog open={creating} onClose={() => setCreating(false)} empresaId={empresaId} />
      <TicketDetail id={opened} onClose={() => setOpened(null)} canEdit />
    </Card>
  );
}

function WidgetRow({ ticket, onOpen }: { ticket: Ticket; onOpen: (id: string) => void }) {
  const prefetch = usePrefetchTicket();
  return (
    <li>
      <button
        type="button"
        className="focus-ring flex w-full items-start gap-2.5 rounded-md px-2 py-2 text-left hover:bg-accent/60"
        onClick={() => onOpen(ticket.id)}
        onPointerEnter={() => prefetch(ticket.id)}
        onFocus={() => prefetch(ticket.id)}
      >
        <TicketStatusIcon status={ticket.status} className="mt-0.5" />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate font-medium text-sm">{ticket.titulo}</span>
            <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
              {formatDayMonth(ticket.createdAt)}
            </span>
          </span>
          <span className="truncate text-muted-foreground text-xs">{ticket.descricao}</span>
          <span className="flex flex-wrap gap-1.5">
            <TicketStatusBadge status={ticket.status} />
            <TicketTipoBadge tipo={ticket.tipo} />
            {ticket.severidade === 'critica' ? (
              <TicketSeveridadeBadge severidade={ticket.severidade} />
            ) : null}
          </span>
        </span>
      </button>
    </li>
  );
}

function WidgetSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">Carregando…</span>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex gap-2.5" data-testid="ticket-carregando">
          <Skeleton className="size-5 rounded-full" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-5 w-32 rounded-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
