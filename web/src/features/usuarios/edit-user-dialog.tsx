import { type UserAccountWire, updateUser } from '@escuta/shared/contracts/accounts/users';
import { DIREITO_DESCRICAO, DIREITO_LABEL, DIREITOS } from '@escuta/shared/domain/accounts/permissions';
import { SwitchField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { RoleField } from './role-field.tsx';

interface EditUserDialogProps {
  /** The account to edit; null closes the dialog. */
  account: UserAccountWire | null;
  onClose: () => void;
}

/** Edits name, role and rights of an account. */
export function EditUserDialog({ account, onClose }: EditUserDialogProps) {
  const shown = useLast(account);
  return (
    <FormDialog open={account !== null} onClose={onClose}>
      {shown ? <EditUser account={shown} /> : null}
    </FormDialog>
  );
}

function EditUser({ account }: { account: UserAccountWire }) {
  const { done } = useFormDialog();
  const update = useApiMutation(updateUser, { done: 'Usuário atualizado!', failed: null });
  const api = useApiForm({
    schema: updateUser.body.pick({ nome: true, role: true, direitos: true }),
    values: {
      nome: account.nome ?? '',
      role: account.role,
      direitos: Object.fromEntries(DIREITOS.map((one) => [one, account.direitos.includes(one)])),
    },
    // Only the role usuario has separate rights, so for another role the values of their switches are not sent.
    send: ({ direitos, ...body }, { changed }) =>
      update.run({
        params: { id: account.id },
        body: pickChanged(body.role === 'usuario' ? { ...body, direitos } : body, changed),
      }),
    onSaved: done,
    failed: 'Erro ao atualizar o usuário',
    draft: { key: `usuario:${account.id}`, title: `Editar ${account.email}`, dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title="Editar usuário"
      description={`${account.email} · ${account.empresa.nome}`}
      submitLabel="Salvar"
      disabled={!api.dirty}
    >
      <TextField {...api.field('nome')} label="Nome" maxLength={200} />
      <RoleField {...api.field('role')} />
      {api.form.watch('role') === 'usuario'
        ? DIREITOS.map((one) => (
            <SwitchField
              key={one}
              {...api.field(`direitos.${one}`)}
              label={DIREITO_LABEL[one]}
              hint={DIREITO_DESCRICAO[one]}
            />
          ))
        : null}
      {api.form.watch('role') === account.role ? null : (
        <p className="rounded-md bg-info-soft px-3 py-2 text-info-text text-sm">
          As sessões abertas desta pessoa serão encerradas, e ela precisará entrar de novo, já com o novo
          papel.
        </p>
      )}
    </DialogForm>
  );
}
