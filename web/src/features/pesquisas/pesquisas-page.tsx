import { listProjetos, PESQUISAS_NA_LISTA } from '@escuta/shared/contracts/operation/projetos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ArrowRight, ClipboardList, FolderInput, Plus, Settings2, Smartphone, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ExampleSurveyButton } from '../../domain/projects/example-button.tsx';
import { anyText } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Row = Wire<typeof listProjetos>['data'][number];

const PAGE_SIZE = 24;
const READERS = { q: anyText };
/** Least number of rows at which the search box appears. */
const SEARCH_FROM = 7;

/** Address of the form that creates a survey in a project. */
export const newSurveyOf = (projetoId: string) =>
  `${paths.novaPesquisa}?${new URLSearchParams({ projeto: projetoId })}`;

const linkClasses =
  'focus-ring inline-flex items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline max-sm:min-h-11';

function ProjectCard({ projeto, mayCreate }: { projeto: Row; mayCreate: boolean }) {
  const { pesquisas } = projeto;
  // The card shows the active survey; if none is active, the newest.
  const main = pesquisas.find(({ id }) => id === projeto.pesquisa_id) ?? pesquisas[0];
  const others = pesquisas.filter((one) => one !== main);
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <h2
          className="line-clamp-2 min-w-0 break-words font-semibold text-base leading-snug"
          title={projeto.nome}
        >
          {projeto.nome}
        </h2>
        <div className="flex shrink-0 items-end gap-1 max-sm:flex-col">
          {projeto.exemplo ? <Badge variant="info">Exemplo</Badge> : null}
          <Badge variant={main ? 'success' : 'warning'}>{main ? 'Configurada' : 'Pendente'}</Badge>
        </div>
      </div>
      <p className="line-clamp-2 text-muted-foreground">{projeto.descricao || 'Sem descrição.'}</p>
      {others.length > 0 ? (
        <ul aria-label={`Outras pesquisas de ${projeto.nome}`} className="grid gap-1 text-sm">
          {others.map((pesquisa) => (
            <li key={pesquisa.id} className="flex min-w-0 items-center gap-2">
              <Link
                to={href(paths.pesquisa, { id: pesquisa.id })}
                className="focus-ring min-w-0 truncate rounded-sm underline-offset-4 hover:underline"
                title={pesquisa.titulo}
              >
                {pesquisa.titulo}
              </Link>
              {pesquisa.ativo ? null : <Badge>Inativa</Badge>}
            </li>
          ))}
          {pesquisas.length === PESQUISAS_NA_LISTA ? (
            <li>
              <Link to={href(paths.projeto, { id: projeto.id })} className={linkClasses}>
                Ver todas no projeto
              </Link>
            </li>
          ) : null}
        </ul>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t pt-3">
        <span className="text-muted-foreground text-xs">
          Criado em {formatDate(projeto.created_at)}
          {projeto.isActive ? '' : ' · Projeto inativo'}
        </span>
        {main ? (
          <Link to={href(paths.pesquisa, { id: main.id })} className={linkClasses}>
            Gerenciar Pesquisa
            <span className="sr-only">{main.titulo}</span>
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        ) : mayCreate ? (
          <Link to={newSurveyOf(projeto.id)} className={linkClasses}>
            <Settings2 className="size-4" aria-hidden="true" />
            Configurar Pesquisa
            <span className="sr-only">de {projeto.nome}</span>
          </Link>
        ) : null}
      </div>
    </Card>
  );
}

/** Offers an example survey, until the company has one or has audited interviews of its own. */
function ExampleOffer() {
  return (
    <div className="mt-4 grid sm:grid-cols-2 xl:grid-cols-3">
      <Card className="flex flex-col gap-3 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 className="font-semibold text-base leading-snug">Pesquisa de exemplo</h2>
          <Badge variant="info">Exemplo</Badge>
        </div>
        <p className="text-muted-foreground">
          Duas entrevistas fictícias, já auditadas: veja o mapa, ouça as provas e confira cada resposta. Elas
          não usam créditos nem entram nos seus números.
        </p>
        <ExampleSurveyButton variant="outline" className="self-start" label="Ver a pesquisa de exemplo" />
      </Card>
    </div>
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
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="ml-auto h-4 w-32" />
        </Card>
      ))}
    </div>
  );
}

/** 'Pesquisas' (specification 2, §2): projects of type pesquisa, each with links to its survey. */
export default function PesquisasPage() {
  const can = useCan();
  const mayCreate = can('project', 'create');
  const list = useList(listProjetos, READERS, (asked) => ({
    query: { limit: PAGE_SIZE, tipo: 'pesquisa' as const, ...asked },
  }));
  // Once shown, the search box stays, so that emptying it does not remove it.
  const wanted = list.filtered || (list.pagination?.total ?? 0) >= SEARCH_FROM;
  const [searchable, setSearchable] = useState(wanted);
  useEffect(() => {
    if (wanted) setSearchable(true);
  }, [wanted]);
  const offersExample =
    mayCreate &&
    !list.filtered &&
    list.rows?.every(({ exemplo, concluidos }) => !exemplo && concluidos === 0);
  const create = mayCreate ? (
    <Button asChild>
      <Link to={`${paths.novoProjeto}?type=pesquisa`}>
        <Plus aria-hidden="true" />
        Nova Pesquisa
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Pesquisas"
        description="Os projetos de pesquisa de campo da sua empresa, com questionários e entrevistas."
        actions={
          <>
            <Button variant="outline" asChild>
              <Link to={paths.agentes}>
                <UserRound aria-hidden="true" />
                Entrevistadores
              </Link>
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.aparelhos}>
                <Smartphone aria-hidden="true" />
                Aparelhos
              </Link>
            </Button>
            {can('audit', 'create') ? (
              <Button variant="outline" asChild>
                <Link to={paths.auditoriaPortal}>
                  <FolderInput aria-hidden="true" />
                  Enviar auditoria
                </Link>
              </Button>
            ) : null}
            {create}
          </>
        }
      />
      <ListPanel
        bare
        list={list}
        search={searchable ? { label: 'Buscar pesquisas', placeholder: 'Buscar por nome…' } : undefined}
        errorTitle="Erro ao carregar projetos de pesquisa"
        errorFallback="Falha ao buscar pesquisas."
        noun="projetos"
        nothing="Nenhuma pesquisa encontrada"
        empty={{
          icon: <ClipboardList />,
          title: 'Nenhuma pesquisa encontrada',
          description: 'Crie um projeto de pesquisa para montar questionários e realizar entrevistas.',
          action: create,
        }}
      >
        {(rows, stale) =>
          rows ? (
            <ul
              aria-label={plural(rows.length, 'projeto de pesquisa', 'projetos de pesquisa')}
              aria-busy={stale}
              className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
            >
              {rows.map((projeto) => (
                <li key={projeto.id} className="grid">
                  <ProjectCard projeto={projeto} mayCreate={mayCreate} />
                </li>
              ))}
            </ul>
          ) : (
            <Skeletons />
          )
        }
      </ListPanel>
      {offersExample ? <ExampleOffer /> : null}
    </>
  );
}
