import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import {
  Archive,
  ArchiveRestore,
  Coins,
  EllipsisVertical,
  MailCheck,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';

/** Actions on a company besides editing it. */
export type CompanyAction = 'delete' | 'archive' | 'restore' | 'balance' | 'confirm';

interface CompanyActionsProps {
  empresa: EmpresaWire;
  /** Actions that this person may take, by the permission table; `admin`: the actions for administrators only. */
  allowed: { update: boolean; delete: boolean; admin: boolean };
  /** True for the session's own company, which the person may neither archive nor delete. */
  own: boolean;
  onAction: (action: CompanyAction) => void;
}

/** Icons that edit and delete a company, and a menu of the other actions. */
export function CompanyActions({ empresa, allowed, own, onAction }: CompanyActionsProps) {
  const archived = empresa.arquivada_em !== null;
  return (
    <>
      {allowed.update ? (
        <Tooltip content="Editar">
          <Button variant="ghost" size="icon-sm" asChild>
            <Link to={href(paths.adminEmpresa, { id: empresa.id })} aria-label={`Editar ${empresa.nome}`}>
              <Pencil />
            </Link>
          </Button>
        </Tooltip>
      ) : null}
      {allowed.delete ? (
        <Tooltip content={own ? 'A sua própria empresa não pode ser excluída' : 'Excluir'}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Excluir ${empresa.nome}`}
            // The button is not `disabled`, because a disabled button would not show the tooltip with the reason.
            aria-disabled={own || undefined}
            className="text-destructive-text hover:bg-destructive-soft hover:text-destructive-text aria-disabled:pointer-events-auto"
            onClick={() => (own ? undefined : onAction('delete'))}
          >
            <Trash2 />
          </Button>
        </Tooltip>
      ) : null}
      {allowed.admin ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon-sm" aria-label={`Mais ações de ${empresa.nome}`}>
              <EllipsisVertical />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem asChild>
              <Link to={`${paths.adminUsuarios}?empresa=${empresa.id}`}>
                <Users aria-hidden="true" />
                Ver usuários
              </Link>
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onAction('balance')}>
              <Coins aria-hidden="true" />
              Ajustar saldo
            </DropdownMenuItem>
            {empresa.email_confirmado_em ? null : (
              <DropdownMenuItem onSelect={() => onAction('confirm')}>
                <MailCheck aria-hidden="true" />
                Confirmar o e-mail
              </DropdownMenuItem>
            )}
            {archived ? (
              <DropdownMenuItem onSelect={() => onAction('restore')}>
                <ArchiveRestore aria-hidden="true" />
                Reativar
              </DropdownMenuItem>
            ) : (
              <DropdownMenuItem disabled={own} onSelect={() => onAction('archive')}>
                <Archive aria-hidden="true" />
                Arquivar
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </>
  );
}
