import { createAgente } from '@escuta/shared/contracts/team/agentes';
import { z } from 'zod';
import { TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { AccountField } from './account-field.tsx';

/** Dialog that creates a call agent. Extensions are added later, in the list of agents. */
export function NewAgenteDialog({
  open,
  empresaId,
  onClose,
}: {
  open: boolean;
  empresaId: string;
  onClose: () => void;
}) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <NewAgente empresaId={empresaId} />
    </FormDialog>
  );
}

const schema = createAgente.body.pick({ nome: true, matricula: true }).extend({ usuario_id: z.string() });

function NewAgente({ empresaId }: { empresaId: string }) {
  const { done } = useFormDialog();
  const save = useApiMutation(createAgente, {
    done: ({ data }) => `Agente cadastrado: ${data.nome}. Para receber ligações, atribua um ramal.`,
    failed: null,
  });
  const api = useApiForm({
    schema,
    values: { nome: '', matricula: '', usuario_id: '' },
    send: ({ usuario_id, ...body }) => save.run({ body: { ...body, usuario_id: usuario_id || null } }),
    onSaved: done,
    failed: 'Erro ao cadastrar o agente',
    draft: { key: 'agente', title: 'Novo agente', dialog: true },
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
      <AccountField {...api.field('usuario_id')} empresaId={empresaId} now={null} disabled={api.busy} />
    </DialogForm>
  );
}
