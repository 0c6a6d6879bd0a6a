import {
  deleteArquivoDaAuditoria,
  downloadArquivoDaAuditoria,
  listArquivosDaAuditoria,
  type ResultadoDeArquivo,
} from '@escuta/shared/contracts/surveys/auditoria-resultados';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { ArrowRight, Download, FileAudio, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ItemStatus } from '../../domain/items/item-status.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiFile, useApiMutation } from '../../kit/mutation.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';

const READERS = {};

/** The item's status under which each status of a file's result is shown. */
const STATUS: Record<ResultadoDeArquivo['status'], StatusProcessamento> = {
  sucesso: 'concluido',
  pendente: 'pendente',
  processando: 'processando',
  erro: 'erro',
};

const COLUMNS: readonly Column<ResultadoDeArquivo>[] = [
  { label: 'Arquivo', card: 'title', className: 'max-w-64', text: ({ arquivo_nome }) => arquivo_nome },
  {
    label: 'Resultado',
    className: 'max-w-64',
    cell: ({ status, motivo }) => (
      <span className="grid gap-0.5">
        <ItemStatus status={STATUS[status]} />
        {motivo ? (
          <span className="line-clamp-2 text-muted-foreground text-xs" title={motivo}>
            {motivo}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    label: 'Transcrição',
    className: 'w-full max-w-0 whitespace-normal max-lg:min-w-40',
    cell: ({ transcricao, item_id }) =>
      transcricao ? (
        <span className="line-clamp-2 break-words text-sm" title={transcricao}>
          {transcricao}
        </span>
      ) : (
        <span className="text-muted-foreground">{item_id ? 'Ainda não' : '-'}</span>
      ),
  },
  {
    label: 'Criado em',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
];

/** The recordings and documents of an audit, with the result of each (specification 2, §2). */
export function FileResults({ auditoriaId }: { auditoriaId: string }) {
  const list = useList(
    listArquivosDaAuditoria,
    READERS,
    (asked) => ({ params: { id: auditoriaId }, query: { limit: 20, ...asked } }),
    { refetchInterval: usePollWhileOffline(5000) },
  );
  const can = useCan();
  const mayTake = can('result', 'export');
  const mayErase = can('result', 'delete');
  const [erasing, setErasing] = useState<ResultadoDeArquivo | null>(null);
  const erase = useApiMutation(deleteArquivoDaAuditoria, {
    done: 'Arquivo apagado',
    failed: 'Erro ao apagar o arquivo',
    fallback: 'Não foi possível apagar o arquivo. Tente novamente.',
  });
  const { save, busy } = useApiFile(downloadArquivoDaAuditoria, {
    name: 'documento',
    done: 'Documento baixado',
    failed: 'Erro ao baixar o documento',
    fallback: 'Não foi possível baixar o documento. Tente novamente.',
  });
  return (
    <>
      <ListPanel
        list={list}
        errorTitle="Não foi possível buscar os resultados dos arquivos."
        errorFallback="Erro ao buscar os arquivos da auditoria."
        noun="arquivos"
        nothing="Nenhum arquivo encontrado"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhum arquivo nesta auditoria',
          description: 'As gravações e os documentos enviados a esta auditoria aparecem aqui.',
        }}
      >
        {(rows, stale) => (
          <DataList
            label="Resultados por arquivo"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={({ item_id }) =>
              item_id ? { to: href(paths.analiseLigacao, { itemId: item_id }) } : null
            }
            actions={(file) => {
              const { id, item_id, arquivo_nome } = file;
              return item_id ? (
                <Button variant="ghost" size="sm" asChild>
                  <Link
                    to={href(paths.analiseLigacao, { itemId: item_id })}
                    aria-label={`Ver análise de ${arquivo_nome}`}
                  >
                    Ver análise
                    <ArrowRight aria-hidden="true" />
                  </Link>
                </Button>
              ) : (
                <>
                  {mayTake ? (
                    <Button
                      variant="ghost"
                      size="sm"
                      disabled={busy}
                      aria-label={`Baixar ${arquivo_nome}`}
                      onClick={() => save({ params: { id: auditoriaId, arquivoId: id } })}
                    >
                      Baixar
                      <Download aria-hidden="true" />
                    </Button>
                  ) : null}
                  {mayErase ? (
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Apagar ${arquivo_nome}`}
                      onClick={() => setErasing(file)}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  ) : null}
                </>
              );
            }}
          />
        )}
      </ListPanel>
      <ConfirmDialog
        open={erasing !== null}
        onOpenChange={(open) => (open ? undefined : setErasing(null))}
        title="Apagar este arquivo?"
        description={`${erasing?.arquivo_nome ?? ''} não pode ser recuperado depois. O resultado da auditoria é mantido.`}
        confirmLabel="Apagar para sempre"
        destructive
        onConfirm={() =>
          erasing ? erase.run({ params: { id: auditoriaId, arquivoId: erasing.id } }) : undefined
        }
      />
    </>
  );
}
