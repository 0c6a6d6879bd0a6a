import { deleteLead, listLeads, updateLead } from '@escuta/shared/contracts/accounts/leads';
import { FILTROS_LEAD } from '@escuta/shared/domain/filters/lists/accounts';
import { Check, Inbox, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { formatDateTime, formatPhone } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { LeadContact } from './lead-contact.tsx';

type Lead = Wire<typeof listLeads>['data'][number];

const TABLE = filterTable(FILTROS_LEAD, {
  q: 'search',
  situacao: {
    all: 'Novos e atendidos',
    options: optionsOf(['novo', 'atendido'], { novo: 'Novos', atendido: 'Atendidos' }),
  },
});

const COLUMNS: readonly Column<Lead>[] = [
  {
    label: 'Nome e e-mail',
    card: 'title',
    className: 'max-w-64',
    cell: (lead) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={lead.nome}>
          {lead.nome}
        </p>
        <p className="truncate text-muted-foreground text-xs" title={lead.email}>
          {lead.email}
        </p>
        {lead.plano ? <p className="truncate text-xs">Plano {lead.plano}</p> : null}
      </div>
    ),
  },
  {
    label: 'Telefone',
    className: 'whitespace-nowrap tabular-nums',
    cell: (lead) => formatPhone(lead.telefone),
  },
  {
    label: 'Pedido em',
    className: 'whitespace-nowrap tabular-nums',
    cell: (lead) => formatDateTime(lead.created_at),
  },
  {
    label: 'Situação',
    cell: (lead) =>
      lead.atendido_em ? (
        <span className="grid gap-0.5">
          <Badge variant="success">Atendido</Badge>
          <span className="text-muted-foreground text-xs">
            {formatDateTime(lead.atendido_em)}
            {lead.atendido_por ? ` · ${lead.atendido_por}` : ''}
          </span>
        </span>
      ) : (
        <Badge variant="warning">Novo</Badge>
      ),
  },
];

/** 'Leads': requests for a demonstration, for administrators. */
export default function LeadsPage() {
  const list = useList(listLeads, TABLE.readers, (asked) => ({ query: { limit: 20, ...TABLE.ask(asked) } }));
  const mark = useApiMutation(updateLead, {
    done: ({ data }) => (data.atendido_em ? 'Pedido marcado como atendido' : 'Pedido marcado como novo'),
    failed: 'Erro ao atualizar o pedido',
  });
  const [deleting, setDeleting] = useState<Lead | null>(null);
  const remove = useApiMutation(deleteLead, {
    done: 'Pedido excluído',
    failed: 'Erro ao excluir o pedido',
  });

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Leads"
        description="Pedidos de demonstração feitos no site, do mais recente ao mais antigo."
        className="mb-0"
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar pedidos', placeholder: 'Nome, e-mail ou telefone' }}
        errorTitle="Erro ao buscar os pedidos de demonstração"
        noun="pedidos"
        nothing="Nenhum pedido encontrado"
        empty={{
          icon: <Inbox />,
          title: 'Nenhum pedido de demonstração',
          description: 'Os pedidos feitos em “Solicitar Demo” no site aparecem aqui.',
        }}
        filters={<FilterControls table={TABLE} list={list} />}
      >
        {(rows, stale) => (
          <DataList
            label="Pedidos de demonstração"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            actions={(lead) => {
              const busy = mark.running.some(({ params }) => params.id === lead.id);
              const label = lead.atendido_em ? 'Marcar como novo' : 'Marcar como atendido';
              return (
                <>
                  <LeadContact {...lead} />
                  <Button
                    variant="outline"
                    size="sm"
                    loading={busy}
                    aria-label={`${label}: ${lead.nome}`}
                    onClick={() =>
                      void mark.attempt({
                        params: { id: lead.id },
                        body: { atendido: lead.atendido_em === null },
                      })
                    }
                  >
                    {busy ? null : lead.atendido_em ? (
                      <Undo2 aria-hidden="true" />
                    ) : (
                      <Check aria-hidden="true" />
                    )}
                    <span className="max-xl:sr-only">{label}</span>
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Excluir pedido de ${lead.nome}`}
                    onClick={() => setDeleting(lead)}
                  >
                    <Trash2 />
                  </Button>
                </>
              );
            }}
          />
        )}
      </ListPanel>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={`Excluir o pedido de ${deleting?.nome ?? ''}?`}
        description="Nome, e-mail e telefone são excluídos para sempre. O registro de ações mostra apenas que o pedido foi excluído, sem o nome."
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (deleting ? remove.run({ params: { id: deleting.id } }) : undefined)}
      />
    </div>
  );
}
