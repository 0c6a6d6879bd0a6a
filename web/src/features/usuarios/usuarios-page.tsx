import { listUsers, type UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import { PAPEIS } from '@escuta/shared/domain/accounts/permissions';
import { forExport } from '@escuta/shared/domain/filters/filtro-valor';
import { FILTROS_CONTA } from '@escuta/shared/domain/filters/lists/accounts';
import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { type Column, DataList, Line } from '../../kit/list/data-list.tsx';
import { FilterControls, filterTable } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { papelLabel } from '../../lib/network/papeis.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { useUserActions } from './use-user-actions.ts';
import { UserActions } from './user-actions.tsx';
import { FieldOnlyBadge, PapelBadge, SituacaoBadge } from './user-badges.tsx';
import { type UserDialog, UserDialogs } from './user-dialogs.tsx';
import { isOwn, mayManage, SITUACOES } from './user-rules.ts';

const EmailNotice = lazy(() => import('../../domain/company/email-notice.tsx'));

const TABLE = filterTable(FILTROS_CONTA, {
  q: 'search',
  empresaId: CompanyFilter,
  role: {
    all: 'Todos os papéis',
    options: PAPEIS.map((value) => ({ value, label: papelLabel(value) })),
  },
  situacao: { all: 'Todas as situações', options: SITUACOES, className: 'sm:w-50' },
});

/** 'Usuários': accounts of every company for administrators, of the own company for managers. */
export default function UsuariosPage() {
  const { papel, user, empresaId } = useRequiredSession();
  const isAdmin = papel === 'admin';
  const person = { papel, usuarioId: user.id, empresaId };
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const actions = useUserActions();
  // `?convidar=1` opens the invitation: the companies list links here after a company was created.
  const inviting = search.get('convidar') === '1';
  const setInviting = (open: boolean): void =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        if (open) params.set('convidar', '1');
        else params.delete('convidar');
        return params;
      },
      { replace: true, preventScrollReset: true },
    );

  const list = useList(listUsers, TABLE.readers, (asked) => ({
    query: { limit: 20, ...TABLE.ask(asked), ...(isAdmin ? {} : { empresaId: undefined }) },
  }));

  const company = isAdmin ? list.asked.empresa : empresaId;

  const columns = useMemo<Column<UserAccountWire>[]>(
    () => [
      {
        label: 'Nome e e-mail',
        card: 'title',
        className: 'max-w-64',
        cell: (account) => (
          <div className="min-w-0">
            <p className="flex items-center gap-2 font-medium">
              <Line>{account.nome || account.email}</Line>
              {isOwn({ usuarioId: user.id, empresaId }, account) ? (
                <Badge variant="neutral">Você</Badge>
              ) : null}
            </p>
            {account.nome ? (
              <p className="truncate text-muted-foreground text-xs" title={account.email}>
                {account.email}
              </p>
            ) : null}
          </div>
        ),
      },
      ...(isAdmin
        ? [
            {
              label: 'Empresa',
              className: 'max-w-52',
              text: (account: UserAccountWire) => account.empresa.nome,
            },
          ]
        : []),
      {
        label: 'Papel',
        cell: (account) => (
          <span className="flex flex-wrap gap-1">
            <PapelBadge papel={account.role} />
            <FieldOnlyBadge account={account} />
          </span>
        ),
      },
      { label: 'Situação', cell: (account) => <SituacaoBadge account={account} /> },
      {
        label: 'Último acesso',
        className: 'whitespace-nowrap tabular-nums',
        cell: (account) => (account.ultimo_acesso ? formatDateTime(account.ultimo_acesso) : 'Nunca'),
      },
    ],
    [isAdmin, user.id, empresaId],
  );

  const invite = can('user', 'create') ? (
    <Button onClick={() => setInviting(true)}>
      <UserPlus aria-hidden="true" />
      Convidar usuário
    </Button>
  ) : null;

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Usuários"
        description={
          <>
            {isAdmin ? 'As contas de todas as empresas.' : 'As contas da sua empresa.'}{' '}
            <Link
              to={paths.agentes}
              className="focus-ring touch-target rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
            >
              Ver agentes e ramais
            </Link>
          </>
        }
        actions={
          <>
            <ExportButton
              alvo={{
                tipo: 'usuarios',
                alvo: company ? { tipo: 'empresa', id: company } : undefined,
                filtros: forExport(FILTROS_CONTA, TABLE.ask(list.asked)),
              }}
            />
            {invite}
          </>
        }
        className="mb-0"
      />
      {isAdmin ? null : (
        <Suspense fallback={null}>
          <EmailNotice />
        </Suspense>
      )}
      <ListPanel
        list={list}
        search={{ label: 'Buscar usuários', placeholder: 'Nome ou e-mail' }}
        errorTitle="Erro ao buscar os usuários"
        noun="usuários"
        nothing="Nenhum usuário encontrado"
        empty={{
          icon: <Users />,
          title: 'Nenhum usuário',
          description: 'Convide a primeira pessoa por e-mail.',
          action: invite,
        }}
        filters={<FilterControls table={TABLE} list={list} hide={isAdmin ? [] : ['empresaId']} />}
      >
        {(rows, stale) => (
          <DataList
            label="Usuários"
            rows={rows}
            stale={stale}
            columns={columns}
            actions={(account) =>
              mayManage(person, account) ? (
                <UserActions
                  account={account}
                  allowed={{ update: can('user', 'update'), delete: can('user', 'delete') }}
                  onAction={(kind) => setDialog({ kind, account })}
                />
              ) : null
            }
          />
        )}
      </ListPanel>
      <InviteDialog
        open={inviting && invite !== null}
        onClose={() => setInviting(false)}
        empresaId={list.filters.empresa}
      />
      <UserDialogs dialog={dialog} onClose={() => setDialog(null)} actions={actions} />
    </div>
  );
}
