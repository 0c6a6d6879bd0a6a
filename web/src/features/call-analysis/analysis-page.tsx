import { getResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { labelOf } from '../../domain/items/item.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/network/api.ts';
import { useLiveConnected } from '../../lib/network/events.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, StaleNotice } from '../../ui/states.tsx';
import { BackLink } from './back.tsx';
import { ErasedCall } from './erased.tsx';
import { LoadedAnalysis } from './loaded.tsx';
import { isRunning } from './logic/progress.ts';
import type { Resultado } from './sections/overview.tsx';

const TITULO = 'Análise da Ligação';
const SEM_ID = 'ID do item de auditoria não fornecido.';
/** Polling intervals of a result while its run is in progress, with live events and without them, ms. */
const POLL_LIVE_MS = 5000;
const POLL_OFFLINE_MS = 1500;

/** Title of the tab, which distinguishes open analyses. */
function titleOf(item: Resultado['auditoriaItem']): string {
  return `${item.perfil === 'entrevista' ? 'Entrevista' : 'Ligação'} ${labelOf(item)}`;
}

/** Page with the analysis of a call or interview, polled while its run is in progress. */
export default function AnalysisPage() {
  const { itemId } = useParams();
  useEffect(() => {
    if (!itemId) toast.error('Erro', { id: 'sem-id', description: SEM_ID });
  }, [itemId]);
  return itemId ? (
    <Analysis key={itemId} itemId={itemId} />
  ) : (
    <>
      <PageHeader title={TITULO} />
      <ErrorState title={SEM_ID} action={<BackLink />} />
    </>
  );
}

function Analysis({ itemId }: { itemId: string }) {
  const live = useLiveConnected();
  const query = useQuery({
    ...apiQuery(getResultadoCompleto, { params: { id: itemId } }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => {
      const data = state.data?.data;
      if (!data) return false;
      if (!isRunning(data.execucao) && data.auditoriaItem.status !== 'processando')
        return live ? false : 15_000;
      return live ? POLL_LIVE_MS : POLL_OFFLINE_MS;
    },
  });
  const { data, error } = query;
  useDocumentTitle(data ? titleOf(data.auditoriaItem) : null);
  if (error && !data) {
    return (
      <>
        <PageHeader title={TITULO} />
        <ErrorState
          title="Não foi possível carregar os dados."
          error={error}
          onRetry={error instanceof ApiError && error.status === 404 ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
          action={<BackLink />}
        />
      </>
    );
  }
  if (data?.auditoriaItem.dadosApagadosEm) return <ErasedCall resultado={data} />;
  if (!data) return <AnalysisSkeleton />;
  return (
    <>
      {error ? (
        <div className="mb-4">
          <StaleNotice what="a análise" onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      <LoadedAnalysis itemId={itemId} resultado={data} />
    </>
  );
}

function AnalysisSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <span className="sr-only" role="status">
        Carregando a análise…
      </span>
      <Skeleton className="h-14 w-72" />
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  );
}
