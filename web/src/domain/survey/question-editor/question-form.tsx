import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { TIPOS_PERGUNTA } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { useEffect, useState } from 'react';
import { Controller, FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { SelectField, SwitchField, TextareaField, TextField } from '../../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../../kit/form/form.tsx';
import { useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useUnsaved } from '../../../kit/form/use-unsaved.ts';
import { TYPED } from '../../../lib/page/unsaved.ts';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { TIPO_PERGUNTA } from '../question-kinds.ts';
import { OptionsEditor } from './options-editor.tsx';
import {
  isMeasured,
  type QuestionBody,
  type QuestionValues,
  questionSchema,
  seededOptions,
  sheetQuestionSchema,
  valuesOf,
} from './question-form-rules.ts';

interface QuestionFormProps {
  /** Null: a new one. */
  pergunta: PerguntaWire | null;
  /** The questionnaire's, in order. */
  perguntas: readonly PerguntaWire[];
  /** Where a new one comes to stand, from 0; absent: at the end. */
  place?: number;
  /** What a new one begins with. */
  start?: Partial<QuestionValues> | undefined;
  /** A person chose what it begins with: leaving loses that, though nothing was typed. */
  chosen?: boolean;
  /** The focus goes to the text of a new one, too. */
  autoFocus?: boolean;
  /**
   * Its answers stand in a sheet that was collected already: its code says which column holds them, a number may have
   * special codes, and nobody is asked it any more.
   */
  ofSheet?: boolean;
  /** Saves it. `opened`: as it was when the form opened; null of a new one. */
  send: (body: QuestionBody, opened: PerguntaWire | null) => Promise<unknown>;
  /** Names the draft that is kept over the end of a session. */
  draftKey: string;
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
  const { pergunta, perguntas, start, chosen = false, ofSheet = false, send, onDirty } = props;
  // As it was when it was opened: what somebody else changed since is told, not overwritten.
  const [opened] = useState(pergunta);
  const api = useApiForm({
    schema: ofSheet ? sheetQuestionSchema : questionSchema,
    values: valuesOf(pergunta, start),
    send: (body): Promise<unknown> => send(body, opened),
    onSaved: props.onSaved,
    failed: pergunta ? 'Erro ao atualizar pergunta' : 'Erro ao criar pergunta',
    draft: {
      key: `pergunta:${pergunta?.id ?? props.draftKey}`,
      title: pergunta ? 'Editar pergunta' : 'Nova pergunta',
      dialog: true,
    },
  });
  const { field, form } = api;
  const dirty = api.dirty || chosen;
  useUnsaved(() => (chosen ? TYPED : null));
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
        {ofSheet ? null : (
          <h3 className="font-semibold text-base">{pergunta ? 'Editar pergunta' : 'Nova pergunta'}</h3>
        )}
        {ofSheet ? (
          <TextField
            {...field('codigo')}
            label="Código"
            required
            hint="Como a pergunta se chama na planilha: P4, P4a, P4.1…"
            maxLength={20}
            inputClassName="max-w-40"
          />
        ) : null}
        <TextareaField
          {...field('texto_pergunta')}
          label="Texto da Pergunta"
          required
          rows={3}
          maxLength={2000}
          autoFocus={pergunta !== null || props.autoFocus === true}
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
        <KindFields ofSheet={ofSheet} />
        {ofSheet ? null : (
          <SwitchField
            {...field('campo_texto')}
            row
            label="Pergunta Obrigatória"
            hint="A entrevista não avança sem resposta."
          />
        )}
        <SwitchField
          {...field('observada')}
          row
          label="Observada, não perguntada"
          hint="O entrevistador preenche pelo que vê (sexo, tipo de moradia, rua). A auditoria não espera ouvir a pergunta e não dá veredito."
        />
        {pergunta && !ofSheet ? (
          <SwitchField
            {...field('ativo')}
            row
            label="Pergunta ativa"
            hint="Inativa, a pergunta fica salva aqui e não aparece nas entrevistas."
          />
        ) : null}
        <ConditionFields pergunta={pergunta} perguntas={perguntas} place={props.place} />
        <details className="rounded-lg border p-3 [&[open]>summary]:mb-3">
          <summary className="focus-ring cursor-pointer rounded-sm font-medium text-sm">Mais</summary>
          <div className="grid gap-4">
            <TextareaField
              {...field('instrucao')}
              label="Instrução ao entrevistador"
              hint="Opcional. Nunca é lida em voz alta."
              rows={2}
              maxLength={1000}
            />
            {ofSheet ? null : (
              <TextField
                {...field('codigo')}
                label="Código"
                hint="Opcional: como a pergunta se chama na planilha. Sem ele, P1, P2…"
                maxLength={20}
              />
            )}
          </div>
        </details>
      </Form>
    </FormProvider>
  );
}

/** What only some kinds have. */
function KindFields({ ofSheet }: { ofSheet: boolean }) {
  const { control } = useFormContext<QuestionValues>();
  const tipo = useWatch({ control, name: 'tipo' });
  if (isChoice(tipo)) {
    return (
      <>
        <OptionsEditor synonyms={!ofSheet} />
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
  if (!isMeasured(tipo)) return null;
  const bounds = (
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
  return ofSheet ? (
    <>
      {bounds}
      <OptionsEditor codes synonyms={false} />
    </>
  ) : (
    bounds
  );
}

/** Of whom it is asked: everybody, or whoever chose something earlier. */
function ConditionFields({
  pergunta,
  perguntas,
  place: given,
}: Pick<QuestionFormProps, 'pergunta' | 'perguntas'> & { place: number | undefined }) {
  const { control, setValue } = useFormContext<QuestionValues>();
  const chosen = useWatch({ control, name: 'condicao' });
  const place = pergunta ? perguntas.findIndex(({ id }) => id === pergunta.id) : (given ?? perguntas.length);
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
          ...(chosen !== '' && !asked ? [{ value: chosen, label: 'Uma pergunta removida' }] : []),
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
