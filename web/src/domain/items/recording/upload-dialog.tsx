import { useState } from 'react';
import { FormButtons } from '../../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useLast } from '../../../kit/use-last.ts';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import type { ActionItem, ItemDialogProps } from '../item.ts';
import { AudioDrop } from './audio-drop.tsx';
import { EvidenceNote, useMayChangeEvidence } from './evidence-note.tsx';
import { UploadProgressBar } from './upload-progress.tsx';
import { useUploadRecording } from './use-upload-recording.ts';

interface UploadDialogProps extends Omit<ItemDialogProps, 'target'> {
  /** The item that gets the recording; null closes the dialog. */
  target: Pick<ActionItem, 'id' | 'perfil' | 'phrase' | 'fileName' | 'inForce'> | null;
}

/** 'Enviar áudio': chooses or drops a recording, shows its upload, cancels it, and can process it on arrival. */
export function UploadDialog({ target, onClose, ...props }: UploadDialogProps) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <UploadForm target={shown} {...props} /> : null}
    </FormDialog>
  );
}

function UploadForm({
  target,
  file: dropped,
  onProcess,
}: Omit<UploadDialogProps, 'onClose'> & { target: NonNullable<UploadDialogProps['target']> }) {
  const { close, done } = useFormDialog();
  const { progress, send, cancel } = useUploadRecording();
  const [file, setFile] = useState(dropped);
  const [process, setProcess] = useState(true);
  const [motivo, setMotivo] = useState('');
  const mayReplace = useMayChangeEvidence() || !target.inForce;
  const busy = progress !== null;
  // During an upload, Esc and clicks outside do not close the dialog; only 'Cancelar envio' ends the upload.
  useReportToDialog(busy, motivo.trim() !== '');
  const submit = async (): Promise<void> => {
    if (!file || busy || !mayReplace) return;
    const outcome = await send(target.id, file, { motivo: motivo.trim() });
    if (outcome !== 'enviado') return;
    done();
    if (process) onProcess({ ...target, processed: false });
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
        <DialogTitle>{target.fileName ? 'Substituir áudio' : 'Enviar áudio'}</DialogTitle>
        <DialogDescription>
          Gravação {target.phrase}.
          {target.fileName && mayReplace ? ` O arquivo atual (${target.fileName}) será substituído.` : ''}
        </DialogDescription>
      </DialogHeader>
      {mayReplace ? <AudioDrop file={file} onChange={setFile} disabled={busy} /> : null}
      {target.inForce ? (
        <EvidenceNote acao="troca" motivo={motivo} onChange={setMotivo} disabled={busy} />
      ) : null}
      {progress ? <UploadProgressBar progress={progress} /> : null}
      {progress || !mayReplace ? null : (
        <ProcessAfter
          id="processar-apos-envio"
          checked={process}
          onChange={setProcess}
          {...(target.perfil === 'entrevista' ? { cost: 'o custo é mostrado antes' } : {})}
        />
      )}
      <FormButtons
        busy={busy}
        submitLabel={mayReplace ? 'Enviar áudio' : null}
        busyLabel="Enviando…"
        disabled={!file}
        onCancel={busy ? cancel : close}
        cancelLabel={busy ? 'Cancelar envio' : mayReplace ? 'Cancelar' : 'Fechar'}
        cancelDisabled={false}
      />
    </form>
  );
}

/** Checkbox that has the call processed as soon as its recording has arrived. */
export function ProcessAfter({
  id,
  checked,
  disabled,
  onChange,
  cost = '1\u00a0crédito',
}: {
  id: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  cost?: string;
}) {
  return (
    <div className="flex items-center gap-2.5">
      <Checkbox
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <Label htmlFor={id} className="font-normal leading-snug">
        Processar assim que o envio terminar ({cost})
      </Label>
    </div>
  );
}
