import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../ui/dialog.tsx';
import { Label } from '../ui/label.tsx';
import { AudioDrop } from './audio-drop.tsx';
import { UploadProgressBar } from './upload-progress.tsx';
import { useUploadCall } from './use-upload-call.ts';

interface UploadDialogProps {
  /** The call that gets the recording; null closes the dialog. */
  target: { id: string; label: string; arquivoNome: string | null } | null;
  /** A file that was dropped on the call before the dialog opened. */
  initialFile?: File | null;
  onClose: () => void;
  /** Asked for when the person wants it processed right after the upload. */
  onProcess: (itemId: string) => unknown;
}

/** 'Enviar áudio': choose or drop a recording, watch it go out, cancel it, and have it processed at once. */
export function UploadDialog({ target, initialFile, onClose, onProcess }: UploadDialogProps) {
  const { progress, send, cancel } = useUploadCall();
  const busy = progress !== null;
  return (
    <Dialog
      open={target !== null}
      onOpenChange={(open) => {
        // Esc and clicks outside must not throw away an upload under way: 'Cancelar envio' does.
        if (!open && !busy) onClose();
      }}
    >
      <DialogContent hideClose={busy}>
        {target ? (
          <UploadForm
            key={target.id}
            target={target}
            initialFile={initialFile ?? null}
            progress={progress}
            onSend={async (file, process) => {
              const outcome = await send(target.id, file);
              if (outcome !== 'enviado') return;
              onClose();
              if (process) onProcess(target.id);
            }}
            onCancel={busy ? cancel : onClose}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

interface UploadFormProps {
  target: NonNullable<UploadDialogProps['target']>;
  initialFile: File | null;
  progress: ReturnType<typeof useUploadCall>['progress'];
  onSend: (file: File, process: boolean) => void;
  onCancel: () => void;
}

function UploadForm({ target, initialFile, progress, onSend, onCancel }: UploadFormProps) {
  const [file, setFile] = useState(initialFile);
  const [process, setProcess] = useState(true);
  const busy = progress !== null;
  return (
    <>
      <DialogHeader>
        <DialogTitle>Enviar áudio</DialogTitle>
        <DialogDescription>
          Gravação da ligação {target.label}.
          {target.arquivoNome ? ` O arquivo atual (${target.arquivoNome}) será substituído.` : ''}
        </DialogDescription>
      </DialogHeader>
      <AudioDrop file={file} onChange={setFile} disabled={busy} />
      {progress ? (
        <UploadProgressBar progress={progress} />
      ) : (
        <div className="flex items-center gap-2.5">
          <Checkbox
            id="processar-apos-envio"
            checked={process}
            onCheckedChange={(checked) => setProcess(checked === true)}
          />
          <Label htmlFor="processar-apos-envio" className="font-normal">
            Processar assim que o envio terminar (1 crédito)
          </Label>
        </div>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          {busy ? 'Cancelar envio' : 'Cancelar'}
        </Button>
        <Button disabled={!file} loading={busy} onClick={() => file && onSend(file, process)}>
          {busy ? 'Enviando…' : 'Enviar áudio'}
        </Button>
      </DialogFooter>
    </>
  );
}
