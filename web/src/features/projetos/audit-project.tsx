import { type ItemRow, listItensDoProjeto } from '@escuta/shared/contracts/projetos';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/status';
import { FileAudio, Upload } from 'lucide-react';
import { useState } from 'react';
import { ItemStatus, STATUS_LABEL } from '../../domain/items/item-status.tsx';
import { DetachDialog } from '../../domain/items/recording/detach-dialog.tsx';
import { UploadDialog } from '../../domain/items/recording/upload-dialog.tsx';
import { downloadRecording, useItemRemoval } from '../../domain/items/use-item-removal.ts';
import { useProcessInterview } from '../../domain/items/use-process-interview.tsx';
import { useProcessItem } from '../../domain/items/use-process-item.ts';
import { useRunAgain } from '../../domain/items/use-run-again.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { BasisDays, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { aDay, anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useLast } from '../../kit/use-last.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatClock, formatDateTime, shortId } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Audits } from './audits-card.tsx';
import { ItemActions } from './item-actions.tsx';
import { NewFileDialog } from './new-file-dialog.tsx';
import { Insights } from './project-parts.tsx';
import type { Projeto } from './projeto.ts';
import { StatusCounts } from './status-counts.tsx';
import { useProcessItems } from './use-process-items.ts';

const READERS = {
  q: anyText,
  status: oneOf(STATUS_PROCESSAMENTO),
  data: oneOf(['ligacao']),
  de: aDay,
  ate: aDay,
};
const KEEPS = ['data'] as const;
const STATUS_OPTIONS = STATUS_PROCESSAMENTO.map((value) => ({ value, label: STATUS_LABEL[value] }));

const nameOf = (row: ItemRow) => row.arquivo_nome ?? row.nome_entrevistado ?? `Item ${shortId(row.id)}`;

const COLUMNS: readonly Column<ItemRow>[] = [
  { label: 'Arquivo', card: 'title', className: 'w-full max-w-0', text: nameOf },
  {
    label: 'Status',
    cell: (row) => (
      <span className="grid justify-items-start gap-0.5">
        <ItemStatus status={row.status} />
        {row.motivo ? (
          <span
            className="line-clamp-2 max-w-56 break-words text-muted-foreground text-xs"
            title={row.motivo}
          >
            {row.motivo}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    label: 'Duração',
    className: 'tabular-nums',
    cell: (row) => (row.call_duration === null ? '-' : formatClock(row.call_duration)),
  },
  {
    label: 'Criado em',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatDateTime(row.created_at),
  },
];

type Dialogs =
  | { kind: 'new' }
  | { kind: 'upload'; row: ItemRow; file: File | null }
  | { kind: 'detach' | 'delete'; row: ItemRow };

/** The recordings of an audit project: sent, processed, opened. */
function Items({ projeto }: { projeto: Projeto }) {
  const can = useCan();
  const allowed = {
    create: can('audit_item', 'create'),
    update: can('audit_item', 'update'),
    delete: can('audit_item', 'delete'),
    process: can('result', 'process'),
  };
  const [dialog, setDialog] = useState<Dialogs | null>(null);
  const close = () => setDialog(null);
  const { process, attempt, isLocked } = useProcessItem();
  const processItems = useProcessItems();
  const { askAgain, dialog: again } = useRunAgain();
  const interview = useProcessInterview();
  const { remove } = useItemRemoval('item');
  const list = useList(
    listItensDoProjeto,
    READERS,
    (asked) => ({ params: { id: projeto.id }, query: { limit: 10, ...asked } }),
    { keeps: KEEPS, refetchInterval: usePollWhileOffline(5000) },
  );
  const status = list.bind('status');
  const takesFile = (row: ItemRow) =>
    allowed.update &&
    row.tipo_item !== 'entrevista' &&
    !row.dados_apagados_em &&
    row.status !== 'processando';
  const add =
    allowed.create && projeto.isActive ? (
      <Button onClick={() => setDialog({ kind: 'new' })}>
        <Upload aria-hidden="true" />
        Enviar Arquivo
      </Button>
    ) : null;
  const onProcess = (row: ItemRow) => {
    if (row.tipo_item === 'entrevista') return interview.ask(row.id);
    return row.status === 'concluido' || row.status === 'erro'
      ? askAgain({ itemId: row.id, modo: 'processar', run: () => process(row.id) })
      : attempt(row.id);
  };
  const uploading = dialog?.kind === 'upload' ? dialog : null;
  const asked = useLast(dialog?.kind === 'delete' ? dialog : null);
  const detaching = dialog?.kind === 'detach' ? dialog.row : null;
  return (
    <section aria-label="Itens do projeto" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Itens</h2>
        {add}
      </div>
      <StatusCounts
        projetoId={projeto.id}
        dias={{ data: list.asked.data, de: list.asked.de, ate: list.asked.ate }}
        status={status.value}
        onStatus={status.onValueChange}
      />
      <ListPanel
        list={list}
        search={{ label: 'Buscar itens', placeholder: 'Telefone, nome ou status' }}
        filters={
          <>
            <FilterSelect label="Status" allLabel="Todos os status" options={STATUS_OPTIONS} {...status} />
            <BasisDays
              padrao="entrada"
              basis={list.filters.data}
              onBasisChange={(data) => list.change({ data: READERS.data(data) })}
              days={list.bindDays().value}
              onDaysChange={list.bindDays().onValueChange}
            />
          </>
        }
        errorTitle="Falha ao buscar itens da auditoria."
        noun="itens"
        nothing="Nenhum item encontrado"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhum item ainda',
          description: 'Envie uma gravação para ser transcrita e analisada.',
        }}
      >
        {(rows, stale) => (
          <DataList
            dense
            label="Itens do projeto"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={(row) => ({
              to: href(paths.analiseLigacao, { itemId: row.id }),
              newWindow: 'abre a análise em nova janela',
            })}
            acceptsFile={takesFile}
            onFileDrop={(row, file) => setDialog({ kind: 'upload', row, file })}
            actions={(row) => (
              <ItemActions
                row={row}
                name={nameOf(row)}
                allowed={allowed}
                locked={isLocked(row.id) || interview.isLocked(row.id)}
                onUpload={() => setDialog({ kind: 'upload', row, file: null })}
                onProcess={() => void onProcess(row)}
                onDownload={() => void downloadRecording(row)}
                onDetach={() => setDialog({ kind: 'detach', row })}
                onDelete={() => setDialog({ kind: 'delete', row })}
              />
            )}
          />
        )}
      </ListPanel>
      <NewFileDialog
        projetoId={projeto.id}
        open={dialog?.kind === 'new'}
        onClose={close}
        onProcess={(itemIds) => (allowed.process ? processItems(itemIds) : undefined)}
      />
      <UploadDialog
        of="item"
        target={
          uploading
            ? {
                id: uploading.row.id,
                label: nameOf(uploading.row),
                arquivoNome: uploading.row.arquivo_nome,
                analisada: uploading.row.status === 'concluido',
              }
            : null
        }
        initialFile={uploading?.file ?? null}
        onClose={close}
        onProcess={(itemId) => (allowed.process ? attempt(itemId) : undefined)}
      />
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        onOpenChange={close}
        title="Excluir item"
        description={`Tem certeza que deseja excluir “${asked ? nameOf(asked.row) : ''}”? Esta ação não pode ser desfeita.`}
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (asked ? remove(asked.row.id) : undefined)}
      />
      <DetachDialog
        of="item"
        target={
          detaching
            ? {
                id: detaching.id,
                arquivoNome: detaching.arquivo_nome ?? '',
                analisada: detaching.status === 'concluido',
              }
            : null
        }
        onClose={close}
      />
      {again}
      {interview.dialog}
    </section>
  );
}

/** What an audit project shows: its recordings, what they are analysed by, its audits. */
export function AuditProject({ projeto }: { projeto: Projeto }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <RememberedBasis padrao="entrada">
        <Items projeto={projeto} />
      </RememberedBasis>
      <Insights
        projeto={projeto}
        empty="Os modelos de insight vinculados ao projeto dizem o que a análise verifica em cada item. Sem nenhum, processar gasta o crédito e traz só a transcrição e as medidas."
      />
      <Audits projeto={projeto} />
    </div>
  );
}
