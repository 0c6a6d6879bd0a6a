import { listProjetos } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, FolderOpen, Plus, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { href, paths } from '../../app/paths.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { TIPO_PROJETO } from '../../components/projects/tipos.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Pagination } from '../../components/ui/pagination.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import type { Wire } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiListQuery } from '../../lib/query.ts';

const PAGE_SIZE = 24;
/** A search box appears once scanning by eye gets slow. */
const SEARCH_FROM = 7;

type Row = Wire<typeof listProjetos>['data'][number];

function ProjectCard({ projeto }: { projeto: Row }) {
  const tipo = TIPO_PROJETO[projeto.tipo_projeto];
  return (
    <Card className="group relative flex flex-col gap-3 p-5 transition-colors focus-within:border-ring hover:border-ring/70">
      <div className="flex items-start justify-between gap-3">
        <h2
          className="line-clamp-2 min-w-0 break-words font-semibold text-base leading-snug"
          title={projeto.nome}
        >
          {projeto.nome}
        </h2>
        <Badge variant={tipo.variant}>{tipo.label}</Badge>
      </div>
      <p className="line-clamp-2 min-h-10 text-muted-foreground">{projeto.descricao || 'Sem descrição.'}</p>
      <div className="mt-auto flex items-center justify-between gap-3 pt-1">
        <span className="text-muted-foreground text-xs tabular-nums">
          {plural(projeto.totalAuditorias, 'item', 'itens')}
          {projeto.isActive ? '' : ' · Inativo'}
        </span>
        <Link
          to={href(paths.projeto, { id: projeto.id })}
          className="inline-flex items-center gap-1.5 font-medium text-primary-text text-sm outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:ring-2 focus-visible:after:ring-ring"
        >
          Ver Detalhes
          <span className="sr-only">de {projeto.nome}</span>
          <ArrowRight
            className="size-4 transition-transform group-hover:translate-x-0.5"
            aria-hidden="true"
          />
        </Link>
      </div>
    </Card>
  );
}

function Skeletons() {
  return (
    <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {['a', 'b', 'c'].map((key) => (
        <Card key={key} className="grid gap-4 p-5">
          <div className="flex justify-between gap-6">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-5 w-20 rounded-full" />
          </div>
          <div className="grid gap-2">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
          <Skeleton className="ml-auto h-4 w-24" />
        </Card>
      ))}
    </div>
  );
}

/** 'Meus Projetos' (specification 2, §2). */
export default function ProjetoListPage() {
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1);
  const query = useQuery(
    apiListQuery(listProjetos, { query: { page, limit: PAGE_SIZE, ...(q ? { q } : {}) } }),
  );
  const rows = query.data?.data ?? [];
  const pagination = query.data?.pagination;
  const [everMany, setEverMany] = useState(false);
  useEffect(() => {
    if (pagination && pagination.total >= SEARCH_FROM) setEverMany(true);
  }, [pagination]);

  const set = (next: { q?: string; page?: number }): void => {
    setSearch((old) => {
      const params = new URLSearchParams(old);
      for (const [key, value] of Object.entries(next)) {
        if (value === undefined || value === '' || (key === 'page' && value === 1)) params.delete(key);
        else params.set(key, String(value));
      }
      return params;
    });
  };

  const create = can('project', 'create') ? (
    <Button asChild>
      <Link to={paths.novoProjeto}>
        <Plus aria-hidden="true" />
        Novo Projeto
      </Link>
    </Button>
  ) : null;

  return (
    <>
      <PageHeader title="Meus Projetos" description="Os projetos da sua empresa." actions={create} />
      {everMany || q ? (
        <SearchInput
          className="mb-5 max-w-sm"
          label="Buscar projetos"
          placeholder="Buscar por nome…"
          value={q}
          onValueChange={(value) => set({ q: value, page: 1 })}
        />
      ) : null}
      {query.isPending ? (
        <Skeletons />
      ) : query.isError ? (
        <ErrorState
          title="Falha ao buscar projetos."
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : rows.length === 0 && q ? (
        <EmptyState
          icon={<SearchX />}
          title="Nenhum projeto encontrado"
          description={`Nada corresponde a “${q}”.`}
          action={
            <Button variant="outline" onClick={() => set({ q: '', page: 1 })}>
              Limpar busca
            </Button>
          }
        />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<FolderOpen />}
          title="Nenhum projeto encontrado"
          description="Crie o primeiro projeto para registrar ligações e acompanhar as análises."
          action={create}
        />
      ) : (
        <div className="grid gap-5" aria-busy={query.isPlaceholderData}>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {rows.map((projeto) => (
              <li key={projeto.id} className="grid">
                <ProjectCard projeto={projeto} />
              </li>
            ))}
          </ul>
          {pagination && pagination.totalPages > 1 ? (
            <Pagination {...pagination} noun="projetos" onPageChange={(next) => set({ page: next })} />
          ) : null}
        </div>
      )}
    </>
  );
}
