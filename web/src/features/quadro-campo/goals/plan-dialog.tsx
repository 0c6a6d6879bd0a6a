import { getMetas, type PlanoDeMetas, updateMetas } from '@escuta/shared/contracts/surveys/goals/metas';
import { listPerguntas, type PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_METAS } from '@escuta/shared/domain/interview/goals/goal-table';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type FieldErrors, type Resolver, set, useWatch } from 'react-hook-form';
import { SwitchField, TextField } from '../../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useLast } from '../../../kit/use-last.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import {
  type Pessoa,
  type PlanoDigitado,
  type PlanoLido,
  readPlan,
  targetsOf,
  typedPlan,
} from './plan-form.ts';
import { TableEditor } from './table-editor.tsx';

type Questionario = { id: string; nome: string };

/** Edits a questionnaire's goals: the total, and tables that cross questions and people. */
export function PlanDialog({ target, onClose }: { target: Questionario | null; onClose: () => void }) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose} className="max-w-4xl">
      {shown ? <PlanLoader questionario={shown} /> : null}
    </FormDialog>
  );
}

function PlanLoader({ questionario }: { questionario: Questionario }) {
  const perguntas = useQuery({
    ...apiQuery(listPerguntas, { params: { id: questionario.id } }),
    select: (answer) => answer.data,
  });
  const metas = useQuery({
    ...apiQuery(getMetas, { params: { id: questionario.id } }),
    select: (answer) => answer.data,
  });
  const failed = perguntas.error ?? metas.error;
  if (perguntas.data && metas.data) {
    return (
      <PlanForm
        questionario={questionario}
        plano={metas.data}
        pessoas={metas.data.pessoas}
        perguntas={perguntas.data}
      />
    );
  }
  return failed ? (
    <ErrorState
      title="Erro ao carregar as metas."
      error={failed}
      onRetry={() => void Promise.all([perguntas.refetch(), metas.refetch()])}
    />
  ) : (
    <Skeleton aria-busy="true" className="h-60" />
  );
}

/** Converts error messages by field to the structure of react-hook-form. */
function errorsOf(problemas: ReadonlyMap<string, string>): FieldErrors<PlanoDigitado> {
  const errors: FieldErrors<PlanoDigitado> = {};
  for (const [field, message] of problemas) set(errors, field, { type: 'manual', message });
  return errors;
}

function PlanForm({
  questionario,
  plano,
  pessoas,
  perguntas,
}: {
  questionario: Questionario;
  plano: PlanoDeMetas;
  pessoas: readonly Pessoa[];
  perguntas: readonly PerguntaWire[];
}) {
  const { done } = useFormDialog();
  // The plan as the dialog found it. The server compares it with the stored plan, to detect changes by others.
  const [opened] = useState(() => {
    const alvos = targetsOf(perguntas, pessoas, plano);
    return { versao: plano.versao, alvos, perguntas, values: typedPlan(plano, alvos) };
  });
  const save = useApiMutation(updateMetas, { done: 'Metas salvas.', failed: null });
  const resolver: Resolver<PlanoDigitado, unknown, NonNullable<PlanoLido['corpo']>> = (values) => {
    const read = readPlan(values, opened);
    return read.corpo ? { values: read.corpo, errors: {} } : { values: {}, errors: errorsOf(read.problemas) };
  };
  const api = useApiForm<PlanoDigitado, NonNullable<PlanoLido['corpo']>, unknown>({
    resolver,
    values: opened.values,
    send: (corpo) => save.run({ params: { id: questionario.id }, body: { ...corpo, versao: opened.versao } }),
    onSaved: done,
    failed: 'Erro ao salvar as metas',
    draft: { key: `metas-cruzadas:${questionario.id}`, title: 'Metas', dialog: true },
  });
  const { form } = api;
  const tabelas = useWatch({ control: form.control, name: 'tabelas' });
  const change = (next: PlanoDigitado['tabelas']): void =>
    form.setValue('tabelas', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <DialogForm
      api={api}
      title="Metas"
      description={`Defina quantas entrevistas concluídas “${questionario.nome}” deve ter, no total e por perfil.`}
      submitLabel="Salvar metas"
    >
      <div className="grid max-h-[62dvh] gap-6 overflow-y-auto pr-1">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            {...api.field('total')}
            label="Meta total de entrevistas"
            inputMode="numeric"
            maxLength={9}
            hint="Em branco, não há meta total."
          />
          <SwitchField
            {...api.field('passar')}
            row
            label="Permitir passar da meta"
            hint="Sem esta opção, o celular encerra a entrevista de um perfil já completo. Com a meta total completa, ele encerra todas as entrevistas depois das perguntas de filtro."
          />
        </div>
        {tabelas.map((tabela, index) => (
          <TableEditor
            // A new table has no id, so its index identifies it.
            key={tabela.id ?? `nova-${index}`}
            number={index + 1}
            tabela={tabela}
            known={opened}
            errors={form.formState.errors.tabelas?.[index]}
            onChange={(next) => change(tabelas.map((one, place) => (place === index ? next : one)))}
            onRemove={() => change(tabelas.filter((_, place) => place !== index))}
          />
        ))}
        {tabelas.length < LIMITES_METAS.tabelas ? (
          <Button
            variant="outline"
            className="justify-self-start"
            onClick={() => change([...tabelas, { id: null, colunas: [{ alvo: '', linhas: '' }], metas: {} }])}
          >
            <Plus aria-hidden="true" />
            Adicionar tabela de metas
          </Button>
        ) : null}
      </div>
    </DialogForm>
  );
}
