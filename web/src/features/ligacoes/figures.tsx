import type { QueryIn } from '@escuta/shared/contracts/contract';
import { getMetricasDoProjeto, NUMEROS_LIMITE } from '@escuta/shared/contracts/operation/projetos';
import { useQuery } from '@tanstack/react-query';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { formatMinutes, formatNumber } from '../../lib/text/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Four figures of the list's filtered calls. */
export function useFigures(projetoId: string, asked: QueryIn<typeof getMetricasDoProjeto>) {
  return useQuery({
    ...apiListQuery(getMetricasDoProjeto, { params: { id: projetoId }, query: asked }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(15_000),
  });
}

/** The figures in a low row: a skeleton while they load, '-' if the calls are too many to count (`cut`). */
export function Figures({ figures, cut }: { figures: ReturnType<typeof useFigures>; cut: boolean }) {
  const { data, error, refetch, isFetching } = figures;
  if (error && !data) {
    return (
      <p role="alert" className="text-muted-foreground text-xs">
        Não foi possível carregar os totais.{' '}
        <button
          type="button"
          className="focus-ring rounded-sm text-primary-text underline"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          Tentar novamente
        </button>
      </p>
    );
  }
  const many = data?.totalLigacoes === null ? `mais de ${formatNumber(NUMEROS_LIMITE)} ligações` : undefined;
  const minutes = (seconds: number | null) => (seconds === null ? '-' : formatMinutes(seconds / 60));
  const done = data?.porStatus.concluido ?? 0;
  const rows: readonly [label: string, value: string | undefined, about: string | undefined][] = [
    [
      'Números únicos',
      data && (data.numerosUnicos === null ? '-' : formatNumber(data.numerosUnicos)),
      data?.numerosUnicos === null
        ? `contagem limitada a ${formatNumber(NUMEROS_LIMITE)} ligações`
        : 'números distintos',
    ],
    ['Duração média', data && minutes(data.duracaoMediaS), many ?? 'por ligação'],
    [
      'Duração total',
      data && minutes(data.duracaoTotalS),
      many ?? (cut ? 'das ligações do filtro' : 'de todas as ligações'),
    ],
    [
      'Total de ligações',
      data &&
        (data.totalLigacoes === null ? `${formatNumber(NUMEROS_LIMITE)}+` : formatNumber(data.totalLigacoes)),
      many ?? `${formatNumber(done)} ${done === 1 ? 'processada' : 'processadas'}`,
    ],
  ];
  return (
    <section
      aria-label={cut ? 'Totais do filtro' : 'Totais do projeto'}
      aria-busy={!data}
      className="min-w-0 overflow-x-auto"
    >
      <dl className="flex gap-x-3 max-sm:justify-between max-sm:gap-x-2 min-[98rem]:gap-x-4">
        {rows.map(([label, value, about]) => (
          <div key={label} title={about} className="grid shrink-0">
            <dt className="text-micro text-muted-foreground leading-tight">{label}</dt>
            <dd className="font-semibold text-dense tabular-nums leading-tight">
              {value ?? <Skeleton className="my-0.5 h-3.5 w-12" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
