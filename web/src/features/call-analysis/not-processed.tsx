import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { CloudDownload, FileAudio, Play, Upload } from 'lucide-react';
import { useState } from 'react';
import { UploadDialog } from '../../domain/items/recording/upload-dialog.tsx';
import { useFetchRecording } from '../../domain/items/recording/use-fetch-recording.ts';
import { NoTemplatesNotice } from '../../domain/templates/no-templates-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { labelOf } from './logic/label.ts';
import type { Resultado } from './sections/overview.tsx';
import { useAllowed } from './use-allowed.ts';
import { useProcessPage } from './use-process-item.tsx';

/** A call that was never processed: why, and the next step. */
export function NotProcessed({ resultado }: { resultado: Resultado }) {
  const { auditoriaItem: item } = resultado;
  const { nome } = PROFILES[item.perfil].pagina;
  const { process, locked, dialog } = useProcessPage(item);
  const { mayProcess } = useAllowed();
  return (
    <div className="grid gap-4">
      {mayProcess ? <NoTemplatesNotice projetoId={resultado.projeto.id} /> : null}
      {item.arquivoPath ? (
        <EmptyState
          icon={<FileAudio />}
          title={`Esta ${nome} ainda não foi processada`}
          description={
            item.motivo ??
            `Processe a gravação para receber transcrição, insights e custos (${nome === 'ligação' ? '1 crédito' : 'o custo é mostrado antes'}).`
          }
          action={
            <Button disabled={!mayProcess || locked} onClick={() => void process()}>
              <Play aria-hidden="true" />
              Processar áudio
            </Button>
          }
        />
      ) : (
        <WithoutRecording item={item} onProcess={process} />
      )}
      {dialog}
    </div>
  );
}

interface WithoutRecordingProps {
  item: Resultado['auditoriaItem'];
  onProcess: () => unknown;
}

/** Where the recording may come from: the telephony server, if its name there is known, or a file. */
function WithoutRecording({ item, onProcess }: WithoutRecordingProps) {
  const { mayProcess, mayUpload } = useAllowed();
  const { fetchRecording, isFetching } = useFetchRecording(mayProcess ? onProcess : null);
  const [uploading, setUploading] = useState(false);
  const { nome } = PROFILES[item.perfil].pagina;
  const fetching = isFetching(item.id);
  return (
    <>
      <EmptyState
        icon={<FileAudio />}
        title={`Esta ${nome} ainda não tem gravação`}
        description={
          item.gravacaoNaTelefonia
            ? 'Busque a gravação no servidor de telefonia da empresa, ou envie o áudio, para receber transcrição, insights e custos.'
            : 'Envie o áudio para receber transcrição, insights e custos.'
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {item.gravacaoNaTelefonia ? (
              <Button disabled={!mayUpload} loading={fetching} onClick={() => void fetchRecording(item.id)}>
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
        of={nome}
        target={
          uploading
            ? { id: item.id, label: labelOf(item), arquivoNome: null, analisada: item.temGravacoesAnteriores }
            : null
        }
        onClose={() => setUploading(false)}
        onProcess={onProcess}
      />
    </>
  );
}
