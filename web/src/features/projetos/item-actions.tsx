import type { ItemRow } from '@escuta/shared/contracts/projetos';
import { Download, EllipsisVertical, FileSearch, Play, Trash2, Unlink, Upload } from 'lucide-react';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

interface ItemActionsProps {
  row: ItemRow;
  /** What it is told apart by. */
  name: string;
  allowed: { update: boolean; delete: boolean; process: boolean };
  locked: boolean;
  onUpload: () => void;
  onProcess: () => void;
  onDownload: () => void;
  onDetach: () => void;
  onDelete: () => void;
}

/** What can be done with an item of an audit project: the next step as a button, everything in the menu. */
export function ItemActions({ row, name, allowed, locked, ...on }: ItemActionsProps) {
  // Of an erased item only its line is left.
  if (row.dados_apagados_em) return null;
  const running = row.status === 'processando';
  const hasFile = row.arquivo_nome !== null;
  // An interview's recording is its own list's: it may come from a device.
  const takesFile = allowed.update && row.tipo_item !== 'entrevista';
  const word = row.status === 'concluido' ? 'Processar novamente' : 'Processar';
  const cost = row.tipo_item === 'entrevista' ? 'o custo é mostrado antes' : '1 crédito';
  return (
    <>
      {takesFile && !hasFile ? (
        <Tooltip content="Enviar áudio">
          <Button variant="ghost" size="icon-sm" aria-label={`Enviar áudio de ${name}`} onClick={on.onUpload}>
            <Upload />
          </Button>
        </Tooltip>
      ) : null}
      {allowed.process && hasFile ? (
        <Tooltip content={running ? 'Em processamento' : `${word} (${cost})`}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${word} ${name}`}
            inactive={running || locked}
            onClick={on.onProcess}
          >
            <Play />
          </Button>
        </Tooltip>
      ) : null}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`Ações de ${name}`}>
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem asChild>
            <a href={href(paths.analiseLigacao, { itemId: row.id })} target="_blank" rel="noopener">
              <FileSearch aria-hidden="true" />
              Ver análise
            </a>
          </DropdownMenuItem>
          {takesFile ? (
            <DropdownMenuItem disabled={running} onSelect={on.onUpload}>
              <Upload aria-hidden="true" />
              {hasFile ? 'Substituir áudio' : 'Enviar áudio'}
            </DropdownMenuItem>
          ) : null}
          {allowed.process ? (
            <DropdownMenuItem disabled={!hasFile || running || locked} onSelect={on.onProcess}>
              <Play aria-hidden="true" />
              {word} ({cost})
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem disabled={!hasFile} onSelect={on.onDownload}>
            <Download aria-hidden="true" />
            Baixar
          </DropdownMenuItem>
          {takesFile ? (
            <DropdownMenuItem disabled={!hasFile || running} onSelect={on.onDetach}>
              <Unlink aria-hidden="true" />
              Desvincular arquivo
            </DropdownMenuItem>
          ) : null}
          {allowed.delete ? (
            <>
              <DropdownMenuSeparator />
              {/* What was analysed is never deleted: said before it is asked for. */}
              <DropdownMenuItem destructive disabled={row.analisada || running} onSelect={on.onDelete}>
                <Trash2 aria-hidden="true" />
                {row.analisada ? 'Excluir: já tem análise' : 'Excluir'}
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
