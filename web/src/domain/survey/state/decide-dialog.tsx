import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import { z } from 'zod';
import { TextareaField } from '../../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useLast } from '../../../kit/use-last.ts';

/** The decisions on an interview that need a reason: to put it on hold, or to reject it. */
export type Motivada = Extract<RevisaoEntrevista, 'em_espera' | 'rejeitada'>;

const WORDS: Record<Motivada, { title: string; submit: string }> = {
  em_espera: { title: 'Colocar em espera', submit: 'Colocar em espera' },
  rejeitada: { title: 'Rejeitar', submit: 'Rejeitar' },
};

const schema = z.object({ motivo: z.string().trim().min(1, { error: 'Informe o motivo.' }).max(1000) });

/** Asks for a reason to put interviews on hold or reject them, then decides. `of`: their name in the title. */
export function DecideDialog({
  target,
  onClose,
}: {
  target: { para: Motivada; of: string; decide: (motivo: string) => Promise<unknown> } | null;
  onClose: () => void;
}) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <DecisionForm {...shown} /> : null}
    </FormDialog>
  );
}

function DecisionForm({
  para,
  of,
  decide,
}: {
  para: Motivada;
  of: string;
  decide: (motivo: string) => Promise<unknown>;
}) {
  const { done } = useFormDialog();
  const api = useApiForm({
    schema,
    values: { motivo: '' },
    send: ({ motivo }) => decide(motivo),
    onSaved: done,
    failed: 'Erro ao mudar o status',
  });
  const { title, submit } = WORDS[para];
  return (
    <DialogForm
      api={api}
      title={title}
      description={`${of}. O motivo fica no histórico da entrevista.`}
      submitLabel={submit}
      destructive={para === 'rejeitada'}
    >
      <TextareaField {...api.field('motivo')} label="Motivo" required rows={3} maxLength={1000} />
    </DialogForm>
  );
}
