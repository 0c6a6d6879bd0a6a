import { listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ArrowRight, ChartColumn, FolderOpen, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { anyText } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const PAGE_SIZE = 24;
/** Least number of rows at which the search box appears. */
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

const READERS = { q: anyText };

/** 'Meus Projetos' (specification 2, §2): the company's projects as cards, with a search box if there are many. */
export default function ProjetoListPage() {
  const can = useCan();
  const list = useList(listProjetos, READERS, (asked) => ({ query: { limit: PAGE_SIZE, ...asked } }));
  // Once shown, the search box stays, so that emptying it does not remove it.
  const wanted = list.filtered || (list.pagination?.total ?? 0) >= SEARCH_FROM;
  const [searchable, setSearchable] = useState(wanted);
  useEffect(() => {
    if (wanted) setSearchable(true);
  }, [wanted]);

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
      <PageHeader
        title="Meus Projetos"
        description="Os projetos da sua empresa."
        actions={
          <>
            <Button variant="outline" asChild>
              <Link to={paths.callcenter}>
                <ChartColumn aria-hidden="true" />
                Call Centers em números
              </Link>
            </Button>
            {create}
          </>
        }
      />
      <ListPanel
        bare
        list={list}
        search={searchable ? { label: 'Buscar projetos', placeholder: 'Buscar por nome…' } : undefined}
        errorTitle="Falha ao buscar projetos."
        noun="projetos"
        nothing="Nenhum projeto encontrado"
        empty={{
          icon: <FolderOpen />,
          title: 'Nenhum projeto encontrado',
          description:
            'Crie o primeiro projeto para registrar ligações ou fazer entrevistas e acompanhar as análises.',
          action: create,
        }}
      >
        {(shown, stale) =>
          shown ? (
            <ul aria-busy={stale} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {shown.map((projeto) => (
                <li key={projeto.id} className="grid">
                  <ProjectCard projeto={projeto} />
                </li>
              ))}
            </ul>
          ) : (
            <Skeletons />
          )
        }
      </ListPanel>
    </>
  );
}
