import { createPergunta, type PerguntaWire, updatePergunta } from '@escuta/shared/contracts/questionarios';
import { TIPOS_PERGUNTA } from '@escuta/shared/domain/interview/compare-answer';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire';
import { useEffect, useState } from 'react';
import { Controller, FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { TIPO_PERGUNTA } from '../../../domain/survey/question-kinds.ts';
import { SelectField, SwitchField, TextareaField, TextField } from '../../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../../kit/form/form.tsx';
import { useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Label } from '../../../ui/label.tsx';
import { OptionsEditor } from './options-editor.tsx';
import {
  changeBody,
  type QuestionValues,
  questionSchema,
  seededOptions,
  valuesOf,
} from './question-form-rules.ts';

interface QuestionFormProps {
  questionarioId: string;
  /** Null: a new one. */
  pergunta: PerguntaWire | null;
  /** The questionnaire's, in order. */
  perguntas: readonly PerguntaWire[];
  onSaved: () => void;
  /** 'Fechar' of a new one, 'Cancelar Edição' of another. */
  onLeave: () => void;
  onDirty: (dirty: boolean) => void;
}

const TIPOS = TIPOS_PERGUNTA.toSorted((a, b) => Number(b === 'texto') - Number(a === 'texto')).map(
  (value) => ({
    value,
    label: TIPO_PERGUNTA[value].label,
  }),
);

/** Makes a question, or changes one that is there. */
export function QuestionForm(props: QuestionFormProps) {
  const { questionarioId, pergunta, perguntas, onDirty } = props;
  // As it was when it was opened: what somebody else changed since is told, not overwritten.
  const [opened] = useState(pergunta);
  const create = useApiMutation(createPergunta, { done: 'Pergunta adicionada.', failed: null });
  const update = useApiMutation(updatePergunta, { done: 'Pergunta atualizada.', failed: null });
  const api = useApiForm({
    schema: questionSchema,
    values: valuesOf(pergunta),
    send: (body): Promise<unknown> =>
      opened
        ? update.run({ params: { id: opened.id }, body: changeBody(opened, body) })
        : create.run({
            body: {
              ...body,
              questionario_id: questionarioId,
              ordem: perguntas.length + 1,
            },
          }),
    onSaved: props.onSaved,
    failed: pergunta ? 'Erro ao atualizar pergunta' : 'Erro ao criar pergunta',
    draft: {
      key: `pergunta:${pergunta?.id ?? questionarioId}`,
      title: pergunta ? 'Editar pergunta' : 'Nova pergunta',
      dialog: true,
    },
  });
  const { field, form, dirty } = api;
  useReportToDialog(api.busy, dirty);
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  return (
    <FormProvider {...form}>
      <Form
        api={api}
        aria-label={pergunta ? 'Editar pergunta' : 'Nova pergunta'}
        className="gap-4"
        footer={
          <FormButtons
            busy={api.busy}
            submitLabel={pergunta ? 'Atualizar Pergunta' : 'Adicionar Pergunta'}
            cancelLabel={pergunta ? 'Cancelar Edição' : 'Fechar'}
            onCancel={props.onLeave}
            className="border-t bg-popover py-3 lg:sticky lg:bottom-0"
          />
        }
      >
        <h3 className="font-semibold text-base">{pergunta ? 'Editar pergunta' : 'Nova pergunta'}</h3>
        <TextareaField
          {...field('texto_pergunta')}
          label="Texto da Pergunta"
          required
          rows={3}
          maxLength={2000}
          autoFocus={pergunta !== null}
          hint="Como deve ser lida, palavra por palavra."
        />
        <SelectField
          {...field('tipo')}
          label="Tipo de Resposta"
          options={TIPOS}
          onChosen={(tipo) => {
            if (
              isChoice(tipo as QuestionValues['tipo']) &&
              form.getValues('respostas_definidas').length === 0
            ) {
              form.setValue('respostas_definidas', seededOptions(), { shouldDirty: true });
            }
            if (tipo === 'escala' && form.getValues('minimo') === '' && form.getValues('maximo') === '') {
              form.setValue('minimo', '0', { shouldDirty: true });
              form.setValue('maximo', '10', { shouldDirty: true });
            }
          }}
        />
        <KindFields />
        <SwitchField
          {...field('campo_texto')}
          row
          label="Pergunta Obrigatória"
          hint="A entrevista não avança sem resposta."
        />
        <SwitchField
          {...field('observada')}
          row
          label="Observada, não perguntada"
          hint="O entrevistador preenche pelo que vê (sexo, tipo de moradia, rua). A auditoria não espera ouvir a pergunta e não dá veredito."
        />
        {pergunta ? (
          <SwitchField
            {...field('ativo')}
            row
            label="Pergunta ativa"
            hint="Inativa, ela fica guardada aqui e não é feita a ninguém."
          />
        ) : null}
        <ConditionFields pergunta={pergunta} perguntas={perguntas} />
        <details className="grid gap-4 rounded-lg border p-3 [&[open]>summary]:mb-3">
          <summary className="focus-ring cursor-pointer rounded-sm font-medium text-sm">Mais</summary>
          <div className="grid gap-4">
            <TextareaField
              {...field('instrucao')}
              label="Instrução ao entrevistador"
              hint="Opcional. Nunca é lida em voz alta."
              rows={2}
              maxLength={1000}
            />
            <TextField
              {...field('codigo')}
              label="Código"
              hint="Opcional: como a pergunta se chama na planilha. Sem ele, P1, P2…"
              maxLength={20}
            />
          </div>
        </details>
      </Form>
    </FormProvider>
  );
}

/** What only some kinds have. */
function KindFields() {
  const { control } = useFormContext<QuestionValues>();
  const tipo = useWatch({ control, name: 'tipo' });
  if (isChoice(tipo)) {
    return (
      <>
        <OptionsEditor />
        <SwitchField
          control={control}
          name="ler_opcoes"
          row
          label="Ler as opções em voz alta"
          hint="Desligado, o entrevistado responde livremente e o entrevistador marca (espontânea)."
        />
      </>
    );
  }
  if (tipo !== 'escala' && tipo !== 'numero') return null;
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <TextField
        control={control}
        name="minimo"
        label="Mínimo"
        inputMode="decimal"
        maxLength={15}
        required={tipo === 'escala'}
      />
      <TextField
        control={control}
        name="maximo"
        label="Máximo"
        inputMode="decimal"
        maxLength={15}
        required={tipo === 'escala'}
      />
      {tipo === 'numero' ? (
        <TextField
          control={control}
          name="unidade"
          label="Unidade"
          placeholder="anos, reais…"
          maxLength={40}
          className="max-sm:col-span-2"
        />
      ) : null}
    </div>
  );
}

/** Of whom it is asked: everybody, or whoever chose something earlier. */
function ConditionFields({ pergunta, perguntas }: Pick<QuestionFormProps, 'pergunta' | 'perguntas'>) {
  const { control, setValue } = useFormContext<QuestionValues>();
  const chosen = useWatch({ control, name: 'condicao' });
  const place = pergunta ? perguntas.findIndex(({ id }) => id === pergunta.id) : perguntas.length;
  const earlier = perguntas
    .map((one, index) => ({ one, index }))
    .filter(({ one, index }) => isChoice(one.tipo) && ((index < place && one.ativo) || one.id === chosen));
  if (earlier.length === 0 && chosen === '') return null;
  const asked = perguntas.find(({ id }) => id === chosen);
  return (
    <div className="grid gap-3">
      <SelectField
        control={control}
        name="condicao"
        label="Quando perguntar"
        options={[
          { value: '', label: 'Sempre' },
          ...earlier.map(({ one, index }) => ({
            value: one.id,
            label: `Conforme a resposta da ${index + 1}. ${one.texto_pergunta}`,
          })),
          ...(chosen !== '' && !asked ? [{ value: chosen, label: 'Uma pergunta que foi removida' }] : []),
        ]}
        onChosen={() => setValue('condicao_opcoes', [], { shouldDirty: true })}
      />
      {asked ? (
        <Controller
          control={control}
          name="condicao_opcoes"
          render={({ field: { value, onChange }, fieldState }) => (
            <fieldset className="grid gap-1.5">
              <legend className="pb-1.5 font-medium text-sm">
                Só se a resposta for<span aria-hidden="true"> *</span>
              </legend>
              {asked.respostas_definidas.map(({ id, texto_resposta }) => (
                <Label key={id} className="flex items-center gap-2 font-normal text-sm max-sm:min-h-11">
                  <Checkbox
                    checked={value.includes(id)}
                    onCheckedChange={(on) =>
                      onChange(on === true ? [...value, id] : value.filter((one) => one !== id))
                    }
                  />
                  <span className="min-w-0 break-words">{texto_resposta}</span>
                </Label>
              ))}
              {fieldState.error ? (
                <p role="alert" className="text-destructive-text text-xs">
                  {fieldState.error.message}
                </p>
              ) : null}
            </fieldset>
          )}
        />
      ) : null}
    </div>
  );
}
