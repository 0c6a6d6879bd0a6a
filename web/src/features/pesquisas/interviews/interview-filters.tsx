import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { listQuestionariosDaPesquisa } from '@escuta/shared/contracts/surveys/questionarios';
import {
  FILTROS_ENTREVISTA,
  FILTROS_RECEBIMENTO,
  type FiltroRecebimento,
} from '@escuta/shared/domain/interview/verdicts/interview-filters';
import { useQuery } from '@tanstack/react-query';
import { AgenteFilter } from '../../../domain/survey/agente-picker.tsx';
import { SITUACOES } from '../../../domain/survey/state/interview-state.tsx';
import { REVISOES } from '../../../domain/survey/state/review-state.tsx';
import { type ControlProps, filterTable, optionsOf } from '../../../kit/list/filter-controls.tsx';
import { FilterSelect } from '../../../kit/list/filter-select.tsx';
import { apiQuery } from '../../../lib/network/query.ts';

interface Context {
  pesquisaId: string;
  rows: readonly EntrevistaNaLista[] | undefined;
}

const RECEBIMENTO: Record<FiltroRecebimento, string> = {
  aguardando_aparelho: 'Aguardando o aparelho',
  em_quarentena: 'Em quarentena',
  sem_gravacao: 'Concluídas sem gravação',
  nao_montada: 'Com gravação incompleta',
};

/** Chooses a questionnaire, if a survey has several. */
function QuestionnaireFilter({ pesquisaId, ...bound }: ControlProps & Context) {
  const questionarios = useQuery({
    ...apiQuery(listQuestionariosDaPesquisa, { params: { id: pesquisaId } }),
    select: (answer) => answer.data.map(({ id, nome }) => ({ value: id, label: nome })),
  });
  if (!questionarios.data || questionarios.data.length < 2) return null;
  return <FilterSelect allLabel="Todos os questionários" options={questionarios.data} {...bound} />;
}

export const INTERVIEW_FILTERS = filterTable<typeof FILTROS_ENTREVISTA, Context>(FILTROS_ENTREVISTA, {
  q: 'search',
  situacao: { all: 'Todas as situações', options: SITUACOES },
  revisao: { all: 'Todas as revisões', options: REVISOES },
  recebimento: { all: 'Com e sem pendências', options: optionsOf(FILTROS_RECEBIMENTO, RECEBIMENTO) },
  questionario_id: QuestionnaireFilter,
  agente_id: AgenteFilter,
  de: { days: 'min-w-44 flex-1 sm:w-60 sm:flex-none' },
  ate: 'with',
});
