import { inviteUser } from '@escuta/shared/contracts/accounts/users';
import { DIREITO_DESCRICAO, DIREITO_LABEL, type Papel } from '@escuta/shared/domain/accounts/permissions';
import { useState } from 'react';
import { CompanyPicker } from '../../domain/company/company-picker.tsx';
import { ControlField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { Button } from '../../ui/button.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { LinkPanel } from './link-panel.tsx';
import { RoleField } from './role-field.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  /** Id of the company preselected for an administrator; '' for the administrator's own company. */
  empresaId: string;
}

/** 'Convidar usuário': an e-mail, a role and, for administrators, a company. */
export function InviteDialog({ open, onClose, empresaId }: InviteDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <InviteForm empresaId={empresaId} />
    </FormDialog>
  );
}

function InviteForm({ empresaId }: { empresaId: string }) {
  const session = useRequiredSession();
  const { done, report } = useFormDialog();
  const [link, setLink] = useState<{ email: string; url: string } | null>(null);
  const invite = useApiMutation(inviteUser, {
    failed: null,
    onDone: ({ message }) => toast.success('Convite criado!', { description: message }),
  });
  const api = useApiForm({
    schema: inviteUser.body,
    values: {
      email: '',
      nome: '',
      role: 'usuario' as Papel,
      so_campo: false,
      ...(session.papel === 'admin' ? { empresa_id: empresaId || (session.empresaId ?? '') } : {}),
    },
    send: (body) => invite.run({ body: body.role === 'usuario' ? body : { ...body, so_campo: false } }),
    onSaved: (answer) => {
      if (!answer?.convite_url) return done();
      report({ busy: false, dirty: false });
      setLink({ email: answer.data.email, url: answer.convite_url });
    },
    failed: 'Erro ao convidar o usuário',
    fallback: 'Não foi possível criar o convite.',
    conflict: 'email',
    draft: { key: 'convite', title: 'Convidar usuário', dialog: true },
  });
  const { field } = api;
  if (link) {
    return (
      <>
        <DialogHeader>
          <DialogTitle>Convite criado</DialogTitle>
          <DialogDescription>
            {link.email} poderá entrar depois de definir a senha por este link.
          </DialogDescription>
        </DialogHeader>
        <LinkPanel url={link.url} />
        <DialogFooter>
          <Button onClick={done}>Concluir</Button>
        </DialogFooter>
      </>
    );
  }
  return (
    <DialogForm
      api={api}
      title="Convidar usuário"
      description="A pessoa recebe um link para definir a senha e entrar."
      submitLabel="Enviar convite"
    >
      <TextField {...field('email')} label="E-mail" required type="email" maxLength={254} />
      <TextField {...field('nome')} label="Nome" maxLength={200} />
      <RoleField {...field('role')} />
      {api.form.watch('role') === 'usuario' ? (
        <SwitchField
          {...field('so_campo')}
          label={DIREITO_LABEL.so_campo}
          hint={DIREITO_DESCRICAO.so_campo}
        />
      ) : null}
      {session.papel === 'admin' ? (
        <ControlField {...field('empresa_id')} label="Empresa" required>
          {({ ref, value, onChange }) => (
            <CompanyPicker ref={ref} label="Empresa" value={value ?? ''} onValueChange={onChange} />
          )}
        </ControlField>
      ) : null}
    </DialogForm>
  );
}
