import { type EmpresaWire, listEmpresas } from '@escuta/shared/contracts/empresas';
import { formatCnpj } from '@escuta/shared/domain/cnpj';
import { useQuery } from '@tanstack/react-query';
import { Archive, Building2, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { type Column, DataList } from '../../components/lists/data-list.tsx';
import { anyText, oneOf } from '../../components/lists/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { errorMessage } from '../../lib/api.ts';
import { formatDate, NAO_DISPONIVEL } from '../../lib/format.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiListQuery } from '../../lib/query.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
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
        ) : null}
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

/** 'Empresas Cadastradas' (specification 1, §2.10): all of them for administrators, their own for managers. */
export default function EmpresasPage() {
  const { papel, empresaId } = useRequiredSession();
  const isAdmin = papel === 'admin';
  const can = useCan();
  const { filters, change, clear, filtered } = useListFilters(READERS);
  const [creating, setCreating] = useState(false);
  const [dialog, setDialog] = useState<CompanyDialog | null>(null);

  const list = useQuery(
    apiListQuery(listEmpresas, {
      query: {
        page: filters.page,
        limit: 20,
        q: filters.q.trim() || undefined,
        arquivadas: filters.situacao === 'arquivadas' ? 'true' : undefined,
      },
    }),
  );
  const failure = list.error;
  useEffect(() => {
    if (!failure) return;
    toast.error('Erro ao buscar empresas', {
      id: 'erro-ao-buscar-empresas',
      description: errorMessage(failure, 'Tente novamente em instantes.'),
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
        query={list}
        page={filters.page}
        onPageChange={(page) => change({ page })}
        filtered={filtered}
        onClear={clear}
        errorTitle="Erro ao buscar empresas"
        noun="empresas"
        nothing="Nenhuma empresa encontrada"
        empty={{
          icon: <Building2 />,
          title: 'Nenhuma empresa cadastrada',
          description: 'Cadastre a primeira empresa para convidar as pessoas dela.',
          action: create,
        }}
        filters={
          isAdmin ? (
            <>
              <SearchInput
                value={filters.q}
                onValueChange={(q) => change({ q })}
                label="Buscar empresas"
                placeholder="Nome ou CNPJ"
                className="w-full sm:w-auto sm:min-w-56 sm:flex-1"
              />
              <FilterSelect
                label="Situação"
                allLabel="Em uso"
                value={filters.situacao}
                onValueChange={(situacao) => change({ situacao })}
                options={[{ value: 'arquivadas', label: 'Arquivadas' }]}
              />
              <ClearFilters show={filtered} onClear={clear} />
            </>
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
                onAction={(kind) => setDialog({ kind, empresa })}
              />
            )}
          />
        )}
      </ListPanel>
      {isAdmin ? null : (
        <p className="text-muted-foreground text-sm">
          Os dados da sua empresa também estão em{' '}
          <Link to={paths.perfil} className="text-primary-text underline-offset-4 hover:underline">
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
