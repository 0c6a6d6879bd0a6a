import { listLotesGravacao } from '@escuta/shared/contracts/lotes-gravacao';
import { getProjeto, listItensDoProjeto } from '@escuta/shared/contracts/projetos';
import type { Selecao } from '@escuta/shared/domain/filtro';
import { asListAddress } from '@escuta/shared/domain/filtro-endereco';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileSpreadsheet, FileUp, PhoneOff, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { BulkRunButton } from '../../domain/calls/bulk-run-button.tsx';
import { SavedFilters } from '../../domain/calls/saved-filters.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { useFetchRecording } from '../../domain/items/recording/use-fetch-recording.ts';
import { downloadRecording, useItemRemoval } from '../../domain/items/use-item-removal.ts';
import { useProcessItem } from '../../domain/items/use-process-item.ts';
import { useRunAgain } from '../../domain/items/use-run-again.tsx';
import { NoTemplatesNotice } from '../../domain/templates/no-templates-notice.tsx';
import { BasisDays, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { CallHandlers } from './call-actions.tsx';
import { CallsList, PAGE_SIZE } from './calls-list.tsx';
import { ColumnChoice, useColumns } from './column-choice.tsx';
import { FilterChips, FurtherFilters } from './further-filters.tsx';
import { type CallRow, callLabel } from './logic/call-row.ts';
import { filterOf, KEEPS, offeredOrders, READERS } from './logic/list-address.ts';
import { MetricCards } from './metric-cards.tsx';
import { AgentFilter } from './person-filter.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useCallSelection } from './use-call-selection.ts';

const NEW_CALL = partOf(async () => (await import('./new-call-dialog.tsx')).NewCallDialog);
const ASSIGN = partOf(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const DETACH = partOf(
  async () => (await import('../../domain/items/recording/detach-dialog.tsx')).DetachDialog,
);
const UPLOAD = partOf(
  async () => (await import('../../domain/items/recording/upload-dialog.tsx')).UploadDialog,
);
const ERASE = partOf(async () => (await import('../../domain/items/erase-dialog.tsx')).EraseDialog);

const TITULO = 'Relatório de Ligações';

/** In the specification's order. */
const STATUS_OPTIONS = [
  { value: 'concluido', label: 'Concluído' },
  { value: 'processando', label: 'Processando' },
  { value: 'erro', label: 'Erro' },
  { value: 'pendente', label: 'Pendente' },
] as const;

/** 'Relatório de Ligações' of a call-center project. */
export default function LigacoesPage() {
  const { projectId = '' } = useParams();
  const project = useQuery({
    ...apiQuery(getProjeto, { params: { id: projectId } }),
    select: (answer) => answer.data,
  });
  useDocumentTitle(project.data ? `Ligações de ${project.data.nome}` : null);
  const invalid = project.data !== undefined && project.data.tipo_projeto !== 'call_center';
  useEffect(() => {
    if (!invalid) return;
    toast.error('Tipo de projeto inválido', {
      id: 'tipo-de-projeto-invalido',
      description: 'Esta página é apenas para projetos de Call Center.',
    });
  }, [invalid]);

  if (project.error && !project.data) {
    return (
      <>
        <PageHeader title={TITULO} />
        <ErrorState
          title="Erro ao carregar dados do projeto"
          error={project.error}
          fallback="Falha ao buscar projeto."
          onRetry={() => void project.refetch()}
          retrying={project.isFetching}
          action={<BackToProjects />}
        />
      </>
    );
  }
  if (invalid) {
    return (
      <>
        <PageHeader title={TITULO} />
        <EmptyState
          icon={<PhoneOff />}
          title="Tipo de projeto inválido"
          description="Esta página é apenas para projetos de Call Center."
          action={<BackToProjects />}
        />
      </>
    );
  }
  return (
    <RememberedBasis padrao="entrada">
      <Report projetoId={projectId} nome={project.data?.nome} empresaId={project.data?.empresa_id} />
    </RememberedBasis>
  );
}

function BackToProjects() {
  return (
    <Button variant="outline" asChild>
      <Link to={paths.projetos}>
        <ArrowLeft aria-hidden="true" />
        Voltar aos projetos
      </Link>
    </Button>
  );
}

/** 'Enviar gravações', with how many that came in wait for somebody to look at them. */
function SendRecordings({ projetoId }: { projetoId: string }) {
  const waiting = useQuery({
    ...apiQuery(listLotesGravacao, { query: { projeto_id: projetoId, estado: 'pronto', limit: 1 } }),
    select: (answer) => answer.pagination.total,
  });
  const n = waiting.data ?? 0;
  return (
    <Button variant="outline" asChild>
      <Link to={href(paths.gravacoes, { id: projetoId })}>
        <FileUp aria-hidden="true" />
        Enviar gravações
        {n > 0 ? (
          <Badge
            variant="warning"
            aria-label={`${plural(n, 'envio aguarda', 'envios aguardam')} conferência`}
          >
            {formatNumber(n)}
          </Badge>
        ) : null}
      </Link>
    </Button>
  );
}

/** Orders by a day: the newest by the one or the other. */
const ofDay = (ordem: string): boolean => ordem === 'entrada' || ordem === 'ligacao';

/** What an address says, as it stands there: the day of entry is not written. */
function said(address: object | null): Record<string, string> {
  const given = Object.entries(address ?? {}).filter(([key, value]) => key !== 'data' || value !== 'entrada');
  return Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
}

type Dialogs =
  | { kind: 'new' }
  | { kind: 'upload'; row: CallRow; file: File | null }
  | { kind: 'delete'; row: CallRow }
  | { kind: 'detach'; row: CallRow }
  | { kind: 'erase'; row: CallRow };

interface ReportProps {
  projetoId: string;
  nome: string | undefined;
  /** Undefined while the project loads. */
  empresaId: string | undefined;
}

function Report({ projetoId, nome, empresaId }: ReportProps) {
  const can = useCan();
  const allowed = {
    create: can('audit_item', 'create'),
    update: can('audit_item', 'update'),
    delete: can('audit_item', 'delete'),
    process: can('result', 'process'),
    erase: can('result', 'delete'),
  };
  const [dialog, setDialog] = useState<Dialogs | null>(null);
  const { process, attempt, isLocked } = useProcessItem();
  const { askAgain, dialog: runAgainDialog } = useRunAgain();
  const { fetchRecording, isFetching } = useFetchRecording(allowed.process ? attempt : null);
  const { remove } = useItemRemoval();
  const close = (): void => setDialog(null);

  const list = useList(
    listItensDoProjeto,
    READERS,
    (asked) => ({ params: { id: projetoId }, query: { limit: PAGE_SIZE, ...asked } }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  const { filters, change } = list;
  const filtro = filterOf(list.asked);
  const total = { n: list.pagination?.total ?? 0, exact: list.pagination?.totalExato ?? true };
  const selection = useCallSelection(list.rows, filtro, total);
  const columns = useColumns(useRequiredSession().user.id);
  const [assigning, setAssigning] = useState<{ selecao: Selecao; count: string } | null>(null);
  const orders = offeredOrders(filters);

  const handlers: CallHandlers = {
    onUpload: (row, file) => setDialog({ kind: 'upload', row, file: file ?? null }),
    // A call that was processed before is not processed again by one click.
    onProcess: (row) =>
      void (row.status === 'concluido' || row.status === 'erro'
        ? askAgain({ itemId: row.id, modo: 'processar', run: () => process(row.id) })
        : attempt(row.id)),
    onFetch: (row) => void fetchRecording(row.id),
    onDownload: (row) => void downloadRecording(row),
    onDetach: (row) => setDialog({ kind: 'detach', row }),
    onDelete: (row) => setDialog({ kind: 'delete', row }),
    onErase: (row) => setDialog({ kind: 'erase', row }),
    isLocked,
    isFetching,
    allowed,
  };

  const create = allowed.create ? (
    <Button onClick={() => setDialog({ kind: 'new' })}>
      <Plus aria-hidden="true" />
      Nova Ligação
    </Button>
  ) : null;
  const importSheet = allowed.create ? (
    <Button variant="outline" asChild>
      <Link to={href(paths.importar, { projectId: projetoId })}>
        <FileSpreadsheet aria-hidden="true" />
        Importar XLS
      </Link>
    </Button>
  ) : null;

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={TITULO}
        back={{ to: href(paths.projeto, { id: projetoId }), label: nome ?? 'Projeto' }}
        actions={
          <>
            {importSheet}
            <ExportButton
              alvo={{
                tipo: 'ligacoes',
                alvo: { tipo: 'projeto', id: projetoId },
                selecao: { filtro, exceto: [] },
              }}
            />
            {allowed.create ? <SendRecordings projetoId={projetoId} /> : null}
            <BulkRunButton projetoId={projetoId} selecao={{ filtro, exceto: [] }} />
            {create}
          </>
        }
        className="mb-0"
      />

      {runAgainDialog}
      {allowed.process ? <NoTemplatesNotice projetoId={projetoId} /> : null}
      <MetricCards
        projetoId={projetoId}
        dias={{ data: list.asked.data, de: list.asked.de, ate: list.asked.ate }}
      />

      <ListPanel
        list={list}
        search={{ label: 'Buscar ligações', placeholder: 'Telefone, nome ou status' }}
        filters={
          <>
            <FilterSelect
              label="Status"
              allLabel="Todos os status"
              {...list.bind('status')}
              options={STATUS_OPTIONS}
            />
            <AgentFilter
              empresaId={empresaId}
              rows={list.rows}
              {...list.bind('agente_id')}
              className="min-w-36 flex-1 sm:w-44 sm:flex-none"
            />
            <BasisDays
              padrao="entrada"
              basis={filters.data}
              // An order by the other day has no meaning among these.
              onBasisChange={(data) =>
                change({ data: READERS.data(data), ordem: ofDay(filters.ordem) ? '' : filters.ordem })
              }
              days={{ de: filters.de, ate: filters.ate }}
              onDaysChange={({ de, ate }) =>
                change({ de, ate, ordem: ofDay(filters.ordem) ? '' : filters.ordem } as Partial<
                  typeof filters
                >)
              }
            />
            <FurtherFilters projetoId={projetoId} filters={filters} change={change} />
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
            <FilterChips projetoId={projetoId} filters={filters} change={change} />
            <SelectionBar
              selection={selection}
              total={total}
              onAssign={
                allowed.update && selection.selecao
                  ? () =>
                      setAssigning({
                        selecao: selection.selecao as Selecao,
                        count: `${formatNumber(selection.count)}${selection.more ? '+' : ''}`,
                      })
                  : undefined
              }
            >
              {selection.selecao ? (
                <BulkRunButton size="sm" projetoId={projetoId} selecao={selection.selecao}>
                  <span>
                    Processar<span className="max-sm:sr-only"> em lote</span>
                  </span>
                </BulkRunButton>
              ) : null}
              {selection.selecao ? (
                <ExportButton
                  size="sm"
                  alvo={{
                    tipo: 'ligacoes',
                    alvo: { tipo: 'projeto', id: projetoId },
                    selecao: selection.selecao,
                  }}
                />
              ) : null}
            </SelectionBar>
            <CallsList
              rows={rows}
              stale={stale}
              handlers={handlers}
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

      <OnDemand
        part={ASSIGN}
        open={assigning !== null}
        props={{
          projetoId,
          selecao: assigning?.selecao ?? null,
          count: assigning?.count ?? '',
          onClose: () => setAssigning(null),
          onDone: selection.clear,
        }}
      />
      <OnDemand
        part={NEW_CALL}
        open={dialog?.kind === 'new'}
        props={{ projetoId, open: dialog?.kind === 'new', onClose: close, onProcess: attempt }}
      />
      <OnDemand
        part={UPLOAD}
        open={dialog?.kind === 'upload'}
        props={{
          target:
            dialog?.kind === 'upload'
              ? {
                  id: dialog.row.id,
                  label: callLabel(dialog.row),
                  arquivoNome: dialog.row.arquivo_nome,
                  analisada: dialog.row.status === 'concluido',
                }
              : null,
          initialFile: dialog?.kind === 'upload' ? dialog.file : null,
          onClose: close,
          onProcess: attempt,
        }}
      />
      <OnDemand
        part={ERASE}
        open={dialog?.kind === 'erase'}
        props={{
          target: dialog?.kind === 'erase' ? { id: dialog.row.id, label: callLabel(dialog.row) } : null,
          onClose: close,
        }}
      />
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        onOpenChange={(open) => (open ? undefined : close())}
        title="Excluir ligação"
        description="Tem certeza que deseja excluir este item? Esta ação não pode ser desfeita."
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (dialog?.kind === 'delete' ? remove(dialog.row.id) : undefined)}
      />
      <OnDemand
        part={DETACH}
        open={dialog?.kind === 'detach'}
        props={{
          target:
            dialog?.kind === 'detach'
              ? {
                  id: dialog.row.id,
                  arquivoNome: dialog.row.arquivo_nome ?? '',
                  analisada: dialog.row.status === 'concluido',
                }
              : null,
          onClose: close,
        }}
      />
    </div>
  );
}
