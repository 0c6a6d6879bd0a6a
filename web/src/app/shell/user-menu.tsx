import { ChevronsUpDown, LogOut } from 'lucide-react';
import { useLogout } from '../../lib/network/logout.ts';
import { papelLabel } from '../../lib/network/papeis.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { cn } from '../../lib/utils.ts';
import { Avatar } from '../../ui/avatar.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';

/** The user's e-mail and the menu 'Minha Conta'. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const { user, papel } = useRequiredSession();
  const logout = useLogout();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Minha Conta: ${user.email}`}
        className={cn(
          'focus-ring flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-sidebar-active/70 data-[state=open]:bg-sidebar-active/70',
          collapsed && 'justify-center p-0',
        )}
      >
        <Avatar name={user.nome ?? user.email} />
        {collapsed ? null : (
          <>
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium text-dense">{user.email}</span>
              {papel ? (
                <span className="truncate text-muted-foreground text-xs">{papelLabel(papel)}</span>
              ) : null}
            </span>
            <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
          </>
        )}
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="w-60">
        <DropdownMenuLabel className="grid gap-0.5">
          Minha Conta
          <span className="truncate font-normal text-muted-foreground text-xs">{user.email}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={logout}>
          <LogOut aria-hidden="true" />
          Sair
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
