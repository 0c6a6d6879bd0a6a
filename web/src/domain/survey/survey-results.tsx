import { getResultadosDaPesquisa } from '@escuta/shared/contracts/confrontos';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePollWhileOffline } from '../../lib/events.ts';
import { paths } from '../../lib/paths.ts';
import { apiListQuery } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Counts, FiguresTable, InterviewersTable, QuestionsTable } from './figures.tsx';
import { cutOf, MapFilters, useMapFilters } from './map-filters.tsx';
import { SurveyAnswers } from './survey-answers.tsx';
import { SurveyMap } from './survey-map.tsx';
import { useHeatMap } from './use-heat-map.ts';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="font-semibold text-lead">{title}</h2>
      {children}
    </section>
  );
}

/** What the audit of a survey found: figures, heat map, questions and interviewers. For the survey's tab 'Resultados'. */
export function SurveyResults({ pesquisaId }: { pesquisaId: string }) {
  const alvo = { tipo: 'pesquisa', id: pesquisaId } as const;
  const filters = useMapFilters();
  const mapa = useHeatMap(alvo, cutOf(filters));
  const query = useQuery({
    ...apiListQuery(getResultadosDaPesquisa, { params: { id: pesquisaId }, query: cutOf(filters) }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const resultados = query.data;
  return (
    <div className="grid min-w-0 gap-8">
      {mapa.data ? <MapFilters state={filters} filtros={mapa.data.filtros} /> : null}
      {resultados ? (
        <>
          <Counts resultados={resultados} />
          {resultados.analise_geral_pesquisa ? (
            <Part title="Análise geral">
              <Card className="p-4 text-sm leading-relaxed">{resultados.analise_geral_pesquisa}</Card>
            </Part>
          ) : null}
        </>
      ) : query.error ? (
        <ErrorState
          title="Erro ao carregar os resultados da pesquisa."
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Skeleton aria-busy="true" className="h-28 rounded-xl" />
      )}
      <Part title="Mapa das respostas">
        <SurveyMap alvo={alvo} filtersAbove />
      </Part>
      {resultados && resultados.entrevistas.auditadas + resultados.entrevistas.inaudiveis > 0 ? (
        <>
          <Part title="Números">
            <FiguresTable ia={resultados.ia} revisada={resultados.revisada} />
          </Part>
          <Part title="Por pergunta">
            <QuestionsTable perguntas={resultados.perguntas} />
          </Part>
          <Part title="Por entrevistador">
            <InterviewersTable entrevistadores={resultados.entrevistadores} />
            <Link
              to={paths.entrevistadores}
              className="focus-ring touch-target w-fit rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
            >
              Mudar nomes e juntar entrevistadores
            </Link>
          </Part>
        </>
      ) : null}
      <Part title="Respostas">
        <SurveyAnswers pesquisaId={pesquisaId} recorte={cutOf(filters)} />
      </Part>
    </div>
  );
}
