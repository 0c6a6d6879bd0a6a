import { listPesquisas } from '@escuta/shared/contracts/surveys/pesquisas';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PagedCard, RowLink, RowText } from '../../../kit/list/paged-card.tsx';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatDate } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Audits } from '../audits-card.tsx';
import { Insights } from '../project-parts.tsx';
import type { Projeto } from '../projeto.ts';

const PAGE_SIZE = 10;

/** The surveys of a project, with a link to create another. */
function Surveys({ projeto }: { projeto: Projeto }) {
  const mayCreate = useCan()('project', 'create');
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listPesquisas, { query: { projeto_id: projeto.id, page, limit: PAGE_SIZE } }),
  );
  const create =
    mayCreate && !projeto.exemplo ? (
      <Button size="sm" asChild>
        <Link to={`${paths.novaPesquisa}?${new URLSearchParams({ projeto: projeto.id })}`}>
          <Plus aria-hidden="true" />
          Nova Pesquisa
        </Link>
      </Button>
    ) : null;
  return (
    <PagedCard
      title="Pesquisas"
      listLabel="Pesquisas do projeto"
      noun="pesquisas"
      query={query}
      rows={query.data?.data}
      pagination={query.data?.pagination}
      onPageChange={setPage}
      failedTitle="Falha ao buscar pesquisas."
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="outline" size="sm" asChild>
            <Link to={paths.agentes}>
              <UserRound aria-hidden="true" />
              Entrevistadores
            </Link>
          </Button>
          {create}
        </div>
      }
      empty={
        <EmptyState
          className="py-8"
          icon={<ClipboardList />}
          title="Nenhuma pesquisa neste projeto"
          description="A pesquisa reúne os questionários e as entrevistas."
          action={create}
        />
      }
    >
      {(pesquisa) => (
        <>
          <RowText title={pesquisa.titulo}>Criada em {formatDate(pesquisa.created_at)}</RowText>
          <Badge variant={pesquisa.ativo ? 'success' : 'neutral'}>
            {pesquisa.ativo ? 'Ativa' : 'Inativa'}
          </Badge>
          <RowLink to={href(paths.pesquisa, { id: pesquisa.id })}>
            Gerenciar Pesquisa
            <span className="sr-only">{pesquisa.titulo}</span>
          </RowLink>
        </>
      )}
    </PagedCard>
  );
}

/** Contents of a survey project: its surveys, the interviews' templates, its audits. */
export function SurveyProject({ projeto }: { projeto: Projeto }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Surveys projeto={projeto} />
      <Insights
        projeto={projeto}
        empty="Em pesquisas, os templates são opcionais: as respostas são auditadas com ou sem eles. Os templates acrescentam critérios à análise de cada entrevista."
      />
      <Audits projeto={projeto} />
    </div>
  );
}
