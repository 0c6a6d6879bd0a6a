import { createRetorno, RETORNO_MAX } from '@escuta/shared/contracts/team/agente-pagina';
import { TextareaField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { formatClockMs } from '../../lib/text/format.ts';

/** The subject of feedback: an agent, and the moment of a call if there is one. */
export interface FeedbackSubject {
  agente: { id: string; nome: string };
  itemId?: string;
  criterio?: string;
  inicioMs?: number;
}

/** 'Dar retorno': a supervisor's feedback to an agent, on a call's moment or in general. `subject` null: closed. */
export function FeedbackDialog({
  subject,
  onClose,
}: {
  subject: FeedbackSubject | null;
  onClose: () => void;
}) {
  return (
    <FormDialog open={subject !== null} onClose={onClose}>
      {subject ? <GiveFeedback subject={subject} /> : null}
    </FormDialog>
  );
}

const schema = createRetorno.body.pick({ texto: true });

function GiveFeedback({ subject: { agente, itemId, criterio, inicioMs } }: { subject: FeedbackSubject }) {
  const { done } = useFormDialog();
  const save = useApiMutation(createRetorno, {
    done: ({ data }) => `Retorno dado a ${data.agente.nome}.`,
    failed: null,
  });
  const api = useApiForm({
    schema,
    values: { texto: '' },
    send: ({ texto }) =>
      save.run({
        params: { id: agente.id },
        body: {
          texto,
          ...(itemId ? { item_id: itemId } : {}),
          ...(criterio ? { criterio } : {}),
          ...(inicioMs === undefined ? {} : { inicio_ms: inicioMs }),
        },
      }),
    onSaved: done,
    failed: 'Erro ao dar o retorno',
  });
  const about = [
    itemId
      ? inicioMs === undefined
        ? 'Sobre uma ligação'
        : `Sobre a ligação, em ${formatClockMs(inicioMs)}`
      : null,
    criterio ? `Critério: ${criterio}` : null,
  ].filter(Boolean);
  return (
    <DialogForm
      api={api}
      title={`Dar retorno a ${agente.nome}`}
      description="Um agente com conta na Escuta recebe um aviso, marca o retorno como visto e pode responder uma vez."
      submitLabel="Dar retorno"
    >
      {about.length > 0 ? (
        <p className="break-words rounded-md bg-muted px-3 py-2 text-sm">{about.join('. ')}</p>
      ) : null}
      <TextareaField {...api.field('texto')} label="Retorno" required maxLength={RETORNO_MAX} rows={6} />
    </DialogForm>
  );
}
