import { type AgenteWire, updateAgente } from '@escuta/shared/contracts/team/agentes';
import { TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { StaleNotice, type ToldField, useStaleRecord } from '../../kit/form/stale-record.tsx';
import { pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { AccountField } from './account-field.tsx';
import { type AgenteValues, agenteSchema, valuesOf } from './agente-form.ts';
import { AliasesField } from './aliases-field.tsx';
import { useForgetMaps } from './forget-maps.ts';

const TOLD: readonly ToldField<AgenteWire, AgenteValues>[] = [
  { name: 'nome', label: 'Nome', read: ({ nome }) => nome, show: String },
  {
    name: 'matricula',
    label: 'Matrícula',
    read: ({ matricula }) => matricula ?? '',
    show: (value) => (value === '' ? 'nenhuma' : String(value)),
  },
  {
    name: 'usuario_id',
    label: 'Acesso',
    read: ({ usuario_id }) => usuario_id ?? '',
    show: (value) => (value === '' ? 'nenhum' : 'outra conta'),
  },
  {
    name: 'apelidos',
    label: 'Também conhecido como',
    read: ({ apelidos }) => apelidos,
    show: (value) => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'nenhum'),
  },
];

/** Edits name, number, account and aliases of an agent. */
export function EditAgenteDialog({
  agente,
  empresaId,
  onClose,
}: {
  agente: AgenteWire | null;
  empresaId: string;
  onClose: () => void;
}) {
  const shown = useLast(agente);
  return (
    <FormDialog open={agente !== null} onClose={onClose}>
      {shown ? <AgentForm agente={shown} empresaId={empresaId} /> : null}
    </FormDialog>
  );
}

function AgentForm({ agente, empresaId }: { agente: AgenteWire; empresaId: string }) {
  const { done } = useFormDialog();
  const { id } = agente;
  const save = useApiMutation(updateAgente, {
    done: 'Agente atualizado.',
    failed: null,
    onDone: useForgetMaps(),
  });
  const stale = useStaleRecord(agente);
  const api = useApiForm({
    schema: agenteSchema,
    values: valuesOf(agente),
    follow: true,
    send: ({ novo, ...output }, { changed }) => {
      const touched = new Set<string>(changed);
      touched.delete('novo');
      if (novo !== '') touched.add('apelidos');
      if (touched.size === 0) return null;
      const apelidos = novo === '' ? output.apelidos : [...output.apelidos, novo];
      const { nome, matricula, usuario_id, apelidos: antes } = stale.before;
      return save.run({
        params: { id },
        body: {
          ...pickChanged({ ...output, usuario_id: output.usuario_id || null, apelidos }, touched),
          antes: pickChanged({ nome, matricula, usuario_id, apelidos: antes }, touched),
        },
      });
    },
    onFailure: stale.onFailure,
    onSaved: done,
    failed: 'Erro ao atualizar o agente',
    draft: { key: `agente:${id}`, title: 'Editar agente', dialog: true },
  });
  return (
    <DialogForm api={api} title="Editar agente" submitLabel="Salvar alterações">
      <StaleNotice stale={stale} api={api} fields={TOLD} />
      <TextField {...api.field('nome')} label="Nome" required maxLength={200} />
      <TextField
        {...api.field('matricula')}
        label="Matrícula"
        maxLength={40}
        hint="O número da pessoa na sua empresa."
      />
      <AccountField
        {...api.field('usuario_id')}
        empresaId={empresaId}
        now={agente.usuario_id === null ? null : { id: agente.usuario_id, email: agente.usuario_email }}
        disabled={api.busy}
      />
      <AliasesField control={api.form.control} />
    </DialogForm>
  );
}
