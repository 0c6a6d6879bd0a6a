import { discardFalhas } from '@escuta/shared/contracts/operation/operacao';
import { plural } from '@escuta/shared/domain/text/in-words';
import { z } from 'zod';
import { TextareaField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { toast } from '../../lib/browser/toast.ts';

const formSchema = z.object({
  motivo: z.string().trim().min(3, { error: 'Informe o motivo do descarte.' }).max(500),
});

interface DiscardDialogProps {
  /** Ids of the failures to discard; an empty list closes the dialog. */
  ids: readonly string[];
  onClose: () => void;
  onDiscarded: () => void;
}

/** Asks for a reason, then discards the failures. */
export function DiscardDialog({ ids, onClose, onDiscarded }: DiscardDialogProps) {
  const shown = useLast(ids.length > 0 ? ids : null);
  return (
    <FormDialog open={ids.length > 0} onClose={onClose}>
      <DiscardForm ids={shown ?? []} onDiscarded={onDiscarded} />
    </FormDialog>
  );
}

function DiscardForm({ ids, onDiscarded }: Omit<DiscardDialogProps, 'onClose'>) {
  const n = ids.length;
  const { done } = useFormDialog();
  const discard = useApiMutation(discardFalhas, {
    failed: null,
    onDone: ({ data }) =>
      toast.success(plural(data.descartadas, 'falha descartada', 'falhas descartadas'), {
        ...(data.jaTratadas > 0
          ? { description: `${plural(data.jaTratadas, 'já tinha sido tratada', 'já tinham sido tratadas')}.` }
          : {}),
      }),
  });
  const api = useApiForm({
    schema: formSchema,
    values: { motivo: '' },
    send: ({ motivo }) => discard.run({ body: { ids: [...ids], motivo } }),
    onSaved: () => {
      done();
      onDiscarded();
    },
    failed: 'Erro ao descartar',
    fallback: 'Não foi possível descartar. Tente novamente.',
    draft: { key: 'descartar-falhas', title: 'Descartar falhas', dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title={`Descartar ${plural(n, 'falha', 'falhas')}`}
      description={
        n === 1
          ? 'Ela sai da fila e não pode mais ser reprocessada por aqui. O item não muda.'
          : 'Elas saem da fila e não podem mais ser reprocessadas por aqui. Os itens não mudam.'
      }
      submitLabel="Descartar"
      destructive
    >
      <TextareaField {...api.field('motivo')} label="Motivo" required rows={3} maxLength={500} />
    </DialogForm>
  );
}
