import { type FormEvent, useState } from 'react';
import { FormButtons } from '../../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useLast } from '../../../kit/use-last.ts';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx';
import { useItemRemoval } from '../use-item-removal.ts';
import { EvidenceNote, useMayChangeEvidence } from './evidence-note.tsx';

interface DetachDialogProps {
  /** Whose recording is taken away; null: closed. */
  target: {
    id: string;
    arquivoNome: string;
    /** A result rests on its recording. */
    analisada: boolean;
  } | null;
  onClose: () => void;
  of?: 'ligação' | 'item';
}

/** Takes the recording off a call or another item, after saying what follows. */
export function DetachDialog({ target, onClose, of = 'ligação' }: DetachDialogProps) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <DetachForm target={shown} of={of} /> : null}
    </FormDialog>
  );
}

function DetachForm({
  target,
  of,
}: {
  target: NonNullable<DetachDialogProps['target']>;
  of: 'ligação' | 'item';
}) {
  const { close, done } = useFormDialog();
  const { detach } = useItemRemoval(of === 'item' ? 'item' : 'ligacao');
  const mayRemove = useMayChangeEvidence() || !target.analisada;
  const [motivo, setMotivo] = useState('');
  const [busy, setBusy] = useState(false);
  useReportToDialog(busy, motivo.trim() !== '');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !mayRemove) return;
    setBusy(true);
    try {
      await detach(target.id, motivo.trim());
      done();
    } catch {
      // A toast said why; the dialog stays for another try.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="grid grid-cols-1 gap-5" onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Desvincular arquivo</DialogTitle>
        <DialogDescription>
          {mayRemove
            ? `A gravação ${target.arquivoNome} deixa ${of === 'item' ? 'este item' : 'esta ligação'}, que volta a pendente.`
            : `Gravação ${target.arquivoNome}.`}
        </DialogDescription>
      </DialogHeader>
      {target.analisada ? (
        <EvidenceNote acao="remove" motivo={motivo} onChange={setMotivo} disabled={busy} />
      ) : null}
      <FormButtons
        busy={busy}
        submitLabel={mayRemove ? 'Desvincular' : null}
        busyLabel="Desvinculando…"
        onCancel={close}
        cancelLabel={mayRemove ? 'Cancelar' : 'Fechar'}
        destructive
      />
    </form>
  );
}
