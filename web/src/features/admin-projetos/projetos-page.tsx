import { listProjetos } from '@escuta/shared/contracts/projetos';
import { TIPOS_PROJETO } from '@escuta/shared/domain/status';
import { useQuery } from '@tanstack/react-query';
import { FolderKanban } from 'lucide-react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../app/paths.ts';
import { type Column, DataList } from '../../components/lists/data-list.tsx';
import { anyText, oneOf } from '../../components/lists/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { TIPO_PROJETO } from '../../components/projects/tipos.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import type { Wire } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { apiListQuery } from '../../lib/query.ts';

type Projeto = Wire<typeof listProjetos>['data'][number];

const READERS = { q: anyText, tipo: oneOf(TIPOS_PROJETO) };

const COLUMNS: readonly Column<Projeto>[] = [
  {
    label: 'Nome',
    card: 'title',
    className: 'max-w-96',
    cell: (projeto) =>
      // Only call-center projects have a screen of their own.
      projeto.tipo_projeto === 'call_center' ? (
        <Link
          to={href(paths.projeto, { id: projeto.id })}
          className="focus-ring block truncate rounded-sm font-medium hover:text-primary-text hover:underline"
          title={projeto.nome}
        >
          {projeto.nome}
        </Link>
      ) : (
        <span className="block truncate font-medium" title={projeto.nome}>
          {projeto.nome}
        </span>
      ),
  },
  { label: 'Empresa', className: 'max-w-64', cell: (projeto) => projeto.empresa.nome },
  {
    label: 'Tipo',
    cell: (projeto) => (
      <Badge variant={TIPO_PROJETO[projeto.tipo_projeto].variant}>
        {TIPO_PROJETO[projeto.tipo_projeto].label}
      </Badge>
    ),
  },
  {
    label: 'Data de criação',
    className: 'whitespace-nowrap tabular-nums',
    cell: (projeto) => formatDate(projeto.created_at),
  },
];

/** 'Todos os Projetos' of every company, for administrators (specification 2, §2). */
export default function TodosProjetosPage() {
  const { filters, change, clear, filtered } = useListFilters(READERS);
  const list = useQuery(
    apiListQuery(listProjetos, {
      query: {
        todas: 'true',
        page: filters.page,
        limit: 20,
        q: filters.q.trim() || undefined,
        tipo: TIPOS_PROJETO.find((tipo) => tipo === filters.tipo),
      },
    }),
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Todos os Projetos"
        description="Os projetos de todas as empresas."
        className="mb-0"
      />
      <ListPanel
        query={list}
        page={filters.page}
        onPageChange={(page) => change({ page })}
        filtered={filtered}
        onClear={clear}
        errorTitle="Falha ao buscar projetos."
        noun="projetos"
        nothing="Nenhum projeto encontrado"
        empty={{
          icon: <FolderKanban />,
          title: 'Nenhum projeto encontrado',
          description: 'Os projetos que as empresas criarem aparecem aqui.',
        }}
        filters={
          <>
            <SearchInput
              value={filters.q}
              onValueChange={(q) => change({ q })}
              label="Buscar projetos"
              placeholder="Nome do projeto"
              className="w-full sm:w-auto sm:min-w-56 sm:flex-1"
            />
            <FilterSelect
              label="Tipo"
              allLabel="Todos os tipos"
              value={filters.tipo}
              onValueChange={(tipo) => change({ tipo })}
              options={TIPOS_PROJETO.map((value) => ({ value, label: TIPO_PROJETO[value].label }))}
            />
            <ClearFilters show={filtered} onClear={clear} />
          </>
        }
      >
        {(rows, stale) => <DataList label="Projetos" rows={rows} stale={stale} columns={COLUMNS} />}
      </ListPanel>
    </div>
  );
}
