import type { QueryIn } from '@escuta/shared/contracts/contract';
import { getMetricasDoProjeto, NUMEROS_LIMITE } from '@escuta/shared/contracts/operation/projetos';
import { useQuery } from '@tanstack/react-query';
import { Clock, Hash, Phone, Timer } from 'lucide-react';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { formatMinutes, formatNumber } from '../../lib/text/format.ts';
import { StatCard } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';

const processedHint = (n: number) => `${formatNumber(n)} ${n === 1 ? 'processada' : 'processadas'}`;

interface MetricCardsProps {
  projetoId: string;
  /** The days that the list is cut by. */
  dias: QueryIn<typeof getMetricasDoProjeto>;
}

/** Four figures of the project, or of the days that its list shows; each is a skeleton until known. */
export function MetricCards({ projetoId, dias }: MetricCardsProps) {
  const cut = Boolean(dias.de || dias.ate);
  const { data, error, refetch, isFetching } = useQuery({
    // Of all calls one says no days, so that changing whose they are asks nothing.
    ...apiListQuery(getMetricasDoProjeto, { params: { id: projetoId }, query: cut ? dias : {} }),
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
      aria-label={cut ? 'Totais do período' : 'Totais do projeto'}
      aria-busy={!data}
      className="grid grid-cols-2 gap-3 lg:grid-cols-4"
    >
      <StatCard
        label="Números únicos"
        value={data && formatNumber(data.numerosUnicos)}
        hint={
          data?.numerosUnicos === null
            ? `só até ${formatNumber(NUMEROS_LIMITE)} ligações`
            : 'números distintos'
        }
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
        hint={cut ? 'das ligações do período' : 'de todas as ligações'}
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
