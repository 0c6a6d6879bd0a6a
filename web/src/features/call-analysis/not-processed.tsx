import { CloudDownload, FileAudio, Play, Upload } from 'lucide-react';
import { useState } from 'react';
import { UploadDialog } from '../../domain/calls/upload-dialog.tsx';
import { useFetchRecording } from '../../domain/calls/use-fetch-recording.ts';
import { useProcessCall } from '../../domain/calls/use-process-call.ts';
import { NoTemplatesNotice } from '../../domain/templates/no-templates-notice.tsx';
import { formatPhone } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Resultado } from './sections/overview.tsx';
import { useAllowed } from './use-allowed.ts';

/** A call that was never processed: why, and the next step. */
export function NotProcessed({ itemId, resultado }: { itemId: string; resultado: Resultado }) {
  const { auditoriaItem: item } = resultado;
  const { process, isLocked } = useProcessCall();
  const { mayProcess } = useAllowed();
  return (
    <div className="grid gap-4">
      {mayProcess ? <NoTemplatesNotice projetoId={resultado.projeto.id} /> : null}
      {item.arquivoPath ? (
        <EmptyState
          icon={<FileAudio />}
          title="Esta ligação ainda não foi processada"
          description={
            item.motivo ?? 'Processe a gravação para receber transcrição, insights e custos (1 crédito).'
          }
          action={
            <Button disabled={!mayProcess || isLocked(itemId)} onClick={() => void process(itemId)}>
              <Play aria-hidden="true" />
              Processar áudio
            </Button>
          }
        />
      ) : (
        <WithoutRecording itemId={itemId} item={item} onProcess={process} />
      )}
    </div>
  );
}

interface WithoutRecordingProps {
  itemId: string;
  item: Resultado['auditoriaItem'];
  onProcess: (itemId: string) => unknown;
}

/** Where the recording may come from: the telephony server, if its name there is known, or a file. */
function WithoutRecording({ itemId, item, onProcess }: WithoutRecordingProps) {
  const { mayProcess, mayUpload } = useAllowed();
  const { fetchRecording, isFetching } = useFetchRecording(mayProcess ? onProcess : null);
  const [uploading, setUploading] = useState(false);
  const fetching = isFetching(itemId);
  return (
    <>
      <EmptyState
        icon={<FileAudio />}
        title="Esta ligação ainda não tem gravação"
        description={
          item.gravacaoNaTelefonia
            ? 'Busque a gravação no servidor de telefonia da empresa, ou envie o áudio, para receber transcrição, insights e custos.'
            : 'Envie o áudio para receber transcrição, insights e custos.'
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {item.gravacaoNaTelefonia ? (
              <Button disabled={!mayUpload} loading={fetching} onClick={() => void fetchRecording(itemId)}>
                {fetching ? null : <CloudDownload aria-hidden="true" />}
                {fetching ? 'Buscando gravação…' : 'Buscar gravação'}
              </Button>
            ) : null}
            <Button
              variant={item.gravacaoNaTelefonia ? 'outline' : 'default'}
              disabled={!mayUpload || fetching}
              onClick={() => setUploading(true)}
            >
              <Upload aria-hidden="true" />
              Enviar áudio
            </Button>
          </div>
        }
      />
      <UploadDialog
        target={uploading ? { id: itemId, label: formatPhone(item.numeroDestino), arquivoNome: null } : null}
        onClose={() => setUploading(false)}
        onProcess={onProcess}
      />
    </>
  );
}
