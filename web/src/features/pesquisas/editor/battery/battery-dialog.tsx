import {
  createPergunta,
  deletePergunta,
  type PerguntaWire,
  reorderPerguntas,
  updatePergunta,
} from '@escuta/shared/contracts/surveys/questionarios';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, type UseFormSetValue } from 'react-hook-form';
import { ConditionBuilder } from '../../../../domain/survey/question-editor/condition-builder.tsx';
import {
  KindField,
  KindFields,
  saveByKey,
} from '../../../../domain/survey/question-editor/question-form.tsx';
import { SwitchField, TextareaField } from '../../../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../../../kit/mutation.ts';
import { useLast } from '../../../../kit/use-last.ts';
import { toast } from '../../../../lib/browser/toast.ts';
import { newId } from '../../../../lib/text/ids.ts';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../../ui/overlays/dialog.tsx';
import { BatteryItems } from './battery-items.tsx';
import {
  type BatteryBody,
  type BatteryValues,
  batterySchema,
  batteryValues,
  itemsOf,
  orderWith,
  stepsOf,
  TIPOS_DE_BATERIA,
} from './battery-rules.ts';

interface BatteryDialogProps {
  questionarioId: string;
  perguntas: readonly PerguntaWire[];
  /** Id of the battery to edit; 'nova' for a new battery; null closes the dialog. */
  open: string | null;
  onClose: () => void;
  card: ReactNode;
}

/** Edits a battery as a whole: its stem, its items, and the answer that the items share. */
export function BatteryDialog({ open, ...props }: BatteryDialogProps) {
  const shown = useLast(open);
  return (
    <FormDialog
      open={open !== null}
      onClose={props.onClose}
      className="flex max-h-[calc(100dvh-2rem)] max-w-2xl flex-col gap-4 overflow-hidden max-sm:p-4"
    >
      {shown ? <BatteryForm key={shown} {...props} id={shown === 'nova' ? null : shown} /> : null}
    </FormDialog>
  );
}

function BatteryForm({
  questionarioId,
  perguntas,
  id,
  card,
}: Omit<BatteryDialogProps, 'open' | 'onClose'> & { id: string | null }) {
  const { close, done } = useFormDialog();
  // The items as opened. The server compares them, and reports another person's later change instead of overwriting it.
  const [antes] = useState(() => (id === null ? [] : itemsOf(perguntas, id)));
  const values = useRef<UseFormSetValue<BatteryValues>>(null);
  const save = useSave({ questionarioId, perguntas, antes, id }, (item, made) =>
    values.current?.(`itens.${item}.perguntaId`, made),
  );
  const api = useApiForm({
    schema: batterySchema,
    values: batteryValues(antes),
    send: save,
    onSaved: () => {
      toast.success(id === null ? 'Bateria adicionada.' : 'Bateria atualizada.');
      done();
    },
    failed: 'Erro ao salvar a bateria',
    draft: {
      key: `bateria:${id ?? questionarioId}`,
      title: id === null ? 'Nova bateria' : 'Editar bateria',
      dialog: true,
    },
  });
  useReportToDialog(api.busy, api.dirty);
  const { field, form } = api;
  useEffect(() => {
    values.current = form.setValue;
  }, [form]);
  const first = perguntas.findIndex((one) => one.id === antes[0]?.id);
  return (
    <>
      <DialogHeader>
        <DialogTitle>{id === null ? 'Nova bateria' : 'Editar bateria'}</DialogTitle>
        <DialogDescription>
          Uma bateria tem um texto comum e vários itens com as mesmas respostas. Cada item vira uma pergunta,
          com código e veredito próprios.
        </DialogDescription>
      </DialogHeader>
      <FormProvider {...form}>
        <Form
          api={api}
          aria-label="Bateria"
          className="relative -mx-1 min-h-0 gap-4 overflow-y-auto px-1"
          onKeyDownCapture={saveByKey}
          footer={
            <FormButtons
              busy={api.busy}
              submitLabel={id === null ? 'Adicionar bateria' : 'Salvar bateria'}
              onCancel={close}
              className="sticky bottom-0 z-10 border-t bg-popover py-3 max-sm:flex-row max-sm:[&>button]:flex-1 max-sm:[&>button]:px-2"
            />
          }
        >
          <TextareaField
            {...field('texto_pergunta')}
            label="Texto comum"
            required
            rows={2}
            maxLength={2000}
            autoFocus
            hint="O entrevistador lê este texto antes dos itens. Por exemplo: “Que nota o senhor dá para…”."
          />
          <BatteryItems removed={antes.length} />
          <SwitchField
            {...field('rodizio_itens')}
            row
            label="Sortear a ordem dos itens"
            hint="Cada entrevista recebe uma ordem, que fica registrada."
          />
          <KindField ofSheet={false} kinds={TIPOS_DE_BATERIA} />
          <KindFields ofSheet={false} />
          <SwitchField
            {...field('campo_texto')}
            row
            label="Itens obrigatórios"
            hint="A entrevista não avança sem resposta."
          />
          <ConditionBuilder
            perguntas={perguntas}
            place={first < 0 ? perguntas.length : first}
            simple={false}
          />
          {card}
          <TextareaField
            {...field('instrucao')}
            label="Instrução ao entrevistador"
            hint="Opcional. Nunca é lida em voz alta."
            rows={2}
            maxLength={1000}
          />
        </Form>
      </FormProvider>
    </>
  );
}

/**
 * Saves a battery by one request for each changed question. If a request fails, the next try continues with this
 * request, and repeats earlier ones only for questions that were changed since.
 */
function useSave(
  {
    questionarioId,
    perguntas,
    antes,
    id,
  }: Pick<BatteryDialogProps, 'questionarioId' | 'perguntas'> & {
    antes: readonly PerguntaWire[];
    id: string | null;
  },
  onMade: (item: number, id: string) => void,
) {
  const create = useApiMutation(createPergunta, { failed: null });
  const update = useApiMutation(updatePergunta, { failed: null });
  const remove = useApiMutation(deletePergunta, { failed: null });
  const reorder = useApiMutation(reorderPerguntas, { failed: null });
  const bateria = useRef(id ?? newId());
  /** The questions as saved so far, by this try and earlier ones. */
  const now = useRef({ antes, perguntas });
  return async (body: BatteryBody): Promise<BatteryBody> => {
    const ids = body.itens.map(({ perguntaId }) => perguntaId);
    const put = (saved: PerguntaWire): void => {
      const replaced = (list: readonly PerguntaWire[]) =>
        list.some((one) => one.id === saved.id)
          ? list.map((one) => (one.id === saved.id ? saved : one))
          : [...list, saved];
      now.current = { antes: replaced(now.current.antes), perguntas: replaced(now.current.perguntas) };
    };
    for (const step of stepsOf(body, { id: bateria.current, opened: antes, ...now.current })) {
      if (step.ato === 'excluir') {
        await remove.run({ params: { id: step.id } });
        const without = (list: readonly PerguntaWire[]) => list.filter((one) => one.id !== step.id);
        now.current = { antes: without(now.current.antes), perguntas: without(now.current.perguntas) };
      } else if (step.ato === 'alterar') {
        put((await update.run({ params: { id: step.id }, body: step.body })).data);
      } else {
        const made = await create.run({ body: { ...step.body, questionario_id: questionarioId } });
        put(made.data);
        ids[step.item] = made.data.id;
        // The next try updates this item instead of creating it again.
        onMade(step.item, made.data.id);
      }
    }
    const wished = orderWith(now.current.perguntas, antes, ids);
    if (wished.some((one, at) => one !== now.current.perguntas[at]?.id))
      await reorder.run({ params: { id: questionarioId }, body: { perguntas: wished } });
    return body;
  };
}
