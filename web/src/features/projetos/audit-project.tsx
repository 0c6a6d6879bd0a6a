import { type ItemRow, listItensDoProjeto } from '@escuta/shared/contracts/projetos';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/status';
import { FileAudio, Play, Upload } from 'lucide-react';
import { useState } from 'react';
import { CallStatus, STATUS_LABEL } from '../../domain/calls/call-status.tsx';
import { UploadDialog } from '../../domain/calls/upload-dialog.tsx';
import { useProcessCall } from '../../domain/calls/use-process-call.ts';
import { useRunAgain } from '../../domain/calls/use-run-again.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatClock, formatDateTime, shortId } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Audits } from './audits-card.tsx';
import { NewFileDialog } from './new-file-dialog.tsx';
import { Insights } from './project-parts.tsx';
import type { Projeto } from './projeto.ts';

const READERS = { q: anyText, status: oneOf(STATUS_PROCESSAMENTO) };
const STATUS_OPTIONS = STATUS_PROCESSAMENTO.map((value) => ({ value, label: STATUS_LABEL[value] }));

const nameOf = (row: ItemRow) => row.arquivo_nome ?? `Item ${shortId(row.id)}`;

const COLUMNS: readonly Column<ItemRow>[] = [
  { label: 'Arquivo', card: 'title', className: 'w-full max-w-0', text: nameOf },
  { label: 'Status', cell: (row) => <CallStatus status={row.status} /> },
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

/** The recordings of an audit project: sent, processed, opened. */
function Items({ projeto }: { projeto: Projeto }) {
  const can = useCan();
  const allowed = {
    create: can('audit_item', 'create'),
    update: can('audit_item', 'update'),
    process: can('result', 'process'),
  };
  const [adding, setAdding] = useState(false);
  const [uploading, setUploading] = useState<{ row: ItemRow; file: File | null } | null>(null);
  const { process, isLocked } = useProcessCall();
  const { askAgain, dialog } = useRunAgain();
  const list = useList(
    listItensDoProjeto,
    READERS,
    (asked) => ({ params: { id: projeto.id }, query: { limit: 10, ...asked } }),
    { refetchInterval: usePollWhileOffline(5000) },
  );
  const takesFile = (row: ItemRow) =>
    allowed.update && !row.dados_apagados_em && row.status !== 'processando';
  const add =
    allowed.create && projeto.isActive ? (
      <Button onClick={() => setAdding(true)}>
        <Upload aria-hidden="true" />
        Enviar Arquivo
      </Button>
    ) : null;
  const onProcess = (row: ItemRow) =>
    void (row.status === 'concluido' || row.status === 'erro'
      ? askAgain({ itemId: row.id, modo: 'processar', run: () => process(row.id) })
      : process(row.id));
  return (
    <section aria-label="Itens do projeto" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Itens</h2>
        {add}
      </div>
      <ListPanel
        list={list}
        search={{ label: 'Buscar itens', placeholder: 'Telefone, nome ou status' }}
        filters={
          <FilterSelect
            label="Status"
            allLabel="Todos os status"
            options={STATUS_OPTIONS}
            {...list.bind('status')}
          />
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
            onFileDrop={(row, file) => setUploading({ row, file })}
            actions={(row) => {
              const running = row.status === 'processando';
              return (
                <>
                  {takesFile(row) ? (
                    <Tooltip content={row.arquivo_nome ? 'Substituir áudio' : 'Enviar áudio'}>
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`${row.arquivo_nome ? 'Substituir' : 'Enviar'} áudio de ${nameOf(row)}`}
                        onClick={() => setUploading({ row, file: null })}
                      >
                        <Upload />
                      </Button>
                    </Tooltip>
                  ) : null}
                  {allowed.process && row.arquivo_nome ? (
                    <Tooltip content={running ? 'Em processamento' : 'Processar áudio'}>
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`Processar ${nameOf(row)}`}
                        inactive={running || isLocked(row.id)}
                        onClick={() => onProcess(row)}
                      >
                        <Play />
                      </Button>
                    </Tooltip>
                  ) : null}
                </>
              );
            }}
          />
        )}
      </ListPanel>
      <NewFileDialog
        projetoId={projeto.id}
        open={adding}
        onClose={() => setAdding(false)}
        onProcess={(itemId) => (allowed.process ? process(itemId) : undefined)}
      />
      <UploadDialog
        target={
          uploading
            ? { id: uploading.row.id, label: nameOf(uploading.row), arquivoNome: uploading.row.arquivo_nome }
            : null
        }
        initialFile={uploading?.file ?? null}
        onClose={() => setUploading(null)}
        onProcess={(itemId) => (allowed.process ? process(itemId) : undefined)}
      />
      {dialog}
    </section>
  );
}

/** What an audit project shows: its recordings, what they are analysed by, its audits. */
export function AuditProject({ projeto }: { projeto: Projeto }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Items projeto={projeto} />
      <Insights
        projeto={projeto}
        empty="Os modelos de insight vinculados ao projeto dizem o que a análise verifica em cada item. Sem nenhum, processar gasta o crédito e traz só a transcrição e as medidas."
      />
      <Audits projeto={projeto} />
    </div>
  );
}
