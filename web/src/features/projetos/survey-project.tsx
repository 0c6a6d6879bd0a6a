import { listPesquisas } from '@escuta/shared/contracts/pesquisas';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ClipboardList, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiListQuery } from '../../lib/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Audits } from './audits-card.tsx';
import { Insights } from './project-parts.tsx';
import type { Projeto } from './projeto.ts';

const PAGE_SIZE = 10;

/** The surveys of a project, and the way to make one. */
function Surveys({ projeto }: { projeto: Projeto }) {
  const mayCreate = useCan()('project', 'create');
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listPesquisas, { query: { projeto_id: projeto.id, page, limit: PAGE_SIZE } }),
  );
  const create = mayCreate ? (
    <Button size="sm" asChild>
      <Link to={`${paths.novaPesquisa}?${new URLSearchParams({ projeto: projeto.id })}`}>
        <Plus aria-hidden="true" />
        Nova Pesquisa
      </Link>
    </Button>
  ) : null;
  const rows = query.data?.data;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle>Pesquisas</CardTitle>
        {rows && rows.length > 0 ? create : null}
      </CardHeader>
      <CardContent className="grid gap-4" aria-busy={query.isPending}>
        {query.error && !rows ? (
          <ErrorState
            className="py-8"
            title="Falha ao buscar pesquisas."
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : null}
        {query.isPending ? <Skeleton className="h-24" /> : null}
        {rows?.length === 0 ? (
          <EmptyState
            className="py-8"
            icon={<ClipboardList />}
            title="Nenhuma pesquisa neste projeto"
            description="A pesquisa reúne os questionários e as entrevistas."
            action={create}
          />
        ) : null}
        {rows && rows.length > 0 ? (
          <ul aria-label="Pesquisas do projeto" className="divide-y">
            {rows.map((pesquisa) => (
              <li
                key={pesquisa.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
              >
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium" title={pesquisa.titulo}>
                    {pesquisa.titulo}
                  </p>
                  <p className="text-muted-foreground text-xs">Criada em {formatDate(pesquisa.created_at)}</p>
                </div>
                <Badge variant={pesquisa.ativo ? 'success' : 'neutral'}>
                  {pesquisa.ativo ? 'Ativa' : 'Inativa'}
                </Badge>
                <Link
                  to={href(paths.pesquisa, { id: pesquisa.id })}
                  className="focus-ring touch-target inline-flex items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
                >
                  Gerenciar Pesquisa
                  <span className="sr-only">{pesquisa.titulo}</span>
                  <ArrowRight className="size-4" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {query.data ? (
          <Pagination {...query.data.pagination} noun="pesquisas" onPageChange={setPage} />
        ) : null}
      </CardContent>
    </Card>
  );
}

/** What a survey project shows: its surveys, what interviews are analysed by, its audits. */
export function SurveyProject({ projeto }: { projeto: Projeto }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Surveys projeto={projeto} />
      <Insights
        projeto={projeto}
        empty="Opcional numa pesquisa: as respostas são auditadas com ou sem modelos. Eles dizem o que mais a análise verifica em cada entrevista."
      />
      <Audits projeto={projeto} />
    </div>
  );
}
