import { updatePesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import { TextareaField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { StaleNotice, type ToldField, useStaleRecord } from '../../kit/form/stale-record.tsx';
import { pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import type { Pesquisa } from './survey.ts';

/** Edits title and description of a survey; sends only changed fields. */
export function EditSurveyDialog(props: { open: boolean; pesquisa: Pesquisa; onClose: () => void }) {
  return (
    <FormDialog open={props.open} onClose={props.onClose}>
      <SurveyForm pesquisa={props.pesquisa} />
    </FormDialog>
  );
}

interface Values {
  titulo?: string | undefined;
  descricao?: string | null | undefined;
}

const valuesOf = ({ titulo, descricao }: Pesquisa): Values => ({ titulo, descricao: descricao ?? '' });

const TOLD: readonly ToldField<Pesquisa, Values>[] = [
  { name: 'titulo', label: 'Título', read: ({ titulo }) => titulo, show: String },
  {
    name: 'descricao',
    label: 'Descrição',
    read: ({ descricao }) => descricao ?? '',
    show: (value) => (value ? String(value) : 'vazia'),
  },
];

function SurveyForm({ pesquisa }: { pesquisa: Pesquisa }) {
  const { done } = useFormDialog();
  const { id } = pesquisa;
  const save = useApiMutation(updatePesquisa, { done: 'Pesquisa atualizada com sucesso!', failed: null });
  const stale = useStaleRecord(pesquisa);
  const api = useApiForm({
    schema: updatePesquisa.body,
    values: valuesOf(pesquisa),
    follow: true,
    send: (output, { changed }) =>
      changed.size === 0
        ? null
        : save.run({
            params: { id },
            body: { ...pickChanged(output, changed), antes: pickChanged(valuesOf(stale.before), changed) },
          }),
    onFailure: stale.onFailure,
    onSaved: done,
    failed: 'Erro ao atualizar a pesquisa',
    fallback: 'Erro ao atualizar a pesquisa.',
    draft: { key: `pesquisa:${id}`, title: 'Editar pesquisa', dialog: true },
  });
  return (
    <DialogForm api={api} title="Editar pesquisa" submitLabel="Salvar alterações">
      <StaleNotice stale={stale} api={api} fields={TOLD} />
      <TextField {...api.field('titulo')} label="Título" required maxLength={200} />
      <TextareaField
        {...api.field('descricao')}
        label="Descrição"
        hint="Opcional."
        maxLength={2000}
        rows={3}
      />
    </DialogForm>
  );
}
