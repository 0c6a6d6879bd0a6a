import { interromperEntrevista } from '@escuta/shared/contracts/entrevistas';
import type { EntrevistaNaLista } from '@escuta/shared/contracts/pesquisas';
import { TextareaField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';

/** Gives up on an interview that goes on; answers that come later open it again. */
export function InterruptDialog({
  target,
  onClose,
}: {
  target: EntrevistaNaLista | null;
  onClose: () => void;
}) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <Interrupt entrevista={shown} /> : null}
    </FormDialog>
  );
}

function Interrupt({ entrevista }: { entrevista: EntrevistaNaLista }) {
  const { done } = useFormDialog();
  const interrupt = useApiMutation(interromperEntrevista, {
    done: 'Entrevista dada por interrompida.',
    failed: null,
  });
  const api = useApiForm({
    schema: interromperEntrevista.body,
    values: { motivo: '' },
    send: (body) => interrupt.run({ params: { id: entrevista.id }, body }),
    onSaved: done,
    failed: 'Erro ao interromper entrevista',
  });
  return (
    <DialogForm
      api={api}
      title="Dar por interrompida"
      description={`A entrevista de ${entrevista.nome_entrevistado} deixa de contar como em andamento. Se chegarem respostas depois, ela volta.`}
      submitLabel="Dar por interrompida"
    >
      <TextareaField {...api.field('motivo')} label="Motivo" required rows={3} maxLength={500} />
    </DialogForm>
  );
}
