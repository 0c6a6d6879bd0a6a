import { assumirEntrevista, retomarEntrevista } from '@escuta/shared/contracts/campo';
import type { EntrevistaNaLista } from '@escuta/shared/contracts/pesquisas';
import { TextareaField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';

/** Gives up waiting for the device of an interview, with what is refused from then on said first. */
export function EndForDeviceDialog({
  target,
  onClose,
}: {
  target: EntrevistaNaLista | null;
  onClose: () => void;
}) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <EndForDevice entrevista={shown} /> : null}
    </FormDialog>
  );
}

function EndForDevice({ entrevista }: { entrevista: EntrevistaNaLista }) {
  const { done } = useFormDialog();
  const end = useApiMutation(assumirEntrevista, { done: 'Entrevista encerrada.', failed: null });
  const api = useApiForm({
    schema: assumirEntrevista.body,
    values: { motivo: '' },
    send: (body) => end.run({ params: { id: entrevista.id }, body }),
    onSaved: done,
    failed: 'Erro ao encerrar entrevista',
  });
  return (
    <DialogForm
      api={api}
      title="Encerrar sem o aparelho"
      description={`A entrevista de ${entrevista.nome_entrevistado} fica com o que chegou até aqui. As respostas e a gravação que o aparelho ainda tem passam a ser recusadas. Enquanto ela não for processada, um gerente pode voltar a recebê-las.`}
      submitLabel="Encerrar sem o aparelho"
      destructive
    >
      <TextareaField {...api.field('motivo')} label="Motivo" required rows={3} maxLength={500} />
    </DialogForm>
  );
}

/** Takes up receiving again what a device sends of an interview that was given up. */
export const useResumeForDevice = () =>
  useApiMutation(retomarEntrevista, {
    done: 'A entrevista volta a ser recebida do aparelho.',
    failed: 'Erro ao retomar a entrevista',
  });
