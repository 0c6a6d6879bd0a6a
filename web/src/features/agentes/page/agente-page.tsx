import { getRelatorioCriterios } from '@escuta/shared/contracts/insights/relatorio-criterios';
import { getPaginaDoAgente, type PaginaDoAgente } from '@escuta/shared/contracts/team/agente-pagina';
import { UNIDADES_MINIMO } from '@escuta/shared/domain/intervals/ratio';
import { columnsForWeeks } from '@escuta/shared/domain/reports/criteria-table';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, List, MessageSquareReply } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import { FeedbackDialog, type FeedbackSubject } from '../../../domain/agents/feedback-dialog.tsx';
import { SendSheets } from '../../../domain/agents/sheets/send-sheets.tsx';
import { CriteriaHeat } from '../../../domain/insights/criteria-heat.tsx';
import { HeardMoment, useHeardMoment } from '../../../domain/player/heard-moment.tsx';
import { ChartCard } from '../../../kit/charts/chart-card.tsx';
import { TrendChart } from '../../../kit/charts/lazy.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { apiQuery } from '../../../lib/network/query.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatDate, formatNumber, formatShare } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Feedback } from './feedback.tsx';
import { Moments } from './moments.tsx';

/** Name of a week, by its Monday: '09/11'. */
const weekName = (semana: string): string => semana.split('-').reverse().slice(0, 2).join('/');
const percent = (value: number): string => formatShare(value);

/** Page of an agent: weekly score beside the company's, criteria, moments to listen to, and feedback. */
export default function AgentePage() {
  const { id = '' } = useParams();
  const page = useQuery(apiQuery(getPaginaDoAgente, { params: { id } }));
  const data = page.data?.data;
  if (data?.fundido) return <Navigate to={href(paths.agente, { id: data.agente.id })} replace />;
  if (page.isError && !data) {
    return (
      <ErrorState
        title="Erro ao abrir o agente"
        error={page.error}
        onRetry={() => void page.refetch()}
        retrying={page.isFetching}
      />
    );
  }
  return <AgentPanels page={data} onRetry={() => void page.refetch()} retrying={page.isFetching} />;
}

function AgentPanels({
  page,
  onRetry,
  retrying,
}: {
  page: PaginaDoAgente | undefined;
  onRetry: () => void;
  retrying: boolean;
}) {
  const [subject, setSubject] = useState<FeedbackSubject | null>(null);
  const { heard, hear, stop } = useHeardMoment();
  const agente = page?.agente;
  const about = page?.pode_dar_retorno
    ? (of: Omit<FeedbackSubject, 'agente'>) => setSubject({ agente: page.agente, ...of })
    : undefined;
  return (
    <>
      <PageHeader
        title={agente?.nome}
        back={{ to: paths.agentes, label: 'Agentes' }}
        badges={agente && !agente.ativo ? <Badge variant="neutral">Inativo</Badge> : null}
        description={agente ? factsOf(page) : undefined}
        actions={
          agente ? (
            <>
              <Button variant="outline" asChild>
                <Link to={`${paths.todasLigacoes}?agente_id=${agente.id}`}>
                  <List aria-hidden="true" />
                  {plural(agente.ligacoes, 'ligação', 'ligações')}
                </Link>
              </Button>
              {page?.pode_enviar_folha ? <SendSheets of={{ agente_id: agente.id }} /> : null}
              {about ? (
                <Button onClick={() => about({})}>
                  <MessageSquareReply aria-hidden="true" />
                  Dar retorno
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <Scores page={page} onRetry={onRetry} retrying={retrying} />
        {page ? <Criteria page={page} /> : <Skeleton className="h-64" />}
        {page ? (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Moments
              title="Momentos a melhorar"
              moments={page.piores}
              nothing="Nenhuma ligação avaliada neste período."
              onHear={(one, clip) => void hear(one, clip)}
              onFeedback={about}
            />
            <Moments
              title="Melhores momentos"
              moments={page.melhores}
              nothing="Ainda não há ligações suficientes para separar as melhores."
              onHear={(one, clip) => void hear(one, clip)}
              onFeedback={about}
            />
          </div>
        ) : null}
        {page ? <Feedback agenteId={page.agente.id} own={page.proprio} /> : null}
      </div>
      {heard ? <HeardMoment heard={heard} onClose={stop} /> : null}
      <FeedbackDialog subject={subject} onClose={() => setSubject(null)} />
    </>
  );
}

const factsOf = ({
  agente: { matricula, ramais, usuario_id, usuario_email, entrevistas },
  periodo,
}: PaginaDoAgente) =>
  [
    ramais.length > 0 ? `${ramais.length === 1 ? 'Ramal' : 'Ramais'} ${ramais.join(', ')}` : 'Sem ramal',
    matricula ? `matrícula ${matricula}` : null,
    usuario_id === null ? 'sem conta na Escuta' : (usuario_email ?? 'com conta na Escuta'),
    entrevistas > 0 ? plural(entrevistas, 'entrevista', 'entrevistas') : null,
    `ligações de ${formatDate(periodo.de)} a ${formatDate(periodo.ate)}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** Text of a score: '-' without calls, 'poucas' if there are too few calls for an interval. */
const scoreText = ({ valor, n }: PaginaDoAgente['nota']): string =>
  n === 0 ? '-' : n < UNIDADES_MINIMO || valor === null ? 'poucas' : formatShare(valor, 1);

function sureness({ n, valor, intervalo }: PaginaDoAgente['nota']): string {
  const counted = plural(n, 'ligação avaliada', 'ligações avaliadas');
  if (n < UNIDADES_MINIMO || valor === null || !intervalo) return counted;
  return `${counted}; intervalo de 95%: ${formatShare(intervalo.de)} a ${formatShare(intervalo.ate)}`;
}

function Scores({
  page,
  onRetry,
  retrying,
}: {
  page: PaginaDoAgente | undefined;
  onRetry: () => void;
  retrying: boolean;
}) {
  return (
    <div className="grid gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <Card className="grid content-start gap-4 p-5">
        <dl className="grid gap-4">
          <div className="grid gap-0.5">
            <dt className="text-muted-foreground text-sm">Pontuação</dt>
            <dd className="font-semibold text-3xl tabular-nums">{page ? scoreText(page.nota) : '…'}</dd>
            <dd className="text-muted-foreground text-xs">{page ? sureness(page.nota) : ''}</dd>
            {page?.amostra ? (
              <dd className="text-muted-foreground text-xs">
                Sorteadas: {scoreText(page.amostra.sorteadas)} (
                {plural(page.amostra.sorteadas.n, 'ligação', 'ligações')}) · outras:{' '}
                {scoreText(page.amostra.outras)} ({plural(page.amostra.outras.n, 'ligação', 'ligações')})
              </dd>
            ) : null}
          </div>
          <div className="grid gap-0.5">
            <dt className="text-muted-foreground text-sm">Toda a empresa</dt>
            <dd className="font-semibold text-xl tabular-nums">{page ? scoreText(page.empresa) : '…'}</dd>
            <dd className="text-muted-foreground text-xs">
              {page ? plural(page.empresa.n, 'ligação avaliada', 'ligações avaliadas') : ''}
            </dd>
          </div>
        </dl>
      </Card>
      <ChartCard
        title="Pontuação por semana"
        data={
          page && {
            head: ['Semana de', 'Pontuação', 'Ligações', 'Intervalo de 95%', 'Empresa'],
            rows: page.semanas.map((week) => ({
              id: week.semana,
              cells: [
                weekName(week.semana),
                scoreText(week),
                formatNumber(week.n),
                week.intervalo
                  ? `${formatShare(week.intervalo.de)} a ${formatShare(week.intervalo.ate)}`
                  : '-',
                week.empresa === null ? '-' : formatShare(week.empresa, 1),
              ],
            })),
          }
        }
        empty={
          page?.semanas.length === 0 && {
            icon: <ChartLine />,
            title: 'Nenhuma ligação avaliada',
            description:
              'Processe ligações deste agente com um template: a pontuação de cada semana aparece aqui.',
          }
        }
        onRetry={onRetry}
        retrying={retrying}
      >
        <div className="relative min-h-48 flex-1">
          <div className="absolute inset-0">
            <TrendChart
              rows={(page?.semanas ?? []).map(({ semana, valor }) => ({ nome: weekName(semana), valor }))}
              category="nome"
              series={{ key: 'valor', label: 'Pontuação', color: 'var(--chart-1)' }}
              format={percent}
              tickOf={(name) => name}
            />
          </div>
        </div>
      </ChartCard>
    </div>
  );
}

const POR = { semanas: 'semana', meses: 'mês' } as const;

/** The agent's criteria by week, or by month if weeks have too few calls. A cell opens its calls in the report. */
function Criteria({ page: { agente, periodo, semanas } }: { page: PaginaDoAgente }) {
  const navigate = useNavigate();
  const por = columnsForWeeks(semanas.map(({ n }) => n));
  const query = { ...periodo, agente_id: agente.id, colunas: por } as const;
  const report = useQuery(apiQuery(getRelatorioCriterios, { query }));
  const table = report.data?.data;
  const address = `${href(paths.relatorio, { aba: 'criterios' })}?${new URLSearchParams(query)}`;
  return (
    <Card className="grid gap-4 p-5">
      <div className="grid gap-1">
        <CardTitle className="text-base">Critérios por {POR[por]}</CardTitle>
        {por === 'meses' ? (
          <p className="text-muted-foreground text-sm">
            As semanas têm poucas ligações, menos de {UNIDADES_MINIMO} cada: os critérios estão somados por
            mês.
          </p>
        ) : null}
      </div>
      {report.isError && !table ? (
        <ErrorState
          title="Erro ao buscar os critérios"
          error={report.error}
          onRetry={() => void report.refetch()}
          retrying={report.isFetching}
        />
      ) : null}
      {report.isPending ? <Skeleton className="h-40" /> : null}
      {table?.linhas.length === 0 ? (
        <EmptyState
          title="Nenhum critério avaliado neste período"
          description="Os critérios dos templates aparecem aqui quando as ligações do agente são processadas."
          className="py-8"
        />
      ) : null}
      {table && table.linhas.length > 0 ? (
        <CriteriaHeat
          table={table}
          por={por}
          label={`Critérios de ${agente.nome} por ${POR[por]}`}
          onPick={(row, column) =>
            navigate(
              `${address}&linha=${encodeURIComponent(row.chave)}&coluna=${encodeURIComponent(column.id ?? '')}`,
            )
          }
        />
      ) : null}
    </Card>
  );
}
