import { detachArquivo } from '@escuta/shared/contracts/calls/item-gravacao';
import { type FormEvent, useState } from 'react';
import { FormButtons } from '../../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useLast } from '../../../kit/use-last.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import type { ActionItem } from '../item.ts';
import { EvidenceNote, useMayChangeEvidence } from './evidence-note.tsx';

type Target = Pick<ActionItem, 'id' | 'noun' | 'fileName' | 'inForce'>;

const THIS: Record<ActionItem['noun'], string> = {
  ligação: 'esta ligação',
  entrevista: 'esta entrevista',
  item: 'este item',
};

/** Removes the recording of a call or another item, after a confirmation that states the consequences. */
export function DetachDialog({ target, onClose }: { target: Target | null; onClose: () => void }) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <DetachForm target={shown} /> : null}
    </FormDialog>
  );
}

function DetachForm({ target }: { target: Target }) {
  const { close, done } = useFormDialog();
  const { attempt, busy } = useApiMutation(detachArquivo, {
    failed: 'Erro ao desvincular',
    fallback: 'Não foi possível desvincular o arquivo.',
    onDone: () =>
      toast.success('Arquivo desvinculado', {
        description: `${target.noun === 'item' ? 'O item' : `A ${target.noun}`} voltou a ficar pendente.`,
      }),
  });
  const mayRemove = useMayChangeEvidence() || !target.inForce;
  const [motivo, setMotivo] = useState('');
  useReportToDialog(busy, motivo.trim() !== '');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !mayRemove) return;
    const body = motivo.trim() ? { motivo: motivo.trim() } : undefined;
    // After a failure a toast gives the reason, and the dialog stays for another try.
    if (await attempt({ params: { id: target.id }, body })) done();
  };
  return (
    <form className="grid grid-cols-1 gap-5" onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Desvincular arquivo</DialogTitle>
        <DialogDescription>
          {mayRemove
            ? `A gravação ${target.fileName} será desvinculada, e ${THIS[target.noun]} voltará a ficar pendente.`
            : `Gravação ${target.fileName}.`}
        </DialogDescription>
      </DialogHeader>
      {target.inForce ? (
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
