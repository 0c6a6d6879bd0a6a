import { createAgente } from '@escuta/shared/contracts/agentes';
import { TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';

/** A new agent of calls; extensions are given in the list. */
export function NewAgenteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <NewAgente />
    </FormDialog>
  );
}

function NewAgente() {
  const { done } = useFormDialog();
  const save = useApiMutation(createAgente, {
    done: ({ data }) => `${data.nome} cadastrado. Dê um ramal a quem atende ligações.`,
    failed: null,
  });
  const api = useApiForm({
    schema: createAgente.body.pick({ nome: true, matricula: true }),
    values: { nome: '', matricula: '' },
    send: (body) => save.run({ body }),
    onSaved: done,
    failed: 'Erro ao cadastrar agente',
  });
  return (
    <DialogForm api={api} title="Novo agente" submitLabel="Cadastrar">
      <TextField {...api.field('nome')} label="Nome" required maxLength={200} />
      <TextField
        {...api.field('matricula')}
        label="Matrícula"
        maxLength={40}
        hint="O número da pessoa na sua empresa."
      />
    </DialogForm>
  );
}
