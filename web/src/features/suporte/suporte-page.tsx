import { listTickets } from '@escuta/shared/contracts/suporte';
import type { StatusTicket } from '@escuta/shared/domain/tickets';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { LifeBuoy, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { CreateTicketDialog } from '../../components/tickets/create-ticket-dialog.tsx';
import { DeleteTicketDialog, TicketDetail } from '../../components/tickets/ticket-detail.tsx';
import {
  refreshTicketLists,
  type Ticket,
  ticketListError,
  ticketListQuery,
} from '../../components/tickets/ticket-queries.ts';
import { useDeleteTicket } from '../../components/tickets/use-ticket-actions.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useCan } from '../../lib/permissions.ts';
import { queryKey } from '../../lib/query.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { CompanyFilter, FiltersBar } from './filters-bar.tsx';
import {
  ALL_COMPANIES,
  companyQuery,
  isNarrowed,
  NO_FILTERS,
  PAGE_SIZE,
  TICKET_FILTERS,
  type TicketFilters,
} from './ticket-filters.ts';
import { TicketPagination } from './ticket-pagination.tsx';
import { TicketStats } from './ticket-stats.tsx';
import { TicketTable } from './ticket-table.tsx';
import { useOpenedTicket } from './use-opened-ticket.ts';

/** Radix takes no empty value for a tab. */
const ALL = 'todos';
const TABS: readonly { value: StatusTicket | typeof ALL; label: string }[] = [
  { value: ALL, label: 'Todos' },
  { value: 'aberto', label: 'Abertos' },
  { value: 'em_andamento', label: 'Em Andamento' },
  { value: 'resolvido', label: 'Resolvidos' },
  { value: 'fechado', label: 'Fechados' },
];

/** 'Suporte' (specification 1, §2.9): the company's tickets; every company's for an administrator who asks. */
export default function SuportePage() {
  const { empresaId, papel } = useRequiredSession();
  const isAdmin = papel === 'admin';
  const can = useCan();
  const client = useQueryClient();
  const { filters: read, change } = useListFilters(TICKET_FILTERS);
  // An address made by an administrator shows others their own company.
  const filters = isAdmin ? read : { ...read, empresa: '' };
  const opened = useOpenedTicket();
  const [creating, setCreating] = useState(false);
  const refreshing = useIsFetching({ queryKey: queryKey(listTickets) }) > 0;

  // Where every company is shown, whose a new ticket is has to be said.
  const newTicketCompany = filters.empresa === ALL_COMPANIES ? null : filters.empresa || empresaId;
  const create = can('ticket', 'create') ? (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Novo Ticket
    </Button>
  ) : null;

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Suporte"
        description="Dúvidas, erros e sugestões da sua equipe, e em que pé cada um está."
        actions={
          <>
            {isAdmin ? (
              <CompanyFilter empresa={filters.empresa} onChange={(empresa) => change({ empresa })} />
            ) : null}
            {create}
          </>
        }
        className="mb-0"
      />
      <TicketStats empresa={filters.empresa} />
      <Card className="p-4 sm:p-5">
        <Tabs
          value={filters.status || ALL}
          onValueChange={(value) => change({ status: value === ALL ? '' : value })}
        >
          <TabsList aria-label="Status dos tickets">
            {TABS.map((tab) => (
              <TabsTrigger key={tab.value} value={tab.value}>
                {tab.label}
              </TabsTrigger>
            ))}
          </TabsList>
          {/* One panel for every tab: what is being typed into the search stays when another is chosen. */}
          <TabsContent value={filters.status || ALL} className="grid grid-cols-1 gap-4">
            <FiltersBar
              filters={filters}
              onChange={change}
              onRefresh={() => void refreshTicketLists(client)}
              refreshing={refreshing}
            />
            <TicketList filters={filters} onChange={change} action={create} />
          </TabsContent>
        </Tabs>
      </Card>
      <CreateTicketDialog open={creating} onClose={() => setCreating(false)} empresaId={newTicketCompany} />
      <TicketDetail id={opened.id} onClose={opened.close} canEdit />
    </div>
  );
}

interface TicketListProps {
  filters: TicketFilters;
  onChange: (change: Partial<TicketFilters>) => void;
  /** Leads out of an empty list. */
  action: ReactNode;
}

/** The tickets that the filters leave, page by page. */
function TicketList({ filters, onChange, action }: TicketListProps) {
  const can = useCan();
  const remove = useDeleteTicket();
  const [deleting, setDeleting] = useState<Ticket | null>(null);
  const query = useQuery(
    ticketListQuery({
      page: filters.page,
      limit: PAGE_SIZE,
      q: filters.q || undefined,
      status: (filters.status || undefined) as Ticket['status'] | undefined,
      tipo: (filters.tipo || undefined) as Ticket['tipo'] | undefined,
      severidade: (filters.severidade || undefined) as Ticket['severidade'] | undefined,
      ...companyQuery(filters.empresa),
    }),
  );
  const { data } = query;
  const lastPage = data?.pagination.totalPages ?? 0;
  // The last row of the last page went away, or an old address names a page too far: show the last one.
  const beyond = data !== undefined && !query.isPlaceholderData && data.tickets.length === 0 && lastPage > 0;
  useEffect(() => {
    if (beyond && filters.page > lastPage) onChange({ page: lastPage });
  }, [beyond, filters.page, lastPage, onChange]);

  if (query.error && !data) {
    return (
      <ErrorState
        title={ticketListError(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (data && data.tickets.length === 0 && !beyond) {
    return isNarrowed(filters) ? (
      <EmptyState
        icon={<SearchX />}
        title="Nenhum ticket encontrado"
        description="Nada corresponde à busca e aos filtros escolhidos."
        action={
          <Button variant="outline" onClick={() => onChange(NO_FILTERS)}>
            Limpar filtros
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={<LifeBuoy />}
        title="Nenhum ticket encontrado"
        description="Abra um ticket quando algo não funcionar, ou para perguntar e sugerir."
        action={action}
      />
    );
  }
  return (
    <>
      {query.error ? (
        <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          Não foi possível atualizar a lista; os dados abaixo podem estar desatualizados.{' '}
          <Button variant="link" size="inline" onClick={() => void query.refetch()}>
            Tentar novamente
          </Button>
        </p>
      ) : null}
      <TicketTable
        rows={data?.tickets}
        stale={query.isPlaceholderData}
        withCompany={filters.empresa === ALL_COMPANIES}
        onDelete={can('ticket', 'delete') ? setDeleting : undefined}
      />
      {data ? <TicketPagination {...data.pagination} onPageChange={(page) => onChange({ page })} /> : null}
      <DeleteTicketDialog
        ticket={deleting}
        onClose={() => setDeleting(null)}
        onConfirm={() => remove.mutateAsync(deleting?.id ?? '')}
      />
    </>
  );
}
