import { getProjeto } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import { CheckCircle2, Clock, FolderX, Headphones, ListChecks, PhoneCall, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { href, paths } from '../../app/paths.ts';
import { CategoryBadge, categoryOf } from '../../components/insights/categoria.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { TIPO_PROJETO } from '../../components/projects/tipos.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle, StatCard } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../components/ui/states.tsx';
import { ApiError, type Data } from '../../lib/api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { formatDate, formatDateTime, formatMinutes, formatNumber, formatShare } from '../../lib/format.ts';
import { apiQuery } from '../../lib/query.ts';
import { ExampleNotice } from './example-notice.tsx';
import { GenerateInsights } from './generate-insights.tsx';

type Projeto = Data<typeof getProjeto>;

const back = { to: paths.projetos, label: 'Voltar para Meus Projetos' };
const backButton = (
  <Button variant="outline" asChild>
    <Link to={back.to}>{back.label}</Link>
  </Button>
);

function Stats({ projeto }: { projeto: Projeto | undefined }) {
  const stats = projeto?.estatisticas;
  const rate = stats && stats.totalAuditorias > 0 ? stats.auditoriasConcluidas / stats.totalAuditorias : 0;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard
        label="Total de Auditorias"
        icon={<ListChecks />}
        value={stats ? formatNumber(stats.totalAuditorias) : undefined}
        hint="itens do projeto"
      />
      <StatCard
        label="Auditorias Concluídas"
        icon={<CheckCircle2 />}
        value={stats ? formatNumber(stats.auditoriasConcluidas) : undefined}
        hint={`${formatShare(rate, 1)} de conclusão`}
      />
      <StatCard
        label="Tempo Médio"
        icon={<Clock />}
        value={
          stats
            ? stats.tempoMedioProcessamento === null
              ? '-'
              : formatMinutes(stats.tempoMedioProcessamento)
            : undefined
        }
        hint="de processamento por item"
      />
    </div>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b py-2.5 last:border-b-0">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function Details({ projeto }: { projeto: Projeto }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Detalhes</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        <dl>
          <Detail label="Status">
            <Badge variant={projeto.isActive ? 'success' : 'neutral'}>
              {projeto.isActive ? 'Ativo' : 'Inativo'}
            </Badge>
          </Detail>
          <Detail label="Última atualização">{formatDateTime(projeto.updated_at)}</Detail>
          <Detail label="Canal do agente">{projeto.canal_agente === 'left' ? 'Esquerdo' : 'Direito'}</Detail>
        </dl>
        <Button asChild className="w-full">
          <Link to={href(paths.ligacoes, { projectId: projeto.id })}>
            <PhoneCall aria-hidden="true" />
            Acessar Ligações
          </Link>
        </Button>
      </CardContent>
    </Card>
  );
}

function Insights({ projeto }: { projeto: Projeto }) {
  const insights = projeto.insightsVinculados;
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle>Insights Vinculados</CardTitle>
        {insights.length > 0 ? <GenerateInsights projetoId={projeto.id} /> : null}
      </CardHeader>
      <CardContent>
        {insights.length === 0 ? (
          <EmptyState
            className="py-8"
            icon={<Sparkles />}
            title="Nenhum insight vinculado"
            description="Os modelos de insight vinculados ao projeto dizem o que a análise verifica em cada ligação."
          />
        ) : (
          <ul className="grid gap-3">
            {insights.map((insight) => {
              const category = categoryOf(insight.categoria);
              const Icon = category.icon;
              return (
                <li key={insight.id} className="flex gap-3 rounded-lg border p-4">
                  <Badge
                    variant={category.variant}
                    className="size-9 justify-center rounded-lg p-0 [&>svg]:size-4.5"
                  >
                    <Icon aria-hidden="true" />
                  </Badge>
                  <div className="grid min-w-0 flex-1 gap-1">
                    <div className="flex flex-wrap items-center justify-between gap-2">
                      <h3 className="break-words font-medium">{insight.nome}</h3>
                      <CategoryBadge categoria={insight.categoria} />
                    </div>
                    <p className="text-muted-foreground">{insight.descricao || 'Sem descrição.'}</p>
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

/** Call-center project detail (specification 2, §2). */
export default function ProjetoDetailPage() {
  const { id = '' } = useParams();
  const query = useQuery({ ...apiQuery(getProjeto, { params: { id } }), select: (answer) => answer.data });
  const projeto = query.data;
  useDocumentTitle(projeto?.nome ?? null);

  if (query.error && !projeto) {
    const missing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
    return (
      <>
        <PageHeader title={missing ? 'Projeto não encontrado' : 'Projeto'} back={back} />
        {missing ? (
          <EmptyState
            icon={<FolderX />}
            title="Projeto não encontrado"
            description="Ele pode ter sido excluído, ou pertence a outra empresa."
            action={backButton}
          />
        ) : (
          <ErrorState
            title="Erro ao carregar dados do projeto"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </>
    );
  }

  if (projeto && projeto.tipo_projeto !== 'call_center') {
    return (
      <>
        <PageHeader
          title={projeto.nome}
          back={back}
          badges={
            <Badge variant={TIPO_PROJETO[projeto.tipo_projeto].variant}>
              {TIPO_PROJETO[projeto.tipo_projeto].label}
            </Badge>
          }
        />
        <ErrorState
          title="Este componente é destinado apenas para projetos de call center."
          action={backButton}
        />
      </>
    );
  }

  return (
    <>
      <PageHeader
        title={projeto?.nome}
        back={back}
        badges={
          projeto ? (
            <Badge variant="primary">
              <Headphones aria-hidden="true" />
              {TIPO_PROJETO.call_center.label}
            </Badge>
          ) : undefined
        }
        description={
          projeto ? (
            <div className="grid gap-1">
              <p>{projeto.descricao || 'Sem descrição.'}</p>
              <p className="text-xs">Criado em {formatDate(projeto.created_at)}</p>
            </div>
          ) : undefined
        }
      />
      <div className="grid gap-5" aria-busy={query.isPending}>
        {query.error ? <StaleNotice what="o projeto" onRetry={() => void query.refetch()} /> : null}
        {projeto?.exemplo ? <ExampleNotice projetoId={projeto.id} /> : null}
        <Stats projeto={projeto} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          {projeto ? (
            <>
              <Details projeto={projeto} />
              <Insights projeto={projeto} />
            </>
          ) : (
            <>
              <Skeleton className="h-56" />
              <Skeleton className="h-56" />
            </>
          )}
        </div>
      </div>
    </>
  );
}
