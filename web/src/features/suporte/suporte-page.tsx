import { listTickets } from '@escuta/shared/contracts/accounts/suporte';
import {
  SEVERIDADE_LABEL,
  SEVERIDADES,
  STATUS_TICKET,
  STATUS_TICKET_LABEL,
  TIPO_TICKET_LABEL,
  TIPOS_TICKET,
} from '@escuta/shared/domain/accounts/tickets';
import { FILTROS_TICKET } from '@escuta/shared/domain/filters/lists/tickets';
import { LifeBuoy, Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { CompanyPicker } from '../../domain/company/company-picker.tsx';
import { CreateTicketDialog } from '../../domain/tickets/create-ticket-dialog.tsx';
import { DeleteTicketDialog, TicketDetail } from '../../domain/tickets/ticket-detail.tsx';
import { FRESH_MS, type Ticket, ticketListError } from '../../domain/tickets/ticket-queries.ts';
import { useDeleteTicket } from '../../domain/tickets/use-ticket-actions.ts';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { anId } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useRefresh } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { ALL_COMPANIES, companyQuery, TicketStats } from './ticket-stats.tsx';
import { PAGE_SIZE, TicketTable } from './ticket-table.tsx';
import { useOpenedTicket } from './use-opened-ticket.ts';

const TABLE = filterTable(FILTROS_TICKET, {
  q: 'search',
  status: { all: 'Todos os status', options: optionsOf(STATUS_TICKET, STATUS_TICKET_LABEL) },
  tipo: { all: 'Todos os tipos', options: optionsOf(TIPOS_TICKET, TIPO_TICKET_LABEL) },
  severidade: {
    all: 'Todas as prioridades',
    options: optionsOf(SEVERIDADES, SEVERIDADE_LABEL),
    className: 'sm:w-48',
  },
});

/** Filters in the address. `empresa`: absent for the person's own company; administrators can name another or all. */
const READERS = {
  ...TABLE.readers,
  empresa: (value: string) => (value === ALL_COMPANIES ? value : anId(value)),
};

/** Value of the tab with all tickets; not '', because Radix allows no empty value. */
const ALL = 'todos';
const TABS = [
  { value: ALL, label: 'Todos' },
  { value: 'aberto', label: 'Abertos' },
  { value: 'em_andamento', label: 'Em Andamento' },
  { value: 'resolvido', label: 'Resolvidos' },
  { value: 'fechado', label: 'Fechados' },
] as const;

/** 'Suporte' (specification 1, §2.9): tickets of the person's company; administrators can choose another or all. */
export default function SuportePage() {
  const { empresaId, papel } = useRequiredSession();
  const isAdmin = papel === 'admin';
  const can = useCan();
  const refresh = useRefresh('tickets');
  const opened = useOpenedTicket();
  const remove = useDeleteTicket();
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Ticket | null>(null);
  // Only administrators may choose a company; other people see their own company, whatever the address says.
  const companyOf = (asked: string | undefined) => (isAdmin && asked) || '';
  const list = useList(
    listTickets,
    READERS,
    ({ empresa, ...asked }) => ({
      query: { limit: PAGE_SIZE, ...TABLE.ask(asked), ...companyQuery(companyOf(empresa)) },
    }),
    { keeps: ['empresa'], rowsOf: ({ tickets }) => tickets, staleTime: FRESH_MS },
  );
  const empresa = companyOf(list.asked.empresa);
  // The tabs and the select control the same filter (specification 1, §2.9).
  const status = list.filters.status || ALL;
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
        description="Dúvidas, erros e sugestões da sua equipe, com o status de cada um."
        actions={
          <>
            {isAdmin ? (
              // For the person's own company the address has no parameter.
              <CompanyPicker
                className="w-56"
                label="Empresa"
                noneLabel="Todas as empresas"
                value={empresa === ALL_COMPANIES ? '' : empresa || (empresaId ?? '')}
                onValueChange={(id) =>
                  list.change({ empresa: id === '' ? ALL_COMPANIES : id === empresaId ? '' : id })
                }
              />
            ) : null}
            {create}
          </>
        }
        className="mb-0"
      />
      <TicketStats empresa={empresa} />
      <Card className="p-4 sm:p-5">
        <Tabs value={status} onValueChange={(value) => list.change({ status: READERS.status(value) })}>
          <TabsList aria-label="Status dos tickets">
            {TABS.map((tab) => (
              <TabsTrigger key={tab.value} value={tab.value}>
                {tab.label}
              </TabsTrigger>
            ))}
          </TabsList>
          {/* All tabs share a panel, so that a half-typed search stays. */}
          <TabsContent value={status}>
            <ListPanel
              bare
              list={list}
              search={{ label: 'Buscar tickets', placeholder: 'Buscar por título ou descrição…' }}
              filters={<FilterControls table={TABLE} list={list} />}
              tools={
                <Tooltip content="Atualizar">
                  <Button
                    variant="outline"
                    size="icon"
                    aria-label="Atualizar"
                    aria-busy={list.fetching}
                    onClick={() => void refresh()}
                  >
                    <RotateCw className={cn(list.fetching && 'animate-spin')} />
                  </Button>
                </Tooltip>
              }
              errorTitle={ticketListError}
              noun="tickets"
              nothing="Nenhum ticket encontrado"
              empty={{
                icon: <LifeBuoy />,
                title: 'Nenhum ticket encontrado',
                description:
                  'Abra um ticket quando algo não funcionar, ou para fazer uma pergunta ou uma sugestão.',
                action: create,
              }}
              pages="words"
            >
              {(rows, stale) => (
                <TicketTable
                  rows={rows}
                  stale={stale}
                  withCompany={empresa === ALL_COMPANIES}
                  onDelete={can('ticket', 'delete') ? setDeleting : undefined}
                />
              )}
            </ListPanel>
          </TabsContent>
        </Tabs>
      </Card>
      <CreateTicketDialog
        open={creating}
        onClose={() => setCreating(false)}
        // If all companies are shown (null), the form asks for the new ticket's company.
        empresaId={empresa === ALL_COMPANIES ? null : empresa || empresaId}
      />
      <TicketDetail id={opened.id} onClose={opened.close} canEdit />
      <DeleteTicketDialog
        ticket={deleting}
        onClose={() => setDeleting(null)}
        onConfirm={() => remove(deleting?.id ?? '')}
      />
    </div>
  );
}
