import { getProjeto } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import {
  CheckCircle2,
  Clock,
  FolderX,
  Headphones,
  ListChecks,
  Pencil,
  PhoneCall,
  Plus,
  Sparkles,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { CANAL_LABEL } from '../../domain/projects/canais.ts';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { AddDialog } from '../../domain/templates/add-dialog.tsx';
import { ProjectTemplates } from '../../domain/templates/project-templates.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ApiError } from '../../lib/api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import {
  formatDate,
  formatDateTime,
  formatMinutes,
  formatNumber,
  formatShare,
  plural,
} from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle, StatCard } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../ui/states.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ExampleNotice } from './example-notice.tsx';
import { GenerateInsights } from './generate-insights.tsx';
import type { Projeto } from './projeto.ts';
import { RemoveDialog } from './remove-dialog.tsx';

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
        hint={`${formatShare(rate, 1)} de conclusão dos itens`}
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
          <Detail label="Canal do agente">{CANAL_LABEL[projeto.canal_agente]}</Detail>
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

/** What the calls of the project are analysed by, switched and linked in its place. */
function Insights({ projeto }: { projeto: Projeto }) {
  const { papel } = useRequiredSession();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const mayLink = useCan()('insight_template', 'update');
  const [adding, setAdding] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === '#insights') card.current?.scrollIntoView({ block: 'start' });
  }, [hash]);
  const add = (
    <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      Adicionar Template
    </Button>
  );
  return (
    <Card id="insights" ref={card} className="scroll-mt-20">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle>Insights Vinculados</CardTitle>
        <div className="flex flex-wrap gap-2">
          {projeto.insightsVinculados.length > 0 ? <GenerateInsights projetoId={projeto.id} /> : null}
          {mayLink ? add : null}
        </div>
      </CardHeader>
      <CardContent>
        <ProjectTemplates
          projetoId={projeto.id}
          onView={({ insightTemplate }) =>
            navigate(`${paths.templatesInsights}?${new URLSearchParams({ q: insightTemplate.nome })}`)
          }
          empty={
            <EmptyState
              className="py-8"
              icon={<Sparkles />}
              title="Nenhum insight vinculado"
              description="Os modelos de insight vinculados ao projeto dizem o que a análise verifica em cada ligação. Sem nenhum, processar gasta o crédito e traz só a transcrição e as medidas."
            />
          }
        />
      </CardContent>
      <AddDialog
        open={adding}
        project={projeto}
        empresaId={papel === 'admin' ? projeto.empresa_id : undefined}
        onClose={() => setAdding(false)}
      />
    </Card>
  );
}

/** After the agent's side was changed: which calls still have the old roles, and the way to them. */
function ChannelChanged({ projeto }: { projeto: Projeto }) {
  const { id, estatisticas } = projeto;
  const processed = estatisticas.auditoriasConcluidas;
  if (processed === 0) return null;
  return (
    <Notice role="status" icon={<TriangleAlert aria-hidden="true" />}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          O canal do agente mudou.{' '}
          {plural(processed, 'ligação já processada continua', 'ligações já processadas continuam')} com os
          papéis de antes até que a análise seja regenerada (1 crédito cada uma).
        </p>
        <Button variant="outline" size="sm" asChild>
          <Link to={`${href(paths.ligacoes, { projectId: id })}?status=concluido`}>
            Escolher o que regenerar
          </Link>
        </Button>
      </div>
    </Notice>
  );
}

/** Call-center project detail (specification 2, §2). */
export default function ProjetoDetailPage() {
  const { id = '' } = useParams();
  const can = useCan();
  const [dialog, setDialog] = useState<'editar' | 'excluir' | null>(null);
  /** The project whose channel was changed here. */
  const [changed, setChanged] = useState<string | null>(null);
  const close = () => setDialog(null);
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
            fallback="Falha ao buscar projeto."
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
        actions={
          projeto ? (
            <>
              {can('project', 'update') ? (
                <Button variant="outline" onClick={() => setDialog('editar')}>
                  <Pencil aria-hidden="true" />
                  Editar
                </Button>
              ) : null}
              {can('project', 'delete') && !projeto.exemplo ? (
                <Button variant="outline" onClick={() => setDialog('excluir')}>
                  <Trash2 aria-hidden="true" />
                  Excluir
                </Button>
              ) : null}
            </>
          ) : undefined
        }
      />
      {projeto ? (
        <>
          <EditDialog
            open={dialog === 'editar'}
            projeto={projeto}
            onClose={close}
            onChannelChanged={() => setChanged(projeto.id)}
          />
          <RemoveDialog open={dialog === 'excluir'} onOpenChange={close} projeto={projeto} />
        </>
      ) : null}
      <div className="grid gap-5" aria-busy={query.isPending}>
        {projeto && changed === projeto.id ? <ChannelChanged projeto={projeto} /> : null}
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
