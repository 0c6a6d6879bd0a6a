import { confirmEmpresa } from '@escuta/shared/contracts/accounts/confirmacao';
import { type EmpresaWire, listEmpresas } from '@escuta/shared/contracts/accounts/empresas';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { Archive, Building2, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anyText, oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate, NAO_DISPONIVEL } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CompanyActions } from './company-actions.tsx';
import { type CompanyDialog, CompanyDialogs } from './company-dialogs.tsx';
import { NewCompanyDialog } from './new-company-dialog.tsx';

const READERS = { q: anyText, situacao: oneOf(['arquivadas']) };

const COLUMNS: readonly Column<EmpresaWire>[] = [
  {
    label: 'Nome',
    card: 'title',
    className: 'max-w-80',
    cell: (empresa) => (
      <p className="flex items-center gap-2 font-medium">
        <span className="truncate" title={empresa.nome}>
          {empresa.nome}
        </span>
        {empresa.arquivada_em ? (
          <Badge variant="neutral">
            <Archive aria-hidden="true" />
            Arquivada
          </Badge>
        ) : empresa.email_confirmado_em ? null : (
          <Badge variant="warning">E-mail a confirmar</Badge>
        )}
      </p>
    ),
  },
  {
    label: 'CNPJ',
    className: 'whitespace-nowrap tabular-nums',
    cell: (empresa) => formatCnpj(empresa.cnpj) || NAO_DISPONIVEL,
  },
  {
    label: 'Cidade/Estado',
    cell: (empresa) => [empresa.cidade, empresa.estado].filter(Boolean).join('/') || NAO_DISPONIVEL,
  },
  {
    label: 'Data de Cadastro',
    className: 'whitespace-nowrap tabular-nums',
    cell: (empresa) => formatDate(empresa.created_at),
  },
];

/** 'Empresas Cadastradas' (specification 1, §2.10): all companies for administrators, the own company for a manager. */
export default function EmpresasPage() {
  const { papel, empresaId } = useRequiredSession();
  const isAdmin = papel === 'admin';
  const can = useCan();
  const [creating, setCreating] = useState(false);
  const confirm = useApiMutation(confirmEmpresa, {
    done: ({ message }) => message,
    failed: 'Erro ao confirmar o e-mail',
  });
  const [dialog, setDialog] = useState<CompanyDialog | null>(null);

  const list = useList(listEmpresas, READERS, ({ page, q, situacao }) => ({
    query: { page, limit: 20, q, arquivadas: situacao && 'true' },
  }));
  const failure = list.error;
  useEffect(() => {
    if (!failure) return;
    toast.error('Erro ao buscar empresas', {
      id: 'erro-ao-buscar-empresas',
      description: errorMessage(failure, 'Erro ao listar empresas'),
    });
  }, [failure]);

  const create = isAdmin ? (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      Nova Empresa
    </Button>
  ) : null;

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Empresas Cadastradas"
        description={isAdmin ? 'As empresas que usam esta instalação.' : 'A sua empresa.'}
        actions={create}
        className="mb-0"
      />
      <ListPanel
        list={list}
        errorTitle="Erro ao buscar empresas"
        noun="empresas"
        nothing="Nenhuma empresa encontrada"
        empty={{
          icon: <Building2 />,
          title: 'Nenhuma empresa cadastrada',
          description: 'Cadastre a primeira empresa para convidar as pessoas dela.',
          action: create,
        }}
        search={isAdmin ? { label: 'Buscar empresas', placeholder: 'Nome ou CNPJ' } : undefined}
        filters={
          isAdmin ? (
            <FilterSelect
              label="Situação"
              allLabel="Em uso"
              {...list.bind('situacao')}
              options={[{ value: 'arquivadas', label: 'Arquivadas' }]}
            />
          ) : undefined
        }
      >
        {(rows, stale) => (
          <DataList
            label="Empresas"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            actions={(empresa) => (
              <CompanyActions
                empresa={empresa}
                allowed={{
                  update: can('company', 'update'),
                  delete: can('company', 'delete'),
                  admin: isAdmin,
                }}
                own={empresa.id === empresaId}
                onAction={(kind) =>
                  kind === 'confirm'
                    ? void confirm.attempt({ params: { id: empresa.id } })
                    : setDialog({ kind, empresa })
                }
              />
            )}
          />
        )}
      </ListPanel>
      {isAdmin ? null : (
        <p className="text-muted-foreground text-sm">
          Os dados da sua empresa também estão em{' '}
          <Link to={paths.perfil} className="text-primary-text underline underline-offset-4">
            Configurações
          </Link>
          .
        </p>
      )}
      <NewCompanyDialog open={creating} onClose={() => setCreating(false)} />
      <CompanyDialogs
        dialog={dialog}
        onOpen={setDialog}
        onClose={(kind) => setDialog((current) => (current?.kind === kind ? null : current))}
      />
    </div>
  );
}
