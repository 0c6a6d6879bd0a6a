import { createModelo, type ModeloWire, updateModelo } from '@escuta/shared/contracts/insights/modelos';
import { DateField, SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { type ApiForm, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { showDate } from '../../lib/text/masks.ts';
import { bodyOf, formOf, type ModeloForm, modeloForm, patchOf } from './modelo-values.ts';
import { ProtocolFields } from './protocol-fields.tsx';

interface ModeloDialogProps {
  /** The label to change; null: a new label. */
  modelo: ModeloWire | null;
  open: boolean;
  onClose: () => void;
}

/** Dialog that creates a label or, given `modelo`, changes the model of a label. */
export function ModeloDialog({ open, onClose, modelo }: ModeloDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} className="sm:max-w-2xl">
      <ModeloFields modelo={modelo} />
    </FormDialog>
  );
}

const PROVEDORES = [
  { value: 'openai', label: 'Compatível com OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
];
const OUTROS = [{ value: 'nenhum', label: 'Nenhum' }, ...PROVEDORES];
const FINALIDADES = [
  { value: 'texto', label: 'Análise de texto e insights' },
  { value: 'transcricao', label: 'Transcrição' },
];

function ModeloFields({ modelo }: { modelo: ModeloWire | null }) {
  const { done } = useFormDialog();
  const told = (title: string) => (answer: { data: ModeloWire }) =>
    toast.success(title, { description: answer.data.rotulo });
  const create = useApiMutation(createModelo, { failed: null, onDone: told('Rótulo criado') });
  const update = useApiMutation(updateModelo, { failed: null, onDone: told('Rótulo alterado') });
  const values = formOf(modelo);
  const api = useApiForm({
    schema: modeloForm,
    values,
    send: (after): Promise<unknown> | null => {
      if (!modelo) return create.run({ body: bodyOf(after) });
      const body = patchOf(values, after);
      return Object.keys(body).length === 0 ? null : update.run({ params: { id: modelo.id }, body });
    },
    onSaved: done,
    failed: modelo ? 'Erro ao alterar o rótulo' : 'Erro ao criar o rótulo',
    fallback: 'Tente novamente.',
    draft: {
      key: `modelo:${modelo?.id ?? 'novo'}`,
      title: modelo ? `Editar ${modelo.rotulo}` : 'Novo rótulo',
      dialog: true,
    },
  });
  const { field } = api;
  return (
    <DialogForm
      api={api}
      className="gap-6"
      title={modelo ? `Editar ${modelo.rotulo}` : 'Novo rótulo'}
      description={
        modelo
          ? 'Templates e projetos com este rótulo passam a usar este modelo a partir da próxima etapa do processamento. Resultados anteriores mantêm o modelo original.'
          : 'O nome que aparece nas listas e o modelo do provedor que ele usa.'
      }
      submitLabel={modelo ? 'Salvar alterações' : 'Criar rótulo'}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {modelo ? null : (
          <>
            <TextField {...field('rotulo')} label="Rótulo" required maxLength={100} />
            <SelectField {...field('finalidade')} label="Finalidade" options={FINALIDADES} />
          </>
        )}
        <SelectField {...field('provedor')} label="Provedor" options={PROVEDORES} />
        <TextField
          {...field('modelo')}
          label="Modelo"
          required
          hint="O nome usado pelo provedor."
          maxLength={200}
          spellCheck={false}
        />
        <OtherModelFields api={api} name="sucessor" label="Sucessor" hint="Usado a partir da desativação." />
        <OtherModelFields
          api={api}
          name="alternativa"
          label="Alternativa"
          hint="Usada quando falta a chave do provedor."
        />
        <DateField
          {...field('desativadoEm')}
          label="Data de desativação"
          hint={
            modelo?.origemDesativacao === 'fabricante' && modelo.desativadoEm
              ? `Em branco, vale a do fabricante: ${showDate(modelo.desativadoEm)}.`
              : 'Primeiro dia em que o modelo não responde mais.'
          }
        />
        <SwitchField
          {...field('ativo')}
          label="Ativo"
          hint="Um rótulo inativo some das listas. Um rótulo em uso não pode ser desativado."
        />
      </div>
      <ProtocolFields api={api} />
    </DialogForm>
  );
}

/** Fields for an optional second model: its provider and its name. */
function OtherModelFields({
  api: { field, form },
  name,
  label,
  hint,
}: {
  api: ApiForm<ModeloForm, ModeloForm>;
  name: 'sucessor' | 'alternativa';
  label: string;
  hint: string;
}) {
  return (
    <fieldset className="contents">
      <legend className="sr-only">{label}</legend>
      <SelectField {...field(`${name}Provedor`)} label={label} hint={hint} options={OUTROS} />
      <TextField
        {...field(`${name}Modelo`)}
        label={`Modelo: ${label.toLowerCase()}`}
        disabled={form.watch(`${name}Provedor`) === 'nenhum'}
        maxLength={200}
        spellCheck={false}
      />
    </fieldset>
  );
}
