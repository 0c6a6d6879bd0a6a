import { createTicket, TICKET_DESCRICAO_MAX, TICKET_TITULO_MAX } from '@escuta/shared/contracts/suporte';
import {
  SEVERIDADE_LABEL,
  SEVERIDADES,
  TIPO_TICKET_LABEL,
  TIPOS_TICKET_FORMULARIO,
} from '@escuta/shared/domain/tickets';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useRequiredSession } from '../../lib/session.ts';
import { CompanyPicker } from '../company/company-picker.tsx';
import { Button } from '../ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { ProjectPicker } from './project-picker.tsx';
import { useCreateTicket } from './use-ticket-actions.ts';

interface CreateTicketDialogProps {
  open: boolean;
  onClose: () => void;
  /** The ticket's company. Null: the person chooses one, as an administrator may. */
  empresaId: string | null;
}

/** Opens a support ticket. */
export function CreateTicketDialog({ open, onClose, empresaId }: CreateTicketDialogProps) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog open={open} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent
        aria-busy={busy}
        // What was written is not lost by a click beside the dialog.
        onInteractOutside={(event) => (dirty ? event.preventDefault() : undefined)}
      >
        <DialogHeader>
          <DialogTitle>Novo Ticket de Suporte</DialogTitle>
          <DialogDescription>Conte o que acontece; a resposta aparece na página Suporte.</DialogDescription>
        </DialogHeader>
        <TicketForm empresaId={empresaId} onClose={onClose} onBusy={setBusy} onDirty={setDirty} />
      </DialogContent>
    </Dialog>
  );
}

interface TicketFormProps extends Omit<CreateTicketDialogProps, 'open'> {
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
}

function TicketForm({ empresaId, onClose, onBusy, onDirty }: TicketFormProps) {
  const session = useRequiredSession();
  const create = useCreateTicket();
  const form = useForm({
    resolver: zodResolver(createTicket.body),
    defaultValues: {
      titulo: '',
      descricao: '',
      tipo: 'duvida' as const,
      severidade: 'media' as const,
      origem: 'web' as const,
      empresaId: empresaId ?? '',
      projetoId: '',
    },
  });
  const { errors, isSubmitting } = form.formState;
  const chosen = form.watch('empresaId');

  // A second click while the first is on its way must not open a second ticket.
  const sending = useRef(false);
  const submit = form.handleSubmit(async (body) => {
    if (sending.current) return;
    sending.current = true;
    onBusy(true);
    try {
      await create.mutateAsync(body);
      onClose();
    } catch {
      // Told by a toast; what was written stays for another try.
    } finally {
      sending.current = false;
      onBusy(false);
    }
  });

  return (
    <form noValidate className="grid gap-5" onChange={() => onDirty(true)} onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Título" required error={errors.titulo?.message} className="sm:col-span-2">
          <Input
            {...form.register('titulo')}
            autoComplete="off"
            maxLength={TICKET_TITULO_MAX}
            placeholder="Resumo em uma linha"
          />
        </Field>
        <Field label="Descrição" required error={errors.descricao?.message} className="sm:col-span-2">
          <Textarea
            {...form.register('descricao')}
            rows={5}
            maxLength={TICKET_DESCRICAO_MAX}
            className="max-h-72 min-h-28"
            placeholder="O que você tentou, o que esperava e o que aconteceu"
          />
        </Field>
        <Controller
          control={form.control}
          name="tipo"
          render={({ field }) => (
            <Select value={field.value} onValueChange={field.onChange}>
              <Field label="Tipo" required error={errors.tipo?.message}>
                <SelectTrigger ref={field.ref} onBlur={field.onBlur}>
                  <SelectValue />
                </SelectTrigger>
              </Field>
              <SelectContent>
                {TIPOS_TICKET_FORMULARIO.map((tipo) => (
                  <SelectItem key={tipo} value={tipo}>
                    {TIPO_TICKET_LABEL[tipo]}
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
              <Field label="Prioridade" required error={errors.severidade?.message}>
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
        {empresaId === null ? (
          <Controller
            control={form.control}
            name="empresaId"
            render={({ field }) => (
              <Field label="Empresa" required error={errors.empresaId?.message} className="sm:col-span-2">
                <CompanyPicker
                  ref={field.ref}
                  onBlur={field.onBlur}
                  label="Empresa"
                  value={field.value ?? ''}
                  onValueChange={(id) => {
                    field.onChange(id);
                    form.setValue('projetoId', '');
                    onDirty(true);
                  }}
                />
              </Field>
            )}
          />
        ) : null}
        {/* The list of projects is the session's company's. */}
        {chosen === session.empresaId ? (
          <Controller
            control={form.control}
            name="projetoId"
            render={({ field }) => (
              <Field
                label="Projeto"
                hint="Opcional: o projeto de que se trata."
                error={errors.projetoId?.message}
                className="sm:col-span-2"
              >
                <ProjectPicker
                  ref={field.ref}
                  onBlur={field.onBlur}
                  label="Projeto"
                  value={field.value ?? ''}
                  onValueChange={field.onChange}
                />
              </Field>
            )}
          />
        ) : null}
      </div>
      <DialogFooter>
        <Button variant="outline" disabled={isSubmitting} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Criar Ticket
        </Button>
      </DialogFooter>
    </form>
  );
}
