import type { BodyIn } from '@escuta/shared/contracts/contract';
import type { UserAccountWire, updateUser } from '@escuta/shared/contracts/users';
import type { Papel } from '@escuta/shared/domain/permissions';
import { type FormEvent, useState } from 'react';
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
import { useRequiredSession } from '../../lib/session.ts';
import { RoleSelect } from './role-select.tsx';
import { assignableRoles } from './user-rules.ts';

interface EditUserDialogProps {
  /** Null: closed. */
  account: UserAccountWire | null;
  onClose: () => void;
  /** Sends what changed; rejects after the person was told what failed. */
  onSave: (account: UserAccountWire, body: BodyIn<typeof updateUser>) => Promise<unknown>;
}

/** Name and role of an account. */
export function EditUserDialog({ account, onClose, onSave }: EditUserDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open={account !== null} onOpenChange={(open) => (open || busy ? undefined : onClose())}>
      <DialogContent hideClose={busy}>
        {account ? (
          <EditUser
            account={account}
            onClose={onClose}
            busy={busy}
            onSave={async (body) => {
              setBusy(true);
              try {
                await onSave(account, body);
                onClose();
              } catch {
                // The person was told; the dialog stays for another try.
              } finally {
                setBusy(false);
              }
            }}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function EditUser({
  account,
  busy,
  onClose,
  onSave,
}: {
  account: UserAccountWire;
  busy: boolean;
  onClose: () => void;
  onSave: (body: BodyIn<typeof updateUser>) => unknown;
}) {
  const { papel } = useRequiredSession();
  const [nome, setNome] = useState(account.nome ?? '');
  const [role, setRole] = useState<Papel>(account.role);
  const body: BodyIn<typeof updateUser> = {
    ...(nome.trim() === (account.nome ?? '') ? {} : { nome: nome.trim() }),
    ...(role === account.role ? {} : { role }),
  };
  const changed = Object.keys(body).length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed && !busy) onSave(body);
  };
  return (
    <>
      <DialogHeader>
        <DialogTitle>Editar usuário</DialogTitle>
        <DialogDescription>
          {account.email} · {account.empresa.nome}
        </DialogDescription>
      </DialogHeader>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field label="Nome">
          <Input
            value={nome}
            onChange={(event) => setNome(event.target.value)}
            autoComplete="off"
            maxLength={200}
          />
        </Field>
        <RoleSelect value={role} onValueChange={setRole} options={assignableRoles(papel)} />
        {role === account.role ? null : (
          <p className="rounded-md bg-info-soft px-3 py-2 text-info-text text-sm">
            As sessões abertas desta pessoa terminam, e ela entra de novo com o novo papel.
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy} disabled={!changed}>
            Salvar
          </Button>
        </DialogFooter>
      </form>
    </>
  );
}
