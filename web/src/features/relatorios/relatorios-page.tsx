import {
  getRelatorioAgentes,
  getRelatorioCustos,
  getRelatorioPalavras,
  getRelatorioQualidade,
  getRelatorioSentimento,
  getRelatorioValidacao,
  getRelatorioVolume,
} from '@escuta/shared/contracts/insights/relatorios';
import { DATA_LABEL, DATAS } from '@escuta/shared/domain/filters/filtro-campos';
import { COLUNAS_DE_CRITERIOS, type ColunasDeCriterios } from '@escuta/shared/domain/reports/criteria-table';
import { AMOSTRAS } from '@escuta/shared/domain/reports/drawn-apart';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { AgentePicker } from '../../domain/survey/agente-picker.tsx';
import { DateBasis, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { aDay, anId, anyText, askedFilters, oneOf } from '../../kit/list/filter-params.ts';
import { ClearFilters } from '../../kit/list/filter-select.tsx';
import { type ListFilterState, useListFilters } from '../../kit/list/use-list-filters.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { showCurrent } from '../../lib/page/show-current.ts';
import { href, paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AgentsRanking } from './agents-ranking.tsx';
import { ApartHint } from './apart-hint.tsx';
import type { CriteriaQuery } from './criteria/criteria-report.tsx';
import { describePeriod } from './figures.ts';
import { ReportBody } from './report-body.tsx';
import { WordsTable } from './words-table.tsx';

const ABAS = [
  { aba: 'volume', label: 'Volume', contract: getRelatorioVolume },
  { aba: 'qualidade', label: 'Qualidade', contract: getRelatorioQualidade },
  { aba: 'criterios', label: 'Critérios', contract: null },
  { aba: 'agentes', label: 'Agentes', contract: getRelatorioAgentes },
  { aba: 'palavras', label: 'Palavras', contract: getRelatorioPalavras },
  { aba: 'sentimento', label: 'Sentimento', contract: getRelatorioSentimento },
  { aba: 'custos', label: 'Custos e créditos', contract: getRelatorioCustos },
  { aba: 'validacao', label: 'Revisão', contract: getRelatorioValidacao },
] as const;
type Aba = (typeof ABAS)[number];
/** Reports whose response has the common structure (cards, series and groups). */
type FiguresAba = Exclude<Aba, { contract: null }>;

/** The report of criteria is loaded only when it is opened, because no other report needs its table. */
const CriteriaReport = lazy(() => import('./criteria/criteria-report.tsx'));
const CriteriaFilters = lazy(() => import('./criteria/criteria-filters.tsx'));

const READERS = {
  de: aDay,
  ate: aDay,
  data: oneOf(DATAS),
  projeto_id: anId,
  agente_id: anId,
  agente: anyText,
  template_id: anId,
  colunas: oneOf(COLUNAS_DE_CRITERIOS),
  amostra: oneOf(AMOSTRAS),
};
type Filters = ListFilterState<typeof READERS>;

/** Reports without a filter by agent (SEM_AGENTE) or by day of entry (SEM_ENTRADA); the API would refuse the filter. */
const SEM_AGENTE: readonly string[] = ['palavras', 'custos'];
const SEM_ENTRADA: readonly string[] = ['agentes', 'criterios', 'validacao', 'custos', 'palavras'];

/** 'Relatórios': figures of a period beside those of the previous period; each number links to its list. */
export default function RelatoriosPage() {
  const { aba: asked } = useParams();
  const location = useLocation();
  const { papel } = useRequiredSession();
  // The report on single agents is shown only to people who lead them.
  const leads = papel !== 'usuario';
  const abas = ABAS.filter(({ aba }) => aba !== 'agentes' || leads);
  const current = abas.find(({ aba }) => aba === asked);
  const filters = useListFilters(READERS, ['data', 'colunas']);
  if (!current) {
    return <Navigate to={`${href(paths.relatorio, { aba: 'volume' })}${location.search}`} replace />;
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Relatórios"
        description="Clique em um número para ver as ligações correspondentes."
        className="mb-0"
        actions={
          <Button variant="outline" className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Imprimir
          </Button>
        }
      />
      <nav
        ref={showCurrent}
        aria-label="Relatórios"
        className="flex max-w-full gap-1 overflow-x-auto border-b print:hidden"
      >
        {abas.map(({ aba, label }) => (
          <Link
            key={aba}
            to={`${href(paths.relatorio, { aba })}${location.search}`}
            aria-current={aba === current.aba ? 'page' : undefined}
            className={cn(
              'focus-ring -mb-px whitespace-nowrap rounded-t-md border-transparent border-b-2 px-3 py-2 font-medium text-muted-foreground text-sm hover:text-foreground focus-visible:ring-inset max-sm:min-h-11',
              aba === current.aba && 'border-primary text-foreground',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <FilterBar aba={current} state={filters} leads={leads} />
      <RememberedBasis padrao="ligacao">
        {current.contract ? (
          <Report key={current.aba} aba={current} state={filters} />
        ) : (
          <Suspense fallback={<ReportSkeleton />}>
            <CriteriaReport query={criteriaQuery(filters, leads)} />
          </Suspense>
        )}
      </RememberedBasis>
    </div>
  );
}

function FilterBar({ aba, state, leads }: { aba: Aba; state: Filters; leads: boolean }) {
  const { filters, change, bind, bindDays } = state;
  return (
    <search className="flex flex-wrap items-center gap-2.5 print:hidden" aria-label="Filtros do relatório">
      <DateRange label="Período do relatório" noneLabel="Últimos 30 dias" {...bindDays()} />
      {SEM_ENTRADA.includes(aba.aba) ? null : (
        <DateBasis
          padrao="ligacao"
          value={filters.data}
          onValueChange={(data) =>
            change({ data, ...(data === 'entrada' ? { agente_id: '', agente: '' } : {}) })
          }
        />
      )}
      <ProjectPicker
        label="Projeto"
        noneLabel="Todos os projetos"
        className="w-full sm:w-56"
        {...bind('projeto_id')}
      />
      {SEM_AGENTE.includes(aba.aba) || aba.aba === 'agentes' ? null : (
        <AgentePicker
          label="Agente"
          noneLabel="Todos os agentes"
          className="w-full sm:w-56"
          value={filters.agente_id ? { id: filters.agente_id, nome: filters.agente || undefined } : null}
          onValueChange={(agente) =>
            change({
              agente_id: agente?.id ?? '',
              agente: agente?.nome ?? '',
              ...(agente ? { data: '' } : {}),
            })
          }
        />
      )}
      {aba.contract ? null : (
        <Suspense fallback={null}>
          <CriteriaFilters
            colunas={bind('colunas')}
            template={bind('template_id')}
            amostra={bind('amostra')}
            padrao={defaultColumns(leads)}
            permitidas={COLUNAS_DE_CRITERIOS.filter((one) => one !== 'agentes' || leads)}
          />
        </Suspense>
      )}
      <ClearFilters show={state.filtered} onClear={state.clear} />
    </search>
  );
}

const defaultColumns = (leads: boolean): ColunasDeCriterios => (leads ? 'agentes' : 'semanas');

/** Makes the parameters of the report of criteria. Without `leads`, default columns replace columns by agent. */
function criteriaQuery({ filters }: Filters, leads: boolean): CriteriaQuery {
  const { agente: _, page: __, data: ___, colunas, ...rest } = askedFilters(filters);
  const asked = colunas === 'agentes' && !leads ? undefined : colunas;
  return { ...rest, colunas: asked ?? defaultColumns(leads) };
}

/** Parameters of a report's request, with only the filters that the report supports. */
function queryOf(aba: FiguresAba, { filters }: Filters) {
  const {
    agente: _,
    page: __,
    template_id: ___,
    colunas: ____,
    amostra: _____,
    agente_id,
    data,
    ...rest
  } = askedFilters(filters);
  return {
    ...rest,
    data: SEM_ENTRADA.includes(aba.aba) ? undefined : data,
    agente_id: SEM_AGENTE.includes(aba.aba) || aba.aba === 'agentes' ? undefined : agente_id,
  };
}

function Report({ aba, state }: { aba: FiguresAba; state: Filters }) {
  // The cast is safe, because these reports have the same parameters and the same structure of response.
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...apiQuery(aba.contract as typeof getRelatorioVolume, { query: queryOf(aba, state) }),
    placeholderData: (before) => before,
  });
  if (error && !data) {
    return (
      <ErrorState
        title="Erro ao gerar o relatório"
        error={error}
        fallback="Não foi possível gerar o relatório."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <ReportSkeleton />;
  const report = data.data;
  return (
    <div className="relative grid grid-cols-1 gap-5" aria-busy={isPlaceholderData}>
      <LoadingBar active={isPlaceholderData} label="Carregando o relatório" />
      <p className="text-muted-foreground text-sm">
        {describePeriod(report.periodo)}, comparado com {describePeriod(report.anterior)}
        {aba.aba === 'custos' || aba.aba === 'palavras'
          ? ''
          : `, pela ${DATA_LABEL[report.data].toLowerCase()}`}
        . {aba.aba === 'palavras' ? null : <ApartHint periodo={report.periodo} anterior={report.anterior} />}
      </p>
      {report.avisos.map((aviso) => (
        <Notice key={aviso} variant="info">
          {aviso}
        </Notice>
      ))}
      <ReportBody aba={aba.aba} report={report} onRetry={() => void refetch()} retrying={isFetching} />
      {'ranking' in report ? <AgentsRanking report={report as never} /> : null}
      {'palavras' in report ? (
        <WordsTable report={report as never} projetoId={state.filters.projeto_id || undefined} />
      ) : null}
    </div>
  );
}

function ReportSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4" aria-busy="true">
      <span className="sr-only">Carregando…</span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-28" />
      ))}
      <Skeleton className="col-span-full h-72" />
    </div>
  );
}
