import { getNumerosDaAuditoria, getResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { cutOf, MapFilters, useMapFilters } from '../map/map-filters.tsx';
import { SurveyMap } from '../map/survey-map.tsx';
import { type Alvo, useHeatMap } from '../map/use-heat-map.ts';
import { LeftOut } from '../state/left-out.tsx';
import { Counts, FiguresTable, InterviewersTable, QuestionsTable } from './figures.tsx';
import { FiguresLine } from './figures-line.tsx';
import { AiErrorCard } from './rate-cards.tsx';
import { SurveyAnswers } from './survey-answers.tsx';

function ResultsPart({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid min-w-0 scroll-mt-28 gap-3">
      <h2 className="font-semibold text-lead">{title}</h2>
      {children}
    </section>
  );
}

const endpointOf = ({ tipo }: Alvo) =>
  tipo === 'pesquisa' ? getResultadosDaPesquisa : getNumerosDaAuditoria;

/**
 * Results of a survey or an audit: figures, heat map, questions, interviewers; for a survey also the answers. Shows
 * nothing for an audit without interviews, such as an audit of calls. `tools` stand beside the filters.
 */
export function SurveyResults({ alvo, tools }: { alvo: Alvo; tools?: ReactNode }) {
  const filters = useMapFilters();
  const mapa = useHeatMap(alvo, cutOf(filters));
  const query = useQuery({
    ...apiListQuery(endpointOf(alvo), { params: { id: alvo.id }, query: cutOf(filters) }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const resultados = query.data;
  // Defers the long tables below the map, so that the map is drawn first although all come from the same response.
  const details = useDeferredValue(resultados);
  const ofAudit = alvo.tipo === 'auditoria';
  if (ofAudit && resultados?.entrevistas.total === 0 && !filters.filtered) return null;
  const processed =
    details && details.entrevistas.auditadas + details.entrevistas.inaudiveis > 0 ? details : null;
  // An audit may have only calls, so the map waits until it has a row or the figures are known to include interviews.
  const hasRows = (mapa.data?.linhas.length ?? 0) > 0;
  const hasMap = !ofAudit || hasRows || resultados !== undefined || query.error !== null;
  const bar = mapa.data ? <MapFilters state={filters} filtros={mapa.data.filtros} /> : null;
  return (
    <div className="grid min-w-0 gap-8">
      <div className="grid min-w-0 gap-2">
        {resultados ? (
          <FiguresLine resultados={resultados} />
        ) : query.error ? (
          <ErrorState
            title={`Erro ao carregar os números da ${ofAudit ? 'auditoria' : 'pesquisa'}.`}
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton aria-busy="true" className="h-8" />
        )}
        {hasMap ? (
          <section className="min-w-0">
            <h2 className="sr-only">Mapa das respostas</h2>
            <SurveyMap alvo={alvo} filters={bar} tools={tools} />
          </section>
        ) : null}
      </div>
      {details?.analise_geral_pesquisa ? (
        <ResultsPart title="Análise geral">
          <Card className="p-4 text-sm leading-relaxed">{details.analise_geral_pesquisa}</Card>
        </ResultsPart>
      ) : null}
      {details ? (
        <ResultsPart id="numeros" title="Números">
          <Counts resultados={details} />
          <LeftOut {...details.entrevistas} {...(ofAudit ? {} : { pesquisaId: alvo.id })} />
          {processed ? (
            <>
              <AiErrorCard verificacao={processed.verificacao} />
              <FiguresTable {...processed} />
            </>
          ) : null}
        </ResultsPart>
      ) : null}
      {processed ? (
        <>
          <ResultsPart title="Por pergunta">
            <QuestionsTable perguntas={processed.perguntas} />
          </ResultsPart>
          <ResultsPart title="Por entrevistador">
            <InterviewersTable entrevistadores={processed.entrevistadores} />
            <Link
              to={paths.agentes}
              className="focus-ring touch-target w-fit rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
            >
              Alterar nomes e juntar entrevistadores
            </Link>
          </ResultsPart>
        </>
      ) : null}
      {ofAudit ? null : (
        <ResultsPart title="Respostas">
          <SurveyAnswers pesquisaId={alvo.id} filters={filters} />
        </ResultsPart>
      )}
    </div>
  );
}
