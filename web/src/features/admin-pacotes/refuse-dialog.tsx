import { type PedidoAdminWire, rejectPedido } from '@escuta/shared/contracts/accounts/creditos';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import { TextareaField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';

/** Dialog that refuses a request for credits and asks for the reason, which the requesting company reads. */
export function RefuseDialog({ pedido, onClose }: { pedido: PedidoAdminWire | null; onClose: () => void }) {
  const shown = useLast(pedido);
  return (
    <FormDialog open={pedido !== null} onClose={onClose}>
      {shown ? <RefuseForm pedido={shown} /> : null}
    </FormDialog>
  );
}

function RefuseForm({ pedido }: { pedido: PedidoAdminWire }) {
  const { done } = useFormDialog();
  const refuse = useApiMutation(rejectPedido, { done: ({ message }) => message, failed: null });
  const api = useApiForm({
    schema: rejectPedido.body,
    values: { motivo: '' },
    send: (body) => refuse.run({ params: { id: pedido.id }, body }),
    onSaved: done,
    failed: 'Erro ao recusar o pedido',
    fallback: 'Não foi possível recusar o pedido.',
    draft: { key: `recusa:${pedido.id}`, title: 'Recusar o pedido', dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title="Recusar o pedido?"
      description={`${pedido.empresa.nome} pediu ${formatCreditos(pedido.quantidade)}. O saldo não muda, e os gerentes da empresa recebem um e-mail.`}
      submitLabel="Recusar"
    >
      <TextareaField
        {...api.field('motivo')}
        label="Motivo"
        hint="Vai no e-mail aos gerentes da empresa."
        rows={3}
        maxLength={500}
      />
    </DialogForm>
  );
}
