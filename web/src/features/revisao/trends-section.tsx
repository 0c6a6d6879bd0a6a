import { getInsightStats, getInsightTrends } from '@escuta/shared/contracts/insights/insights';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, Gauge, ListChecks, ShieldQuestion, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CATEGORIA_OPTIONS } from '../../domain/insights/categoria.tsx';
import { ChartCard } from '../../kit/charts/chart-card.tsx';
import { TrendChart } from '../../kit/charts/lazy.tsx';
import type { Series } from '../../kit/charts/series.ts';
import { DateBasis } from '../../kit/list/date-basis.tsx';
import { ClearFilters, FilterSelect } from '../../kit/list/filter-select.tsx';
import type { Data } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { formatNumber, formatShare } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { StatCard } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { ReviewFilterState } from './filters.ts';
import { INTERVALOS, PERIODO_FILTER, periodOf } from './periods.ts';
import { ProjectFilter } from './project-filter.tsx';
import { reviewTime } from './queue/queue-rules.ts';
import { type Interval, intervalDates, intervalName, intervalTick } from './trend-rows.ts';

type Measure = 'pontuacaoMedia' | 'confiancaMedia' | 'atencao';

const CHARTS: readonly (Series & { key: Measure; description: string })[] = [
  {
    key: 'pontuacaoMedia',
    label: 'Pontuação média',
    color: 'var(--chart-1)',
    description: 'Calculada pelos critérios comprovados na transcrição',
  },
  {
    key: 'confiancaMedia',
    label: 'Confiança média',
    color: 'var(--chart-2)',
    description: 'Confiança informada pela IA',
  },
  {
    key: 'atencao',
    label: 'Pedem atenção',
    color: 'var(--warning)',
    description: 'Percentual dos insights que precisam de revisão',
  },
];

const percent = (share: number) => formatShare(share);
const shareOrDash = (share: number | null) => (share === null ? '-' : formatShare(share));

/** Development of the numbers of insights and of people's verdicts over a period. */
export function TrendsSection({ filters, bind, change }: ReviewFilterState) {
  const periodo = periodOf(filters.periodo);
  const narrowed = {
    periodo,
    ...(filters.data ? { data: filters.data } : {}),
    ...(filters.projeto ? { projetoId: filters.projeto } : {}),
    ...(filters.categoria ? { categoria: filters.categoria } : {}),
  };
  const stats = useQuery(apiListQuery(getInsightStats, { query: narrowed }));
  const trends = useQuery(
    apiListQuery(getInsightTrends, { query: { ...narrowed, intervalos: INTERVALOS[periodo] } }),
  );
  const intervals = trends.data?.data;
  const filtered = Boolean(filters.projeto || filters.categoria);
  const clear = (): void => change({ projeto: '', categoria: '' });
  return (
    <div className="grid grid-cols-1 gap-4">
      <search className="flex flex-wrap items-center gap-2.5">
        <ProjectFilter {...bind('projeto')} />
        <FilterSelect
          label="Categoria"
          {...bind('categoria')}
          allLabel="Todas as categorias"
          options={CATEGORIA_OPTIONS}
        />
        <DateBasis padrao="analise" {...bind('data')} />
        <FilterSelect {...PERIODO_FILTER} {...bind('periodo')} />
        <ClearFilters show={filtered} onClear={clear} />
      </search>
      {trends.error && !intervals ? (
        <ErrorState
          title="Erro ao buscar tendências"
          error={trends.error}
          onRetry={() => void trends.refetch()}
          retrying={trends.isFetching}
        />
      ) : intervals?.every(({ n }) => n === 0) ? (
        <EmptyState
          icon={<ChartLine />}
          title={filtered ? 'Nenhum insight com estes filtros' : 'Nenhum insight neste período'}
          description={
            filters.data
              ? 'Cada gravação analisada com um template entra aqui, na data selecionada.'
              : 'Cada gravação analisada com um template entra aqui, no dia da análise.'
          }
          action={
            filtered ? (
              <Button variant="outline" onClick={clear}>
                Limpar filtros
              </Button>
            ) : undefined
          }
        />
      ) : (
        <>
          {stats.error && !stats.data ? (
            <ErrorState
              className="py-8"
              title="Erro ao buscar estatísticas"
              error={stats.error}
              onRetry={() => void stats.refetch()}
              retrying={stats.isFetching}
            />
          ) : (
            <Figures stats={stats.data?.data} />
          )}
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
            {CHARTS.map(({ description, ...series }) => (
              <MeasureChart
                key={series.key}
                series={series}
                description={description}
                intervals={intervals}
                onRetry={() => void trends.refetch()}
                retrying={trends.isFetching}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Figures({ stats }: { stats: Data<typeof getInsightStats> | undefined }) {
  const value = (make: (given: NonNullable<typeof stats>) => ReactNode) => (stats ? make(stats) : undefined);
  const time = stats?.tempoMedioRevisaoS ?? null;
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard
        label="Insights"
        icon={<ListChecks />}
        value={value(({ total }) => formatNumber(total))}
        hint={value(
          ({ porStatus, validados, partes }) =>
            `${formatNumber(porStatus.erro)} com erro, ${plural(validados, 'revisado', 'revisados')} (${shareOrDash(
              partes.validadas,
            )})${time === null ? '' : `, com média de ${reviewTime(time * 1000)} por revisão`}`,
        )}
      />
      <StatCard
        label="Pontuação"
        icon={<Gauge />}
        value={value(({ pontuacaoMedia }) => shareOrDash(pontuacaoMedia))}
        hint="em média"
      />
      <StatCard
        label="Confiança"
        icon={<ShieldQuestion />}
        value={value(({ confiancaMedia }) => shareOrDash(confiancaMedia))}
        hint="em média"
      />
      <StatCard
        label="Precisam de atenção"
        icon={<TriangleAlert />}
        value={value(({ precisamAtencao }) => formatNumber(precisamAtencao))}
        hint={value(
          ({ precisamAtencao, naFila }) =>
            `no período: ${formatNumber(naFila)} na fila, ${plural(precisamAtencao - naFila, 'já visto', 'já vistos')}`,
        )}
      />
    </div>
  );
}

function MeasureChart({
  series,
  description,
  intervals,
  onRetry,
  retrying,
}: {
  series: Series & { key: Measure };
  description: string;
  intervals: readonly Interval[] | undefined;
  onRetry: () => void;
  retrying: boolean;
}) {
  return (
    <ChartCard
      title={series.label}
      description={description}
      data={
        intervals && {
          head: ['Intervalo', 'Insights', series.label],
          rows: intervals.map((interval) => ({
            id: interval.de,
            cells: [intervalDates(interval), formatNumber(interval.n), shareOrDash(interval[series.key])],
          })),
        }
      }
      empty={
        intervals?.every((interval) => interval[series.key] === null) && {
          icon: <ChartLine />,
          title: 'Sem valores neste período',
          description: 'Não há dados para este indicador no período.',
        }
      }
      onRetry={onRetry}
      retrying={retrying}
    >
      <div className="mt-auto h-56">
        <TrendChart
          rows={(intervals ?? []).map((interval) => ({
            nome: intervalName(interval),
            [series.key]: interval[series.key],
          }))}
          category="nome"
          series={series}
          format={percent}
          tickOf={intervalTick}
        />
      </div>
    </ChartCard>
  );
}
