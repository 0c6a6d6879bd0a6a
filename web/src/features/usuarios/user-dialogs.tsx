import type { UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import { useState } from 'react';
import { useLast } from '../../kit/use-last.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { LinkPanel } from './link-panel.tsx';
import type { useUserActions } from './use-user-actions.ts';
import type { UserAction } from './user-actions.tsx';

export interface UserDialog {
  kind: UserAction;
  account: UserAccountWire;
}

interface UserDialogsProps {
  dialog: UserDialog | null;
  onClose: () => void;
  actions: ReturnType<typeof useUserActions>;
}

/** The dialogs of an account: edit it, deactivate it, show the link to set its password, delete it. */
export function UserDialogs({ dialog, onClose, actions }: UserDialogsProps) {
  const [link, setLink] = useState<{ email: string; url: string } | null>(null);
  const account = useLast(dialog)?.account;
  const email = account?.email ?? '';
  const close = (open: boolean): void => (open ? undefined : onClose());
  const active = account?.ativo ?? true;
  const shownLink = useLast(link);
  return (
    <>
      <EditUserDialog account={dialog?.kind === 'edit' ? dialog.account : null} onClose={onClose} />
      <ConfirmDialog
        open={dialog?.kind === 'toggle'}
        onOpenChange={close}
        title={active ? 'Desativar usuário?' : 'Reativar usuário?'}
        description={
          active
            ? `${email} perde o acesso na hora e não pode mais entrar em ${account?.empresa.nome ?? ''} até a conta ser reativada. As ações registradas permanecem.`
            : `${email} pode voltar a entrar em ${account?.empresa.nome ?? ''}, com a mesma senha.`
        }
        confirmLabel={active ? 'Desativar' : 'Reativar'}
        destructive={active}
        onConfirm={() => (account ? actions.setActive(account, !account.ativo) : undefined)}
      />
      <ConfirmDialog
        open={dialog?.kind === 'link'}
        onOpenChange={close}
        title={account?.convite_pendente ? 'Reenviar convite?' : 'Enviar link para definir a senha?'}
        description={
          account?.convite_pendente
            ? `${email} recebe um novo link para definir a senha. O anterior deixa de funcionar.`
            : `${email} recebe um link de uso único para definir uma nova senha. A senha atual vale até a nova ser definida.`
        }
        confirmLabel={account?.convite_pendente ? 'Reenviar convite' : 'Enviar link'}
        onConfirm={async () => {
          if (!account) return;
          const answer = await actions.sendLink(account);
          if (answer.convite_url) setLink({ email: account.email, url: answer.convite_url });
        }}
      />
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        onOpenChange={close}
        title="Excluir usuário?"
        description={`${email} perde o acesso a ${account?.empresa.nome ?? ''} na hora. Esta ação não pode ser desfeita.`}
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (account ? actions.remove(account) : undefined)}
      />
      <Dialog open={link !== null} onOpenChange={(open) => (open ? undefined : setLink(null))}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Link de senha</DialogTitle>
            <DialogDescription>{shownLink?.email} pode definir a senha por este link.</DialogDescription>
          </DialogHeader>
          {shownLink ? <LinkPanel url={shownLink.url} /> : null}
          <DialogFooter>
            <Button onClick={() => setLink(null)}>Concluir</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  );
}
