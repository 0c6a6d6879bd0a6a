import { getProjeto, listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { asListAddress, listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import { useQuery } from '@tanstack/react-query';
import { PhoneOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { BulkRunButton } from '../../domain/calls/bulk-run-button.tsx';
import { SavedFilters } from '../../domain/calls/saved-filters.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { useItemActions } from '../../domain/items/use-item-actions.tsx';
import { NoTemplatesNotice } from '../../domain/templates/no-templates-notice.tsx';
import { RememberedBasis } from '../../kit/list/date-basis.tsx';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { CallFilterChips, CallFilterControls } from './call-filters.tsx';
import { CallsList, PAGE_SIZE } from './calls-list.tsx';
import { ColumnChoice, useColumns } from './column-choice.tsx';
import { KEEPS, offeredOrders, READERS } from './logic/list-address.ts';
import { MetricCards } from './metric-cards.tsx';
import { RefusedProject } from './refused-project.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useCallSelection } from './use-call-selection.ts';
import { useSelectionActions } from './use-selection-actions.tsx';
import { ImportSheet, SendRecordings } from './ways-in.tsx';

const NEW_CALL = partOf(async () => (await import('./new-call-dialog.tsx')).NewCallDialog);

const TITULO = 'Relatório de Ligações';

/** 'Relatório de Ligações' of a call-center project. */
export default function LigacoesPage() {
  const { projectId = '' } = useParams();
  const project = useQuery({
    ...apiQuery(getProjeto, { params: { id: projectId } }),
    select: (answer) => answer.data,
  });
  useDocumentTitle(project.data ? `Ligações de ${project.data.nome}` : null);
  const invalid = project.data !== undefined && project.data.tipo_projeto !== 'call_center';
  if (invalid || (project.error && !project.data)) {
    return (
      <>
        <PageHeader title={TITULO} />
        <RefusedProject project={project} />
      </>
    );
  }
  return (
    <RememberedBasis padrao="entrada">
      <Report projetoId={projectId} nome={project.data?.nome} empresaId={project.data?.empresa_id} />
    </RememberedBasis>
  );
}

/** What an address says, as it stands there: the day of entry is not written. */
function said(address: object | null): Record<string, string> {
  const given = Object.entries(address ?? {}).filter(([key, value]) => key !== 'data' || value !== 'entrada');
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
}

interface ReportProps {
  projetoId: string;
  nome: string | undefined;
  /** Undefined while the project loads. */
  empresaId: string | undefined;
}

function Report({ projetoId, nome, empresaId }: ReportProps) {
  const can = useCan();
  const mayCreate = can('audit_item', 'create');
  const [creating, setCreating] = useState(false);
  const actions = useItemActions('ligacoes');

  const list = useList(
    listItensDoProjeto,
    READERS,
    (asked) => ({ params: { id: projetoId }, query: { limit: PAGE_SIZE, ...asked } }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  const { filters, change } = list;
  const filtro = listFilter(list.asked);
  const total = { n: list.pagination?.total ?? 0, exact: list.pagination?.totalExato ?? true };
  const selection = useCallSelection(list.rows, filtro, total);
  const columns = useColumns(useRequiredSession().user.id);
  const chosen = useSelectionActions(projetoId, selection);
  const orders = offeredOrders(filters);

  const create = mayCreate ? (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Nova Ligação
    </Button>
  ) : null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={TITULO}
        back={{ to: href(paths.projeto, { id: projetoId }), label: nome ?? 'Projeto' }}
        actions={
          <>
            {mayCreate ? <ImportSheet projetoId={projetoId} /> : null}
            <ExportButton
              alvo={{
                tipo: 'ligacoes',
                alvo: { tipo: 'projeto', id: projetoId },
                selecao: { filtro, exceto: [] },
              }}
            />
            {mayCreate ? <SendRecordings projetoId={projetoId} /> : null}
            <BulkRunButton projetoId={projetoId} selecao={{ filtro, exceto: [] }} />
            {create}
          </>
        }
        className="mb-0"
      />

      {can('result', 'process') ? <NoTemplatesNotice projetoId={projetoId} /> : null}
      <MetricCards
        projetoId={projetoId}
        dias={{ data: list.asked.data, de: list.asked.de, ate: list.asked.ate }}
      />

      <ListPanel
        list={list}
        search={{ label: 'Buscar ligações', placeholder: 'Telefone, nome ou status' }}
        filters={
          <>
            <CallFilterControls
              projetoId={projetoId}
              empresaId={empresaId}
              rows={list.rows}
              filters={filters}
              change={change}
            />
            <FilterSelect label="Ordem" allLabel="Mais recentes" {...list.bind('ordem')} options={orders} />
          </>
        }
        tools={
          <>
            <SavedFilters
              filtro={filtro}
              onChoose={(kept) => {
                const none = Object.fromEntries(Object.keys(READERS).map((key) => [key, '']));
                change({ ...none, ...said(asListAddress(kept)) } as Partial<typeof filters>);
              }}
            />
            <ColumnChoice {...columns} />
          </>
        }
        chips={
          <CallFilterChips
            projetoId={projetoId}
            conditions={filtro.todas}
            filters={filters}
            change={change}
          />
        }
        errorTitle="Erro ao carregar dados das ligações"
        noun="ligações"
        nothing="Nenhuma ligação encontrada"
        empty={{
          icon: <PhoneOff />,
          title: 'Nenhuma ligação registrada',
          description:
            'Registre a primeira ligação deste projeto e envie a gravação para receber transcrição e insights.',
          action: create,
        }}
      >
        {(rows, stale) => (
          <>
            <SelectionBar selection={selection} total={total} actions={chosen.actions} />
            <CallsList
              rows={rows}
              stale={stale}
              actions={actions}
              shown={columns.shown}
              selection={selection}
            />
            {total.exact ? null : (
              <Button
                variant="ghost"
                size="sm"
                className="w-fit justify-self-start"
                onClick={() => change({ total: 'exato', page: filters.page })}
              >
                Contar todas
              </Button>
            )}
          </>
        )}
      </ListPanel>

      {chosen.dialogs}
      {actions.dialogs}
      <OnDemand
        part={NEW_CALL}
        open={creating}
        props={{
          projetoId,
          open: creating,
          onClose: () => setCreating(false),
          onProcess: (itemId) => actions.process({ id: itemId, perfil: 'ligacao', processed: false }),
        }}
      />
    </div>
  );
}
