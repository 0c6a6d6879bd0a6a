import { createAudioUrl } from '@escuta/shared/contracts/auditoria-items';
import {
  ArrowLeft,
  CloudDownload,
  Download,
  EllipsisVertical,
  Eraser,
  Play,
  RefreshCw,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CallStatus } from '../../domain/calls/call-status.tsx';
import { EraseDialog } from '../../domain/calls/erase-dialog.tsx';
import { UploadDialog } from '../../domain/calls/upload-dialog.tsx';
import { useFetchRecording } from '../../domain/calls/use-fetch-recording.ts';
import { useProcessCall } from '../../domain/calls/use-process-call.ts';
import { useRunAgain } from '../../domain/calls/use-run-again.tsx';
import { call, errorMessage, saveUrl } from '../../lib/api.ts';
import { formatDateTime, formatPhone } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import type { Resultado } from './sections/overview.tsx';
import { useAllowed } from './use-allowed.ts';
import { useRegenerate } from './use-regenerate.ts';

/** Whose call it is, where it stands, and everything that can be done with it. */
export function Header({
  itemId,
  resultado,
  running,
}: {
  itemId: string;
  resultado: Resultado;
  running: boolean;
}) {
  const { auditoriaItem: item, projeto } = resultado;
  const { process, isLocked } = useProcessCall();
  const { regenerate, busy: regenerating } = useRegenerate(itemId);
  const { askAgain, dialog } = useRunAgain();
  const { mayProcess, mayUpload, mayErase } = useAllowed();
  const { fetchRecording, isFetching } = useFetchRecording(mayProcess ? process : null);
  const [uploading, setUploading] = useState(false);
  const [erasing, setErasing] = useState(false);
  const erased = item.dadosApagadosEm !== null;
  const hasFile = item.arquivoPath !== null;
  const hasTranscript = item.ui_payload !== null;
  const label = formatPhone(item.numeroDestino);
  const download = async (): Promise<void> => {
    try {
      const { data } = await call(createAudioUrl, { params: { id: itemId } });
      saveUrl(`${data.url}${data.url.includes('?') ? '&' : '?'}baixar=true`, item.arquivoNome ?? undefined);
    } catch (error) {
      toast.error('Erro ao baixar', { description: errorMessage(error, 'Falha ao baixar arquivo.') });
    }
  };
  return (
    <header className="flex items-start justify-between gap-3">
      <div className="flex min-w-0 items-start gap-3">
        <Button variant="outline" size="icon" asChild className="mt-0.5">
          <Link
            to={href(paths.ligacoes, { projectId: projeto.id })}
            aria-label={`Voltar às ligações de ${projeto.nome}`}
          >
            <ArrowLeft aria-hidden="true" />
          </Link>
        </Button>
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h1
              data-route-heading
              tabIndex={-1}
              className="font-semibold text-xl tabular-nums tracking-tight sm:text-2xl"
            >
              {erased
                ? 'Ligação apagada'
                : item.numeroDestino
                  ? label
                  : item.arquivoNome || 'Ligação sem número'}
            </h1>
            {erased ? null : <CallStatus status={item.status} />}
          </div>
          <p className="truncate text-muted-foreground text-sm">
            {[item.nomeEntrevistado, formatDateTime(item.callStartTime ?? item.createdAt), projeto.nome]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {erased ? null : (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline" className="mt-0.5 max-sm:w-11 max-sm:px-0">
              <EllipsisVertical aria-hidden="true" />
              <span className="max-sm:sr-only">Ações</span>
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem
              disabled={!mayProcess || !hasFile || running || isLocked(itemId)}
              onSelect={() => void askAgain({ itemId, modo: 'processar', run: () => process(itemId) })}
            >
              <Play aria-hidden="true" />
              {hasTranscript ? 'Processar novamente' : 'Processar áudio'}
            </DropdownMenuItem>
            <DropdownMenuItem
              disabled={!mayProcess || !hasTranscript || running || regenerating}
              onSelect={() => void askAgain({ itemId, modo: 'regenerar', run: regenerate })}
            >
              <RefreshCw aria-hidden="true" />
              Regenerar análise
            </DropdownMenuItem>
            {item.gravacaoNaTelefonia ? (
              <DropdownMenuItem
                disabled={!mayUpload || isFetching(itemId)}
                onSelect={() => void fetchRecording(itemId)}
              >
                <CloudDownload aria-hidden="true" />
                Buscar gravação
              </DropdownMenuItem>
            ) : null}
            <DropdownMenuItem disabled={!mayUpload || running} onSelect={() => setUploading(true)}>
              <Upload aria-hidden="true" />
              {hasFile ? 'Substituir áudio' : 'Enviar áudio'}
            </DropdownMenuItem>
            <DropdownMenuItem disabled={!hasFile} onSelect={() => void download()}>
              <Download aria-hidden="true" />
              Baixar áudio
            </DropdownMenuItem>
            {mayErase ? (
              <>
                <DropdownMenuSeparator />
                <DropdownMenuItem destructive disabled={running} onSelect={() => setErasing(true)}>
                  <Eraser aria-hidden="true" />
                  Apagar dados da ligação
                </DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {dialog}
      <EraseDialog target={erasing ? { id: itemId, label } : null} onClose={() => setErasing(false)} />
      <UploadDialog
        target={uploading ? { id: itemId, label, arquivoNome: item.arquivoNome } : null}
        onClose={() => setUploading(false)}
        onProcess={process}
      />
    </header>
  );
}
