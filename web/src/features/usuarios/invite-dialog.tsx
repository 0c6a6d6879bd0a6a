import { inviteUser } from '@escuta/shared/contracts/users';
import type { Papel } from '@escuta/shared/domain/permissions';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { CompanyPicker } from '../../components/company/company-picker.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { ApiError, call, errorMessage } from '../../lib/api.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { LinkPanel } from './link-panel.tsx';
import { RoleSelect } from './role-select.tsx';
import { assignableRoles } from './user-rules.ts';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  /** Somebody was invited. */
  onInvited: () => unknown;
  /** Company that stands chosen for an administrator; '' for their own. */
  empresaId: string;
}

/** 'Convidar usuário': an e-mail, a role and, for administrators, a company. */
export function InviteDialog({ open, onClose, ...props }: InviteDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open={open} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent hideClose={busy}>
        {open ? <Invite {...props} onBusy={setBusy} onClose={onClose} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function Invite({
  onClose,
  onInvited,
  onBusy,
  empresaId,
}: Omit<InviteDialogProps, 'open'> & { onBusy: (busy: boolean) => void }) {
  const session = useRequiredSession();
  const [done, setDone] = useState<{ email: string; url: string } | null>(null);
  const form = useForm({
    resolver: zodResolver(inviteUser.body),
    defaultValues: {
      email: '',
      nome: '',
      role: 'usuario' as Papel,
      ...(session.papel === 'admin' ? { empresa_id: empresaId || (session.empresaId ?? '') } : {}),
    },
  });
  const { errors, isSubmitting } = form.formState;

  const invite = form.handleSubmit(async (body) => {
    onBusy(true);
    try {
      const answer = await call(inviteUser, { body });
      await onInvited();
      toast.success('Convite criado!', { description: answer.message });
      if (answer.convite_url) setDone({ email: answer.data.email, url: answer.convite_url });
      else onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        form.setError('email', { message: error.message }, { shouldFocus: true });
      }
      toast.error('Erro ao convidar usuário', {
        description: errorMessage(error, 'Não foi possível criar o convite.'),
      });
    } finally {
      onBusy(false);
    }
  });

  if (done) {
    return (
      <>
        <DialogHeader>
          <DialogTitle>Convite criado</DialogTitle>
          <DialogDescription>{done.email} entra depois de definir a senha por este link.</DialogDescription>
        </DialogHeader>
        <LinkPanel url={done.url} />
        <DialogFooter>
          <Button onClick={onClose}>Concluir</Button>
        </DialogFooter>
      </>
    );
  }
  return (
    <>
      <DialogHeader>
        <DialogTitle>Convidar usuário</DialogTitle>
        <DialogDescription>A pessoa recebe um link para definir a senha e entrar.</DialogDescription>
      </DialogHeader>
      <form noValidate className="grid gap-5" onSubmit={invite}>
        <Field label="E-mail" required error={errors.email?.message}>
          <Input {...form.register('email')} type="email" autoComplete="off" maxLength={254} />
        </Field>
        <Field label="Nome" error={errors.nome?.message}>
          <Input {...form.register('nome')} autoComplete="off" maxLength={200} />
        </Field>
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <RoleSelect
              value={field.value ?? 'usuario'}
              onValueChange={field.onChange}
              options={assignableRoles(session.papel)}
              error={errors.role?.message}
            />
          )}
        />
        {session.papel === 'admin' ? (
          <Controller
            control={form.control}
            name="empresa_id"
            render={({ field }) => (
              <Field label="Empresa" required error={errors.empresa_id?.message}>
                <CompanyPicker label="Empresa" value={field.value ?? ''} onValueChange={field.onChange} />
              </Field>
            )}
          />
        ) : null}
        <DialogFooter>
          <Button variant="outline" disabled={isSubmitting} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={isSubmitting}>
            Enviar convite
          </Button>
        </DialogFooter>
      </form>
    </>
  );
}
