import { listSinaisIndicados } from '@escuta/shared/contracts/surveys/sinais';
import { useQuery } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { TODAS_AS_PESQUISAS } from '../../domain/survey/results/survey-failure.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { apiQuery } from '../../lib/network/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { SignalCard } from './signal-card.tsx';

/** Signals on which a gerente asked the signed-in person for an opinion. That person sees no other signals. */
export default function IndicadosPage() {
  const query = useQuery({ ...apiQuery(listSinaisIndicados), select: (answer) => answer.data });
  return (
    <>
      <PageHeader
        title="Sinais para o seu parecer"
        description="Um gerente indicou você para ouvir a gravação e dar o segundo parecer. Um sinal é um motivo para ouvir, nunca uma acusação. Gerentes veem todos os sinais na página da pesquisa."
        back={TODAS_AS_PESQUISAS}
      />
      {query.error && !query.data ? (
        <ErrorState
          title="Erro ao buscar os sinais."
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <Skeleton className="h-64" />
      ) : query.data.length === 0 ? (
        <EmptyState
          icon={<Radar />}
          title="Nenhum sinal aguarda o seu parecer"
          description="Quando um gerente indicar você para o segundo parecer, o sinal aparece aqui."
        />
      ) : (
        <ul aria-label="Sinais" className="grid gap-3">
          {query.data.map((sinal) => (
            <li key={sinal.id}>
              <SignalCard sinal={sinal} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
