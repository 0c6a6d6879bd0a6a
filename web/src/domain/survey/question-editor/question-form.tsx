import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { TIPOS_PERGUNTA } from '@escuta/shared/domain/interview/comparison/compare-answer';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { SelectField, SwitchField, TextareaField, TextField } from '../../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../../kit/form/form.tsx';
import { useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useUnsaved } from '../../../kit/form/use-unsaved.ts';
import { TYPED } from '../../../lib/page/unsaved.ts';
import { TIPO_PERGUNTA } from '../question-kinds.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { isMeasured } from './numbers.ts';
import { seededOptions } from './option-values.ts';
import { OptionsEditor } from './options-editor.tsx';
import {
  type QuestionBody,
  type QuestionValues,
  questionSchema,
  sheetQuestionSchema,
  valuesOf,
} from './question-form-rules.ts';
import { MeasureFields, OrderField, PlaceNotice, ScreeningFields } from './rules-fields.tsx';

interface QuestionFormProps {
  /** The question to change; null for a new question. */
  pergunta: PerguntaWire | null;
  perguntas: readonly PerguntaWire[];
  /** Index of a new question, from 0; absent: at the end. */
  place?: number;
  start?: Partial<QuestionValues> | undefined;
  /** True if a person chose the values in `start`: leaving the form then asks first, even if nothing was typed. */
  chosen?: boolean;
  /** True if a new question's text gets the focus. The text of an existing question always gets it. */
  autoFocus?: boolean;
  /**
   * True: the answers are already collected in a sheet, so the question is no longer asked. The question's code names
   * the sheet's column, and a question of the kind number may have special codes, such as 99 for 'does not know'.
   */
  ofSheet?: boolean;
  /** Saves the question. `opened` is the question when the form opened; null for a new question. */
  send: (body: QuestionBody, opened: PerguntaWire | null) => Promise<unknown>;
  /** Storage key of the draft, which is kept when the session ends. */
  draftKey: string;
  onSaved: () => void;
  /** Called by 'Fechar' (new question) or 'Cancelar Edição'. */
  onLeave: () => void;
  onDirty: (dirty: boolean) => void;
  /** Field of the question's card; absent where questions have no card. */
  card?: ReactNode;
}

/** Form that creates or changes a question of a questionnaire and keeps the unsaved text as a draft. */
export function QuestionForm(props: QuestionFormProps) {
  const { pergunta, perguntas, start, chosen = false, ofSheet = false, send, onDirty } = props;
  // The question as opened. The server compares it and reports another person's later change instead of overwriting it.
  const [opened] = useState(pergunta);
  const api = useApiForm({
    schema: ofSheet ? sheetQuestionSchema : questionSchema,
    values: valuesOf(pergunta, start),
    send: (body): Promise<unknown> => send(body, opened),
    onSaved: props.onSaved,
    failed: pergunta ? 'Erro ao atualizar a pergunta' : 'Erro ao criar pergunta',
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
        onKeyDownCapture={saveByKey}
        footer={
          <FormButtons
            busy={api.busy}
            submitLabel={pergunta ? 'Atualizar Pergunta' : 'Adicionar Pergunta'}
            cancelLabel={pergunta ? 'Cancelar Edição' : 'Fechar'}
            onCancel={props.onLeave}
            className="sticky bottom-0 z-10 border-t bg-popover py-3 max-sm:flex-row max-sm:[&>button]:flex-1 max-sm:[&>button]:px-2"
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
        <KindField ofSheet={ofSheet} />
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
            hint="Uma pergunta inativa fica salva aqui e não aparece nas entrevistas."
          />
        ) : null}
        <ConditionBuilder
          perguntas={perguntas}
          place={
            pergunta ? perguntas.findIndex(({ id }) => id === pergunta.id) : (props.place ?? perguntas.length)
          }
          simple={ofSheet}
        />
        {ofSheet ? null : props.card}
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
                hint="Opcional: como a pergunta se chama na planilha. Em branco, fica P1, P2…"
                maxLength={20}
              />
            )}
          </div>
        </details>
      </Form>
    </FormProvider>
  );
}

const TIPOS = TIPOS_PERGUNTA.toSorted((a, b) => Number(b === 'texto') - Number(a === 'texto')).map(
  (value) => ({
    value,
    label: TIPO_PERGUNTA[value].label,
  }),
);

/**
 * Sends the form on Ctrl+Enter in any of its fields. Use it as `onKeyDownCapture`, because the same key would open a
 * select. Keys in an open list, which is drawn outside of the form, are left to the list.
 */
export function saveByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.requestSubmit();
}

/** Field for the kind of answer. Choosing a kind that needs options or bounds fills in some to start with. */
export function KindField({
  ofSheet,
  kinds,
}: {
  ofSheet: boolean;
  kinds?: readonly QuestionValues['tipo'][];
}) {
  const { control, getValues, setValue } = useFormContext<QuestionValues>();
  return (
    <SelectField
      control={control}
      name="tipo"
      label="Tipo de Resposta"
      options={TIPOS.filter(({ value }) => (kinds ? kinds.includes(value) : !ofSheet || value !== 'lugar'))}
      onChosen={(tipo) => {
        const options = getValues('respostas_definidas');
        if (isChoice(tipo as QuestionValues['tipo']) && options.length === 0) {
          setValue('respostas_definidas', seededOptions(), { shouldDirty: true });
        }
        if (tipo === 'escala' && getValues('minimo') === '' && getValues('maximo') === '') {
          setValue('minimo', '0', { shouldDirty: true });
          setValue('maximo', '10', { shouldDirty: true });
        }
      }}
    />
  );
}

/** Fields that exist only for the chosen kind of answer. */
export function KindFields({ ofSheet }: { ofSheet: boolean }) {
  const { control } = useFormContext<QuestionValues>();
  const tipo = useWatch({ control, name: 'tipo' });
  if (isChoice(tipo)) {
    return (
      <>
        <OptionsEditor ofSheet={ofSheet} />
        <SwitchField
          control={control}
          name="ler_opcoes"
          row
          label="Ler as opções em voz alta"
          hint="Sem leitura, o entrevistado responde livremente e o entrevistador marca a opção (pergunta espontânea)."
        />
        {ofSheet ? null : (
          <>
            <OrderField />
            <ScreeningFields />
          </>
        )}
      </>
    );
  }
  if (tipo === 'lugar') return <PlaceNotice />;
  if (!isMeasured(tipo)) return null;
  return (
    <>
      <MeasureFields ofSheet={ofSheet} />
      <OptionsEditor codes ofSheet={ofSheet} />
      {ofSheet ? null : <ScreeningFields />}
    </>
  );
}
