import { createArquivo } from '@escuta/shared/contracts/auditoria-items';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/status';
import { useRef, useState } from 'react';
import { AudioDrop } from '../../domain/calls/audio-drop.tsx';
import { ProcessAfter } from '../../domain/calls/upload-dialog.tsx';
import { UploadProgressBar } from '../../domain/calls/upload-progress.tsx';
import { useUploadCall } from '../../domain/calls/use-upload-call.ts';
import { FormButtons } from '../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../kit/form/form-dialog.tsx';
import { useOnceKey } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx';

interface NewFileDialogProps {
  projetoId: string;
  open: boolean;
  onClose: () => void;
  /** Asked for when the recording is to be processed at once. */
  onProcess: (itemId: string) => unknown;
}

/** Registers an item and sends its recording in one step. */
export function NewFileDialog({ open, onClose, ...props }: NewFileDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <NewFile {...props} />
    </FormDialog>
  );
}

function NewFile({ projetoId, onProcess }: Omit<NewFileDialogProps, 'open' | 'onClose'>) {
  const { close, done } = useFormDialog();
  const { progress, send, cancel } = useUploadCall();
  const [file, setFile] = useState<File | null>(null);
  const [process, setProcess] = useState(true);
  const once = useOnceKey();
  const create = useApiMutation(createArquivo, {
    failed: 'Falha ao criar item de auditoria.',
    headers: once.headers,
  });
  /** Registered already: an upload that failed is tried again for the same item. */
  const made = useRef<string | null>(null);
  const busy = create.busy || progress !== null;
  useReportToDialog(busy, false);
  const submit = async (): Promise<void> => {
    if (!file || busy) return;
    try {
      made.current ??= (
        await create.run({ params: { id: AUDITORIA_PADRAO_ID }, body: { projeto_id: projetoId } })
      ).data.id;
    } catch {
      // Told by the mutation; another try sends the same key.
      return;
    }
    const id = made.current;
    if ((await send(id, file)) !== 'enviado') return;
    done();
    if (process) void onProcess(id);
  };
  return (
    <form
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DialogHeader>
        <DialogTitle>Enviar Arquivo</DialogTitle>
        <DialogDescription>A gravação vira um item do projeto.</DialogDescription>
      </DialogHeader>
      <AudioDrop file={file} onChange={setFile} disabled={busy} />
      {progress ? (
        <UploadProgressBar progress={progress} />
      ) : (
        <ProcessAfter id="processar-arquivo" checked={process} onChange={setProcess} />
      )}
      <FormButtons
        busy={busy}
        submitLabel="Enviar áudio"
        busyLabel="Enviando…"
        disabled={!file}
        onCancel={progress ? cancel : close}
        cancelLabel={progress ? 'Cancelar envio' : 'Cancelar'}
        cancelDisabled={false}
      />
    </form>
  );
}
