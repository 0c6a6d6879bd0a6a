import type { UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import { EllipsisVertical, KeyRound, Pencil, Power, PowerOff, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';

/** Actions on an account: edit it, deactivate or reactivate it, send a link to set the password, delete it. */
export type UserAction = 'edit' | 'toggle' | 'link' | 'delete';

interface UserActionsProps {
  account: UserAccountWire;
  /** Actions that the person may take, by the permission table. */
  allowed: { update: boolean; delete: boolean };
  onAction: (action: UserAction) => void;
}

/** Menu with the actions on an account that this person may take. */
export function UserActions({ account, allowed, onAction }: UserActionsProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Ações de ${account.email}`}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {allowed.update ? (
          <>
            <DropdownMenuItem onSelect={() => onAction('edit')}>
              <Pencil aria-hidden="true" />
              Editar nome e papel
            </DropdownMenuItem>
            <DropdownMenuItem disabled={!account.ativo} onSelect={() => onAction('link')}>
              <KeyRound aria-hidden="true" />
              {account.convite_pendente ? 'Reenviar convite' : 'Enviar link para definir a senha'}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onAction('toggle')}>
              {account.ativo ? <PowerOff aria-hidden="true" /> : <Power aria-hidden="true" />}
              {account.ativo ? 'Desativar' : 'Reativar'}
            </DropdownMenuItem>
          </>
        ) : null}
        {allowed.delete ? (
          <>
            {allowed.update ? <DropdownMenuSeparator /> : null}
            <DropdownMenuItem destructive onSelect={() => onAction('delete')}>
              <Trash2 aria-hidden="true" />
              Excluir
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
