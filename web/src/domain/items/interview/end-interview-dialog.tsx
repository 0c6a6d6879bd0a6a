import { takeOverEntrevista } from '@escuta/shared/contracts/surveys/campo';
import { interruptEntrevista } from '@escuta/shared/contracts/surveys/entrevistas';
import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { TextareaField } from '../../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useLast } from '../../../kit/use-last.ts';
import { type ActionItem, interviewOf } from '../item.ts';

/** Ends, with a reason, an open interview that began through the API, or whose device no longer answers. */
export function EndInterviewDialog({ target, onClose }: { target: ActionItem | null; onClose: () => void }) {
  const shown = useLast(target && interviewOf(target));
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? shown.recebimento === null ? <InterruptForm of={shown} /> : <EndForDevice of={shown} /> : null}
    </FormDialog>
  );
}

function InterruptForm({ of }: { of: EntrevistaNaLista }) {
  const { run } = useApiMutation(interruptEntrevista, {
    done: 'Entrevista marcada como interrompida.',
    failed: null,
  });
  return (
    <ReasonForm
      of={of}
      end={run}
      title="Marcar como interrompida"
      says="deixa de contar como em andamento. Se o aparelho enviar respostas depois, ela volta a contar."
      failed="Erro ao interromper a entrevista"
    />
  );
}

function EndForDevice({ of }: { of: EntrevistaNaLista }) {
  const { run } = useApiMutation(takeOverEntrevista, { done: 'Entrevista encerrada.', failed: null });
  return (
    <ReasonForm
      of={of}
      end={run}
      title="Encerrar sem o aparelho"
      says="fica com os dados recebidos até agora. As respostas restantes no aparelho serão recusadas. A gravação enviada depois fica à parte, e um gerente decide qual usar. Até o processamento, um gerente pode voltar a receber a entrevista do aparelho."
      failed="Erro ao encerrar a entrevista"
      destructive
    />
  );
}

interface ReasonFormProps {
  of: EntrevistaNaLista;
  end: (input: { params: { id: string }; body: { motivo: string } }) => Promise<unknown>;
  title: string;
  /** Words, after the interview's name, that say what happens to the interview. */
  says: string;
  failed: string;
  destructive?: boolean;
}

function ReasonForm({ of, end, title, says, failed, destructive = false }: ReasonFormProps) {
  const { done } = useFormDialog();
  const api = useApiForm({
    schema: interruptEntrevista.body,
    values: { motivo: '' },
    send: (body) => end({ params: { id: of.id }, body }),
    onSaved: done,
    failed,
    draft: { key: `${title}:${of.id}`, title, dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title={title}
      description={`A entrevista ${of.nome_entrevistado ? `de ${of.nome_entrevistado}` : 'sem nome'} ${says}`}
      submitLabel={title}
      destructive={destructive}
    >
      <TextareaField {...api.field('motivo')} label="Motivo" required rows={3} maxLength={500} />
    </DialogForm>
  );
}
