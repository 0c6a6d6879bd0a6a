import { getMetricasDoProjeto } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import { Clock, Hash, Phone, Timer } from 'lucide-react';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatMinutes, formatNumber } from '../../lib/format.ts';
import { apiQuery } from '../../lib/query.ts';
import { StatCard } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';

const processedHint = (n: number) => `${formatNumber(n)} ${n === 1 ? 'processada' : 'processadas'}`;

/** The project's four figures; each is a skeleton until known. */
export function MetricCards({ projetoId }: { projetoId: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(getMetricasDoProjeto, { params: { id: projetoId } }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(15_000),
  });
  if (error && !data) {
    return (
      <ErrorState
        title="Não foi possível carregar os totais."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-6"
      />
    );
  }
  const minutes = (seconds: number | null) => (seconds === null ? '-' : formatMinutes(seconds / 60));
  return (
    <section
      aria-label="Totais do projeto"
      aria-busy={!data}
      className="grid grid-cols-2 gap-3 lg:grid-cols-4"
    >
      <StatCard
        label="Números únicos"
        value={data && formatNumber(data.numerosUnicos)}
        hint="números discados distintos"
        icon={<Hash />}
      />
      <StatCard
        label="Duração média"
        value={data && minutes(data.duracaoMediaS)}
        hint="por ligação"
        icon={<Timer />}
      />
      <StatCard
        label="Duração total"
        value={data && minutes(data.duracaoTotalS)}
        hint="de todas as ligações"
        icon={<Clock />}
      />
      <StatCard
        label="Total de ligações"
        value={data && formatNumber(data.totalLigacoes)}
        hint={data ? processedHint(data.porStatus.concluido ?? 0) : undefined}
        icon={<Phone />}
      />
    </section>
  );
}
