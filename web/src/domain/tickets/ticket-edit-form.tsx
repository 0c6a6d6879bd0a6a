import {
  SEVERIDADE_LABEL,
  SEVERIDADES,
  STATUS_TICKET,
  STATUS_TICKET_LABEL,
} from '@escuta/shared/domain/accounts/tickets';
import { useState } from 'react';
import { ControlField, SelectField } from '../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../kit/form/form.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/network/api.ts';
import { leaveBy } from '../../lib/page/unsaved.ts';
import { PersonPicker } from './person-picker.tsx';
import { changesOf, editOf, ticketEdit } from './ticket-changes.ts';
import type { Ticket } from './ticket-queries.ts';
import { useUpdateTicket } from './use-ticket-actions.ts';

const STATUS = STATUS_TICKET.map((value) => ({ value, label: STATUS_TICKET_LABEL[value] }));
const PRIORIDADES = SEVERIDADES.map((value) => ({ value, label: SEVERIDADE_LABEL[value] }));

/** Edits a ticket's status, priority and assigned person. Sends only changed fields; without changes, no request. */
export function TicketEditForm({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  // The ticket when editing began: the server refuses the change if another person has changed the ticket since.
  const [seen, setSeen] = useState(ticket);
  const update = useUpdateTicket();
  const api = useApiForm({
    schema: ticketEdit,
    values: editOf(ticket),
    follow: true,
    send: (edit, { changed }) => {
      if (changed.size === 0) return null;
      const { status, severidade, atribuidoPara } = seen;
      const visto = { status, severidade, atribuidoPara };
      return update.run({ params: { id: ticket.id }, body: { ...changesOf(edit, changed), visto } });
    },
    onFailure: (error) => {
      // The form shows the conflict; the next attempt is based on the ticket as it is now.
      const now = error instanceof ApiError && error.status === 409 ? (error.dados as Ticket | null) : null;
      if (now) setSeen(now);
      return false;
    },
    onSaved: (answer) => {
      if (!answer) toast.info('Nada foi alterado');
      onDone();
    },
    failed: 'Erro ao atualizar ticket de suporte',
    draft: { key: `ticket:${ticket.id}`, title: `Ticket “${ticket.titulo}”`, dialog: true },
  });
  const { field } = api;
  return (
    <Form
      api={api}
      aria-label="Editar ticket"
      className="gap-4 rounded-lg border bg-card p-4"
      footer={
        <FormButtons busy={api.busy} submitLabel="Salvar alterações" onCancel={() => leaveBy(onDone)} />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field('status')} label="Status" options={STATUS} />
        <SelectField {...field('severidade')} label="Prioridade" options={PRIORIDADES} />
        <ControlField
          {...field('atribuidoPara')}
          label="Atribuir para"
          hint="Busque pelo nome ou e-mail, ou cole o ID do usuário."
          className="sm:col-span-2"
        >
          {({ ref, value, onChange, onBlur }) => (
            <PersonPicker
              ref={ref}
              onBlur={onBlur}
              label="Atribuir para"
              empresaId={ticket.empresaId}
              value={value}
              onValueChange={onChange}
            />
          )}
        </ControlField>
      </div>
    </Form>
  );
}
