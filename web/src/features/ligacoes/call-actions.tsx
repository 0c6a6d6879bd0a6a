import {
  CloudDownload,
  Download,
  EllipsisVertical,
  Eraser,
  LoaderCircle,
  Play,
  Trash2,
  Unlink,
  Upload,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { type CallRow, callLabel } from './logic/call-row.ts';

/** What a person may do with a call of the report. */
export type CallHandlers = {
  onUpload: (row: CallRow, file?: File) => void;
  onProcess: (row: CallRow) => void;
  /** Has the recording fetched from the telephony server. */
  onFetch: (row: CallRow) => void;
  onDownload: (row: CallRow) => void;
  onDetach: (row: CallRow) => void;
  onDelete: (row: CallRow) => void;
  /** Erases what was said and who spoke. */
  onErase: (row: CallRow) => void;
  isLocked: (itemId: string) => boolean;
  isFetching: (itemId: string) => boolean;
  allowed: { update: boolean; delete: boolean; process: boolean; erase: boolean };
};

/** The actions of one call: the usual next step as a button, everything in the menu. */
export function CallActions({ row, handlers }: { row: CallRow; handlers: CallHandlers }) {
  const { allowed } = handlers;
  // Of an erased call only its line is left: there is nothing to do with it.
  if (row.dados_apagados_em) return null;
  const label = callLabel(row);
  const running = row.status === 'processando';
  const hasFile = row.arquivo_nome !== null;
  const locked = handlers.isLocked(row.id);
  const fetching = handlers.isFetching(row.id);
  const fetchable = allowed.update && row.gravacao_na_telefonia;
  const processWord = row.status === 'concluido' ? 'Processar novamente' : 'Processar áudio';
  return (
    <div className="relative z-10 flex items-center justify-end gap-1">
      {fetchable ? (
        <Tooltip content={fetching ? 'Buscando gravação…' : 'Buscar gravação'}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${fetching ? 'Buscando' : 'Buscar'} gravação da ligação ${label}`}
            aria-busy={fetching || undefined}
            inactive={fetching}
            onClick={() => handlers.onFetch(row)}
          >
            {fetching ? <LoaderCircle className="animate-spin" /> : <CloudDownload />}
          </Button>
        </Tooltip>
      ) : null}
      {allowed.update && !hasFile && !fetchable ? (
        <Tooltip content="Enviar áudio">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Enviar áudio da ligação ${label}`}
            onClick={() => handlers.onUpload(row)}
          >
            <Upload />
          </Button>
        </Tooltip>
      ) : null}
      {allowed.process && hasFile ? (
        <Tooltip content={running ? 'Em processamento' : processWord}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${processWord} da ligação ${label}`}
            inactive={running || locked}
            onClick={() => handlers.onProcess(row)}
          >
            <Play />
          </Button>
        </Tooltip>
      ) : null}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`Ações da ligação ${label}`}>
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {fetchable ? (
            <DropdownMenuItem disabled={fetching} onSelect={() => handlers.onFetch(row)}>
              <CloudDownload aria-hidden="true" />
              {fetching ? 'Buscando gravação…' : 'Buscar gravação'}
            </DropdownMenuItem>
          ) : null}
          {allowed.update ? (
            <DropdownMenuItem disabled={running} onSelect={() => handlers.onUpload(row)}>
              <Upload aria-hidden="true" />
              {hasFile ? 'Substituir áudio' : 'Enviar áudio'}
            </DropdownMenuItem>
          ) : null}
          {allowed.process ? (
            <DropdownMenuItem
              disabled={!hasFile || running || locked}
              onSelect={() => handlers.onProcess(row)}
            >
              <Play aria-hidden="true" />
              {processWord}
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem disabled={!hasFile} onSelect={() => handlers.onDownload(row)}>
            <Download aria-hidden="true" />
            Baixar
          </DropdownMenuItem>
          {allowed.update ? (
            <DropdownMenuItem disabled={!hasFile || running} onSelect={() => handlers.onDetach(row)}>
              <Unlink aria-hidden="true" />
              Desvincular arquivo
            </DropdownMenuItem>
          ) : null}
          {allowed.delete || allowed.erase ? <DropdownMenuSeparator /> : null}
          {allowed.delete ? (
            // What was analysed is never deleted: said before it is asked for.
            <DropdownMenuItem
              destructive
              disabled={row.analisada || running}
              onSelect={() => handlers.onDelete(row)}
            >
              <Trash2 aria-hidden="true" />
              {row.analisada ? 'Excluir: já tem análise' : 'Excluir'}
            </DropdownMenuItem>
          ) : null}
          {allowed.erase ? (
            <DropdownMenuItem destructive disabled={running} onSelect={() => handlers.onErase(row)}>
              <Eraser aria-hidden="true" />
              Apagar dados da ligação
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
