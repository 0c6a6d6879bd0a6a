import { getPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import { getResumoDeSinais, listSinais } from '@escuta/shared/contracts/surveys/sinais';
import { FILTROS_SINAL } from '@escuta/shared/domain/filters/lists/signals';
import { TEXTO_DO_SINAL, TIPOS_SINAL } from '@escuta/shared/domain/interview/signals/kinds';
import { ESTADOS_SINAL } from '@escuta/shared/domain/interview/signals/opinions';
import { useQuery } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { SurveyFailure } from '../../domain/survey/results/survey-failure.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ESTADO_LABEL } from './describe-signal.ts';
import { SignalCard } from './signal-card.tsx';
import { SignalsSummary } from './signals-summary.tsx';

type People = { people: { value: string; label: string }[] };
const TABLE = filterTable<typeof FILTROS_SINAL, People>(FILTROS_SINAL, {
  tipo: {
    all: 'Todos os tipos',
    options: TIPOS_SINAL.map((value) => ({ value, label: TEXTO_DO_SINAL[value].nome })),
  },
  estado: { all: 'Todos os status', options: optionsOf(ESTADOS_SINAL, ESTADO_LABEL) },
  agente_id: ({ people, ...bound }) => (
    <FilterSelect className="sm:w-56" allLabel="Todos os entrevistadores" options={people} {...bound} />
  ),
});
/** Polling interval while the worker computes, ms. */
const COMPUTING_MS = 5000;

/**
 * 'Sinais' of a survey, for gerentes and administrators: reasons to listen to interviews, with proof, limits and
 * innocent explanations.
 */
export default function SinaisPage() {
  const { id = '' } = useParams();
  const pesquisa = useQuery({
    ...apiQuery(getPesquisa, { params: { id } }),
    select: (answer) => answer.data,
  });
  const resumo = useQuery({
    ...apiQuery(getResumoDeSinais, { params: { id } }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => (state.data?.data.recalculando ? COMPUTING_MS : false),
  });
  const computing = resumo.data?.recalculando === true;
  const list = useList(listSinais, TABLE.readers, (asked) => ({ params: { id }, query: TABLE.ask(asked) }), {
    refetchInterval: computing ? COMPUTING_MS : false,
  });
  const back = { to: href(paths.pesquisa, { id }), label: 'Voltar para a pesquisa' };
  if (pesquisa.error && !pesquisa.data) {
    return <SurveyFailure title="Sinais" query={pesquisa} />;
  }
  return (
    <>
      <PageHeader
        title="Sinais"
        back={back}
        description={`${pesquisa.data ? `${pesquisa.data.titulo}. ` : ''}Um sinal é um motivo para ouvir a entrevista, nunca uma acusação: nada acontece automaticamente, e a confirmação exige duas pessoas. Só gerentes e administradores podem ver esta página.`}
      />
      <div className="grid grid-cols-1 gap-5">
        {resumo.error && !resumo.data ? (
          <ErrorState
            title="Erro ao carregar o resumo dos sinais."
            error={resumo.error}
            onRetry={() => void resumo.refetch()}
            retrying={resumo.isFetching}
          />
        ) : resumo.data ? (
          <SignalsSummary
            resumo={resumo.data}
            agente={list.filters.agente_id}
            onAgente={list.bind('agente_id').onValueChange}
          />
        ) : (
          <Skeleton className="h-64" />
        )}
        <ListPanel
          list={list}
          bare
          filters={
            <FilterControls
              table={TABLE}
              list={list}
              people={(resumo.data?.entrevistadores ?? []).map((one) => ({ value: one.id, label: one.nome }))}
            />
          }
          errorTitle="Erro ao buscar os sinais"
          noun="sinais"
          nothing="Nenhum sinal encontrado"
          empty={{
            icon: <Radar />,
            title: 'Nenhum sinal',
            description: 'Nenhum indicador apareceu nas entrevistas concluídas desta pesquisa.',
          }}
        >
          {(rows) =>
            rows ? (
              <ul aria-label="Sinais" className="grid gap-3">
                {rows.map((sinal) => (
                  <li key={sinal.id}>
                    <SignalCard sinal={sinal} />
                  </li>
                ))}
              </ul>
            ) : (
              <Skeleton className="h-64" />
            )
          }
        </ListPanel>
      </div>
    </>
  );
}
