import { getDashboard } from '@escuta/shared/contracts/insights/dashboard';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { TicketWidget } from '../../domain/tickets/ticket-widget.tsx';
import { ExplainedBasis, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { useListFilters } from '../../kit/list/use-list-filters.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/states.tsx';
import { ActiveProjects } from './active-projects.tsx';
import { HomeCharts } from './charts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { greetingName, isFresh, type PartState } from './home.ts';
import { MyWork } from './my-work.tsx';
import { useOndeEstao } from './onde-estao.tsx';
import { QualityFigures } from './quality-figures.tsx';
import { QuickAccess } from './quick-access.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SummaryCards } from './summary-cards.tsx';

const Attention = lazy(async () => ({ default: (await import('./attention.tsx')).Attention }));
const EmailNotice = lazy(() => import('../../domain/company/email-notice.tsx'));

const READERS = { data: oneOf(['ligacao']) };

/** Dashboard home (specification 1, §2.6): a single request; each part has its own loading, empty and failed state. */
export default function DashboardPage() {
  return (
    <RememberedBasis padrao="entrada">
      <HomePage />
    </RememberedBasis>
  );
}

function HomePage() {
  const { filters, change } = useListFilters(READERS);
  const data = filters.data || undefined;
  const { user } = useRequiredSession();
  const navigate = useNavigate();
  const query = useQuery({
    ...apiListQuery(getDashboard, { query: { data } }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(30_000),
  });
  const home = query.data;
  const { onPick, dialog } = useOndeEstao(home?.data);
  const failed = query.isError && !home;
  const state: PartState = { onRetry: () => void query.refetch(), retrying: query.isFetching };
  const project = home?.projetosAtivos?.find(
    ({ tipo_projeto, exemplo }) => tipo_projeto === 'call_center' && !exemplo,
  );
  return (
    <>
      <PageHeader
        title={`Olá, ${greetingName(user.email)}!`}
        description="Aqui está um resumo da sua conta."
        actions={
          home && !isFresh(home) ? (
            <ExplainedBasis
              conta="A data selecionada vale para os gráficos e para as ligações com erro desta página."
              padrao="entrada"
              value={filters.data}
              onValueChange={(next) => change({ data: READERS.data(next) })}
            />
          ) : null
        }
      />
      {failed ? null : <SummaryCards home={home} onPick={onPick} />}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {failed ? (
            <ErrorState
              title="Não foi possível carregar o resumo da conta."
              error={query.error}
              onRetry={state.onRetry}
              retrying={state.retrying}
            />
          ) : (
            <>
              {home && !isFresh(home) ? (
                <Suspense fallback={null}>
                  <Attention />
                </Suspense>
              ) : null}
              {home?.conferencia && !isFresh(home) ? <QualityFigures counts={home.conferencia} /> : null}
              {home && isFresh(home) ? (
                <>
                  <Suspense fallback={null}>
                    <EmailNotice />
                  </Suspense>
                  <FirstSteps home={home} />
                </>
              ) : (
                <HomeCharts home={home} state={state} onPick={onPick} />
              )}
              {home && isFresh(home) && home.projetosAtivos?.length === 0 ? null : (
                <ActiveProjects projects={home?.projetosAtivos} state={state} />
              )}
            </>
          )}
        </div>
        <aside aria-label="Atalhos e novidades" className="grid min-w-0 gap-4">
          <MyWork />
          <QuickAccess
            projectId={project?.id}
            surveys={home?.projetosAtivos?.some(({ tipo_projeto }) => tipo_projeto === 'pesquisa') ?? false}
          />
          <TicketWidget onViewAll={() => navigate(paths.suporte)} />
          {failed ? null : <RecentActivity events={home?.atividadeRecente} state={state} />}
        </aside>
      </div>
      {dialog}
    </>
  );
}
