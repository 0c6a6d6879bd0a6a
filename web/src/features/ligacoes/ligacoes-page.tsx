import { getProjeto, listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { isLimitedOrder, ORDEM_LABEL, ORDENS, type Ordem } from '@escuta/shared/domain/filters/filtro-campos';
import { asListAddress, listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import { useQuery } from '@tanstack/react-query';
import { PhoneOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { BULK_RUN, BulkRunButton } from '../../domain/calls/bulk-run-button.tsx';
import { analysisAddress, KEEPS, orderInForce, READERS, USUAL } from '../../domain/calls/list-address.ts';
import { SavedFilters } from '../../domain/calls/saved-filters.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { callLabel } from '../../domain/items/item.ts';
import { useItemActions } from '../../domain/items/use-item-actions.tsx';
import { NoTemplatesNotice } from '../../domain/templates/no-templates-notice.tsx';
import { RememberedBasis } from '../../kit/list/date-basis.tsx';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { ColumnMenu } from '../../kit/list/sheet/column-menu.tsx';
import { useLayout } from '../../kit/list/sheet/layout.ts';
import { usePeeked } from '../../kit/list/sheet/peeked.ts';
import { ROW_KEYS } from '../../kit/list/sheet/row-keys.ts';
import { SkipToRows } from '../../kit/list/sheet/skip-to-rows.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { CALL_COLUMNS, nameOf } from './call-columns.tsx';
import { CallFilterChips, CallFilterControls } from './call-filters.tsx';
import { CallsList } from './calls-list.tsx';
import { Figures, useFigures } from './figures.tsx';
import { RefusedProject } from './refused-project.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useCallSelection } from './use-call-selection.ts';
import { useSelectionActions } from './use-selection-actions.tsx';
import { ICON, ImportSheet, Samples, SendRecordings, WIDE } from './ways-in.tsx';

const PEEK = partOf(async () => (await import('../../domain/calls/peek.tsx')).Peek);
const KEYS = partOf(async () => (await import('../../kit/keys-dialog.tsx')).KeysDialog);
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

/** The parameters of an address as texts. The default of `data`, 'entrada' (day of entry), is left out. */
function said(address: object | null): Record<string, string> {
  const given = Object.entries(address ?? {}).filter(([key, value]) => key !== 'data' || value !== 'entrada');
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
}

interface ReportProps {
  projetoId: string;
  nome: string | undefined;
  /** The project's company; undefined while the project loads. */
  empresaId: string | undefined;
}

function Report({ projetoId, nome, empresaId }: ReportProps) {
  const can = useCan();
  const mayCreate = can('audit_item', 'create');
  const [creating, setCreating] = useState(false);
  const actions = useItemActions('ligacoes');
  const layout = useLayout('ligacoes', CALL_COLUMNS);

  const list = useList(
    listItensDoProjeto,
    READERS,
    ({ ordem, ...asked }) => ({
      params: { id: projetoId },
      query: { limit: layout.limit, ...asked, ordem: orderInForce({ ordem: ordem ?? '' }) },
    }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  const { filters, change } = list;
  const ordem = orderInForce(filters);
  const setOrder = (next: Ordem | undefined): void => change({ ordem: next === USUAL ? '' : (next ?? '') });
  const filtro = listFilter(list.asked);
  const { ordem: _, total: __, page: ___, ...narrowed } = list.asked;
  const figures = useFigures(projetoId, narrowed);
  const total = { n: list.pagination?.total ?? 0, exact: list.pagination?.totalExato ?? true };
  const selection = useCallSelection(list.rows, filtro, total);
  const como = {
    ordem,
    colunas: layout.columns.flatMap(({ key }) => CALL_COLUMNS.find((one) => one.key === key)?.exporta ?? []),
  };
  const chosen = useSelectionActions(projetoId, selection, como);

  const peeked = usePeeked(list.rows, selection);
  const { body, row: shown } = peeked;
  const analysisOf = ({ id }: { id: string }): string =>
    analysisAddress(id, { filters, limit: layout.limit });

  /** Button that creates a call. `labelClass` hides its label where the row has no room. */
  const create = (labelClass?: string) =>
    mayCreate ? (
      <Button onClick={() => setCreating(true)} title="Nova Ligação">
        <Plus aria-hidden="true" />
        <span className={labelClass}>Nova Ligação</span>
      </Button>
    ) : null;
  return (
    <div className="-my-4.5 flex flex-col gap-1.5 max-md:-my-3 max-md:gap-2 md:h-[max(calc(100dvh-4.25rem),26rem)] print:h-auto">
      <SkipToRows body={body}>Ir para as ligações</SkipToRows>
      <PageHeader
        compact
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
              como={como}
              className={ICON}
              labelClass={WIDE}
            />
            {mayCreate ? <SendRecordings projetoId={projetoId} /> : null}
            <Samples projetoId={projetoId} filters={filters} />
            <BulkRunButton
              projetoId={projetoId}
              selecao={{ filtro, exceto: [] }}
              className="px-2.5"
              title={BULK_RUN.label}
            >
              <span className="sr-only">{BULK_RUN.label}</span>
            </BulkRunButton>
            {create('max-sm:sr-only')}
          </>
        }
      >
        <Figures figures={figures} cut={list.filtered} />
      </PageHeader>

      {can('result', 'process') ? <NoTemplatesNotice projetoId={projetoId} /> : null}

      <ListPanel
        list={list}
        sheet={layout}
        over={
          selection.count > 0 ? (
            <SelectionBar selection={selection} total={total} actions={chosen.actions} />
          ) : null
        }
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
            <FilterSelect
              label="Ordem"
              allLabel={ORDEM_LABEL[USUAL]}
              className="md:hidden"
              value={ordem === USUAL ? '' : ordem}
              onValueChange={(next) => setOrder(next || undefined)}
              options={ORDENS.filter((one) => one !== USUAL && (total.exact || !isLimitedOrder(one))).map(
                (value) => ({ value, label: ORDEM_LABEL[value] }),
              )}
            />
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
              className="px-2.5"
              labelClass="md:max-[86rem]:sr-only"
            />
            <ColumnMenu layout={layout} />
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
          action: create(),
        }}
      >
        {(rows, stale) => (
          <>
            <CallsList
              rows={rows}
              stale={stale}
              actions={actions}
              layout={layout}
              selection={selection}
              ordem={ordem}
              onOrder={setOrder}
              total={figures.data?.totalLigacoes ?? null}
              analysisOf={analysisOf}
              body={body}
              shownId={shown?.id ?? null}
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

      <OnDemand
        part={PEEK}
        open={peeked.isOpen}
        props={{
          call: shown
            ? {
                id: shown.id,
                title: callLabel(shown),
                agente: shown.agente,
                about: [nameOf(shown), formatDateTime(shown.call_start_time)],
                to: analysisOf(shown),
              }
            : null,
          onClose: peeked.close,
        }}
      />
      <OnDemand part={KEYS} open={peeked.help.open} props={{ ...peeked.help, shortcuts: ROW_KEYS }} />
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
