import {
  SEVERIDADE_LABEL,
  SEVERIDADES,
  STATUS_TICKET,
  STATUS_TICKET_LABEL,
} from '@escuta/shared/domain/tickets';
import { useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../ui/select.tsx';
import { type Person, PersonPicker } from './person-picker.tsx';
import { changesOf, type TicketEdit } from './ticket-changes.ts';
import type { Ticket } from './ticket-queries.ts';
import { useUpdateTicket } from './use-ticket-actions.ts';

interface TicketEditFormProps {
  ticket: Ticket;
  onDone: () => void;
}

/** Status, priority and holder of a ticket. Only what was changed is sent; nothing changed, nothing is sent. */
export function TicketEditForm({ ticket, onDone }: TicketEditFormProps) {
  // What was seen when the editing began: a change of somebody else meanwhile refuses this one.
  const [seen, setSeen] = useState(ticket);
  const update = useUpdateTicket(ticket.id);
  const holder: Person | null = ticket.atribuidoPara
    ? { id: ticket.atribuidoPara, nome: ticket.atribuidoParaNome ?? 'Pessoa sem conta' }
    : null;
  const form = useForm<TicketEdit>({
    defaultValues: { status: ticket.status, severidade: ticket.severidade, atribuidoPara: holder },
  });
  const { isSubmitting } = form.formState;
  const sending = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    if (sending.current) return;
    const changes = changesOf(seen, values);
    if (!changes) {
      toast.info('Nada foi alterado');
      onDone();
      return;
    }
    sending.current = true;
    try {
      const { status, severidade, atribuidoPara } = seen;
      await update.mutateAsync({ ...changes, visto: { status, severidade, atribuidoPara } });
      onDone();
    } catch (error) {
      // Told by a toast; the form stays for another try, over the ticket as it is now.
      const now = error instanceof ApiError && error.status === 409 ? (error.details as Ticket | null) : null;
      if (now) setSeen(now);
    } finally {
      sending.current = false;
    }
  });
  return (
    <form
      noValidate
      aria-label="Editar ticket"
      className="grid gap-4 rounded-lg border bg-card p-4"
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="status"
          render={({ field }) => (
            <Select value={field.value} onValueChange={field.onChange}>
              <Field label="Status">
                <SelectTrigger ref={field.ref} onBlur={field.onBlur}>
                  <SelectValue />
                </SelectTrigger>
              </Field>
              <SelectContent>
                {STATUS_TICKET.map((status) => (
                  <SelectItem key={status} value={status}>
                    {STATUS_TICKET_LABEL[status]}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        />
        <Controller
          control={form.control}
          name="severidade"
          render={({ field }) => (
            <Select value={field.value} onValueChange={field.onChange}>
              <Field label="Prioridade">
                <SelectTrigger ref={field.ref} onBlur={field.onBlur}>
                  <SelectValue />
                </SelectTrigger>
              </Field>
              <SelectContent>
                {SEVERIDADES.map((severidade) => (
                  <SelectItem key={severidade} value={severidade}>
                    {SEVERIDADE_LABEL[severidade]}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        />
        <Controller
          control={form.control}
          name="atribuidoPara"
          render={({ field }) => (
            <Field
              label="Atribuir para"
              hint="Busque pelo nome ou e-mail, ou cole o ID do usuário."
              className="sm:col-span-2"
            >
              <PersonPicker
                ref={field.ref}
                onBlur={field.onBlur}
                label="Atribuir para"
                empresaId={ticket.empresaId}
                value={field.value}
                onValueChange={field.onChange}
              />
            </Field>
          )}
        />
      </div>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" disabled={isSubmitting} onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Salvar alterações
        </Button>
      </div>
    </form>
  );
}
