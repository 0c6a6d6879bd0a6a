import { exportarResultado } from '@escuta/shared/contracts/dossie';
import { createAudioUrl } from '@escuta/shared/contracts/item-gravacao';
import { FORMATOS_DOSSIE } from '@escuta/shared/domain/dossier';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import {
  ArrowLeft,
  ArrowRight,
  CloudDownload,
  Download,
  Ear,
  EllipsisVertical,
  Eraser,
  FileBadge,
  Play,
  RefreshCw,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EraseDialog } from '../../domain/items/erase-dialog.tsx';
import { ItemStatus } from '../../domain/items/item-status.tsx';
import { UploadDialog } from '../../domain/items/recording/upload-dialog.tsx';
import { useFetchRecording } from '../../domain/items/recording/use-fetch-recording.ts';
import { useMaySeeAccesses, WhoHeard } from '../../domain/records/who-heard.tsx';
import { writeCell } from '../../domain/survey/use-open-cell.ts';
import { useApiFile } from '../../kit/mutation.ts';
import { call, errorMessage, saveUrl } from '../../lib/api.ts';
import { formatStart } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { backOf } from './back.tsx';
import { headingOf, labelOf } from './logic/label.ts';
import type { Resultado } from './sections/overview.tsx';
import { useAllowed } from './use-allowed.ts';
import { useProcessPage } from './use-process-item.tsx';

/** Whose call or interview it is, where it stands, and everything that can be done with it. */
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
  const { nome } = PROFILES[item.perfil].pagina;
  const interview = item.perfil === 'entrevista';
  const { process, processAgain, regenerate, regenerating, locked, dialog } = useProcessPage(item);
  const { mayProcess, mayUpload, mayErase } = useAllowed();
  const mayExport = useCan()('result', 'export');
  const { save, busy: exporting } = useApiFile(exportarResultado, {
    name: 'dossie',
    done: 'Dossiê exportado',
    failed: 'Falha ao exportar resultados.',
    fallback: 'Não foi possível exportar o dossiê. Tente novamente.',
  });
  const { fetchRecording, isFetching } = useFetchRecording(mayProcess ? process : null);
  const [uploading, setUploading] = useState(false);
  const [erasing, setErasing] = useState(false);
  const maySeeAccesses = useMaySeeAccesses();
  const [asking, setAsking] = useState(false);
  const erased = item.dadosApagadosEm !== null;
  const hasFile = item.arquivoPath !== null;
  const hasTranscript = item.ui_payload !== null;
  const label = labelOf(item);
  const back = backOf(resultado);
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
          <Link to={back.to} aria-label={back.label}>
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
              {erased ? (interview ? 'Entrevista apagada' : 'Ligação apagada') : headingOf(item)}
            </h1>
            {erased ? null : <ItemStatus status={item.status} />}
          </div>
          <p className="truncate text-muted-foreground text-sm">
            {[
              interview ? null : item.nomeEntrevistado,
              item.inicioPrecisao && formatStart(item.callStartTime ?? item.createdAt, item.inicioPrecisao),
              projeto.nome,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {interview && !erased && item.pesquisaId ? (
            <Link
              to={`${href(paths.pesquisa, { id: item.pesquisaId })}?${writeCell('aba=resultados', item.celulaNoMapa)}`}
              className="focus-ring touch-target inline-flex w-fit items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
            >
              Ver no mapa da pesquisa
              <ArrowRight className="size-4" aria-hidden="true" />
            </Link>
          ) : null}
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
              disabled={!mayProcess || !hasFile || running || locked}
              onSelect={() => void processAgain()}
            >
              <Play aria-hidden="true" />
              {hasTranscript ? 'Processar novamente' : 'Processar áudio'}
            </DropdownMenuItem>
            <DropdownMenuItem
              disabled={!mayProcess || !hasTranscript || running || regenerating}
              onSelect={() => void regenerate()}
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
            {maySeeAccesses ? (
              <DropdownMenuItem onSelect={() => setAsking(true)}>
                <Ear aria-hidden="true" />
                Quem ouviu
              </DropdownMenuItem>
            ) : null}
            {mayExport && hasTranscript ? (
              <>
                <DropdownMenuSeparator />
                {FORMATOS_DOSSIE.map((formato) => (
                  <DropdownMenuItem
                    key={formato}
                    disabled={exporting}
                    onSelect={() => save({ params: { id: itemId }, query: { formato } })}
                  >
                    <FileBadge aria-hidden="true" />
                    Exportar dossiê ({formato.toUpperCase()})
                  </DropdownMenuItem>
                ))}
              </>
            ) : null}
            {mayErase ? (
              <>
                <DropdownMenuSeparator />
                <DropdownMenuItem destructive disabled={running} onSelect={() => setErasing(true)}>
                  <Eraser aria-hidden="true" />
                  Apagar dados da {nome}
                </DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {dialog}
      {maySeeAccesses ? (
        <WhoHeard
          target={asking ? { tipo: 'item', id: itemId, nome: interview ? headingOf(item) : label } : null}
          onClose={() => setAsking(false)}
        />
      ) : null}
      <EraseDialog
        of={nome}
        target={erasing ? { id: itemId, label: interview ? headingOf(item) : label } : null}
        onClose={() => setErasing(false)}
      />
      <UploadDialog
        of={nome}
        target={
          uploading
            ? {
                id: itemId,
                label,
                arquivoNome: item.arquivoNome,
                analisada: hasTranscript || item.temGravacoesAnteriores,
              }
            : null
        }
        onClose={() => setUploading(false)}
        onProcess={process}
      />
    </header>
  );
}
