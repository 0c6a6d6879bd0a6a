import { getProjeto, listItensDoProjeto } from '@escuta/shared/contracts/projetos';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, PhoneOff, Plus, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { href, paths } from '../../app/paths.ts';
import { EraseDialog } from '../../components/calls/erase-dialog.tsx';
import { UploadDialog } from '../../components/calls/upload-dialog.tsx';
import { useFetchRecording } from '../../components/calls/use-fetch-recording.ts';
import { useProcessCall } from '../../components/calls/use-process-call.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ConfirmDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { LoadingBar } from '../../components/ui/loading-bar.tsx';
import { Pagination } from '../../components/ui/pagination.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { useMedia } from '../../lib/media.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import type { CallHandlers } from './call-actions.tsx';
import { CallsList } from './calls-list.tsx';
import { FiltersBar } from './filters-bar.tsx';
import { type CallRow, callLabel } from './logic/call-row.ts';
import { isFiltered, NO_FILTERS, PAGE_SIZE } from './logic/filters.ts';
import { MetricCards } from './metric-cards.tsx';
import { NewCallDialog } from './new-call-dialog.tsx';
import { downloadCall, useCallRemoval } from './use-call-actions.ts';
import { useFilters } from './use-filters.ts';

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
  return <Report projetoId={projectId} nome={project.data?.nome} />;
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

type Dialogs =
  | { kind: 'new' }
  | { kind: 'upload'; row: CallRow; file: File | null }
  | { kind: 'delete'; row: CallRow }
  | { kind: 'detach'; row: CallRow }
  | { kind: 'erase'; row: CallRow };

function Report({ projetoId, nome }: { projetoId: string; nome: string | undefined }) {
  const { filters, change } = useFilters();
  const narrow = useMedia('(max-width: 767px)');
  const can = useCan();
  const allowed = {
    create: can('audit_item', 'create'),
    update: can('audit_item', 'update'),
    delete: can('audit_item', 'delete'),
    process: can('result', 'process'),
    erase: can('result', 'delete'),
  };
  const [dialog, setDialog] = useState<Dialogs | null>(null);
  const { process, isLocked } = useProcessCall();
  const { fetchRecording, isFetching } = useFetchRecording(allowed.process ? process : null);
  const { remove, detach } = useCallRemoval();
  const close = (): void => setDialog(null);

  const list = useQuery({
    ...apiQuery(listItensDoProjeto, {
      params: { id: projetoId },
      query: {
        page: filters.page,
        limit: PAGE_SIZE,
        q: filters.q.trim() || undefined,
        status: filters.status ?? undefined,
        de: filters.de || undefined,
        ate: filters.ate || undefined,
      },
    }),
    // The old rows stay while a new filter loads, but never those of another project.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[1]) === JSON.stringify({ id: projetoId })
        ? keepPreviousData(previous)
        : undefined,
    refetchInterval: usePollWhileOffline(5000),
  });
  const page = list.data;

  // The last row of the last page was deleted, or an old address names a page too far: show the last one.
  const lastPage = page?.pagination.totalPages ?? 0;
  const beyond = page !== undefined && !list.isPlaceholderData && page.data.length === 0 && lastPage > 0;
  useEffect(() => {
    if (beyond && filters.page > lastPage) change({ page: lastPage });
  }, [beyond, filters.page, lastPage, change]);

  const handlers: CallHandlers = {
    onUpload: (row, file) => setDialog({ kind: 'upload', row, file: file ?? null }),
    onProcess: (row) => void process(row.id),
    onFetch: (row) => void fetchRecording(row.id),
    onDownload: (row) => void downloadCall(row),
    onDetach: (row) => setDialog({ kind: 'detach', row }),
    onDelete: (row) => setDialog({ kind: 'delete', row }),
    onErase: (row) => setDialog({ kind: 'erase', row }),
    isLocked,
    isFetching,
    allowed,
  };

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={TITULO}
        back={{ to: href(paths.projeto, { id: projetoId }), label: nome ?? 'Projeto' }}
        actions={
          allowed.create ? (
            <Button onClick={() => setDialog({ kind: 'new' })}>
              <Plus aria-hidden="true" />
              Nova Ligação
            </Button>
          ) : null
        }
        className="mb-0"
      />

      <MetricCards projetoId={projetoId} />

      <Card className="relative grid grid-cols-1 gap-4 p-4 sm:p-5">
        <LoadingBar active={list.isPlaceholderData} label="Carregando ligações" />
        <FiltersBar filters={filters} onChange={change} />
        {list.error && !page ? (
          <ErrorState
            title="Erro ao carregar dados das ligações"
            error={list.error}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : page && page.data.length === 0 && !beyond ? (
          <Nothing
            filtered={isFiltered(filters)}
            onClear={() => change(NO_FILTERS)}
            onNew={allowed.create ? () => setDialog({ kind: 'new' }) : undefined}
          />
        ) : (
          <>
            {list.error ? (
              <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
                Não foi possível atualizar a lista; os dados abaixo podem estar desatualizados.{' '}
                <Button variant="link" size="inline" onClick={() => void list.refetch()}>
                  Tentar novamente
                </Button>
              </p>
            ) : null}
            <CallsList rows={page?.data} stale={list.isPlaceholderData} handlers={handlers} narrow={narrow} />
            {page ? (
              <Pagination
                {...page.pagination}
                noun="ligações"
                onPageChange={(next) => change({ page: next })}
              />
            ) : null}
          </>
        )}
      </Card>

      <NewCallDialog
        projetoId={projetoId}
        open={dialog?.kind === 'new'}
        onClose={close}
        onProcess={process}
      />
      <UploadDialog
        target={
          dialog?.kind === 'upload'
            ? { id: dialog.row.id, label: callLabel(dialog.row), arquivoNome: dialog.row.arquivo_nome }
            : null
        }
        initialFile={dialog?.kind === 'upload' ? dialog.file : null}
        onClose={close}
        onProcess={process}
      />
      <EraseDialog
        target={dialog?.kind === 'erase' ? { id: dialog.row.id, label: callLabel(dialog.row) } : null}
        onClose={close}
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
      <ConfirmDialog
        open={dialog?.kind === 'detach'}
        onOpenChange={(open) => (open ? undefined : close())}
        title="Desvincular arquivo"
        description={`A gravação ${
          dialog?.kind === 'detach' ? (dialog.row.arquivo_nome ?? '') : ''
        } deixa esta ligação, que volta a pendente.`}
        confirmLabel="Desvincular"
        destructive
        onConfirm={() => (dialog?.kind === 'detach' ? detach(dialog.row.id) : undefined)}
      />
    </div>
  );
}

function Nothing({
  filtered,
  onClear,
  onNew,
}: {
  filtered: boolean;
  onClear: () => void;
  /** Absent: the person may not register calls. */
  onNew: (() => void) | undefined;
}) {
  return filtered ? (
    <EmptyState
      icon={<SearchX />}
      title="Nenhuma ligação encontrada"
      description="Nenhuma ligação corresponde aos filtros escolhidos."
      action={
        <Button variant="outline" onClick={onClear}>
          Limpar filtros
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<PhoneOff />}
      title="Nenhuma ligação registrada"
      description="Registre a primeira ligação deste projeto e envie a gravação para receber transcrição e insights."
      action={
        onNew ? (
          <Button onClick={onNew}>
            <Plus aria-hidden="true" />
            Nova Ligação
          </Button>
        ) : null
      }
    />
  );
}
