import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { listQuestionariosDaPesquisa } from '@escuta/shared/contracts/surveys/questionarios';
import {
  FILTROS_ENTREVISTA,
  FILTROS_RECEBIMENTO,
  type FiltroRecebimento,
} from '@escuta/shared/domain/interview/verdicts/interview-filters';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { AgenteFilter } from '../../../domain/survey/agente-picker.tsx';
import { SITUACOES } from '../../../domain/survey/state/interview-state.tsx';
import { REVISOES } from '../../../domain/survey/state/review-state.tsx';
import { readersOf } from '../../../kit/list/filter-readers.ts';
import { FilterSelect } from '../../../kit/list/filter-select.tsx';
import type { ListFilterState } from '../../../kit/list/use-list-filters.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { DateRange } from '../../../ui/calendar/date-range.tsx';

/** The parameters of a survey's interviews address; `com_gravacao` belongs to the API alone. */
const { com_gravacao: _, ...filters } = FILTROS_ENTREVISTA;
export const INTERVIEW_READERS = readersOf(filters);

interface Props {
  pesquisaId: string;
  list: ListFilterState<typeof INTERVIEW_READERS> & { rows: readonly EntrevistaNaLista[] | undefined };
}

const RECEBIMENTO: Record<FiltroRecebimento, string> = {
  aguardando_aparelho: 'Aguardando o aparelho',
  em_quarentena: 'Em quarentena',
  sem_gravacao: 'Concluídas sem gravação',
  nao_montada: 'Não montadas por inteiro',
};
const RECEBIMENTOS = FILTROS_RECEBIMENTO.map((value) => ({ value, label: RECEBIMENTO[value] }));

/** Questionnaires to choose from, where a survey has several. */
function QuestionnaireFilter({ pesquisaId, list }: Props) {
  const questionarios = useQuery({
    ...apiQuery(listQuestionariosDaPesquisa, { params: { id: pesquisaId } }),
    select: (answer) => answer.data.map(({ id, nome }) => ({ value: id, label: nome })),
  });
  if (!questionarios.data || questionarios.data.length < 2) return null;
  return (
    <FilterSelect
      label={FILTROS_ENTREVISTA.questionario_id.rotulo}
      allLabel="Todos os questionários"
      options={questionarios.data}
      {...list.bind('questionario_id')}
    />
  );
}

const choice =
  <K extends 'situacao' | 'revisao' | 'recebimento'>(
    key: K,
    allLabel: string,
    options: readonly { value: Exclude<ReturnType<(typeof INTERVIEW_READERS)[K]>, ''>; label: string }[],
  ): ComponentType<Props> =>
  ({ list }) => (
    <FilterSelect<string>
      label={FILTROS_ENTREVISTA[key].rotulo}
      allLabel={allLabel}
      options={options}
      value={list.filters[key]}
      onValueChange={(value) => list.change({ [key]: value })}
    />
  );

/** The control of each filter, in the order of the page; null: the search above it, and the other end of the days. */
const CONTROLS: { readonly [F in keyof typeof INTERVIEW_READERS]: ComponentType<Props> | null } = {
  q: null,
  situacao: choice('situacao', 'Todas as situações', SITUACOES),
  revisao: choice('revisao', 'Todas as revisões', REVISOES),
  recebimento: choice('recebimento', 'Qualquer recebimento', RECEBIMENTOS),
  questionario_id: QuestionnaireFilter,
  agente_id: ({ pesquisaId, list }) => (
    <AgenteFilter pesquisaId={pesquisaId} rows={list.rows} {...list.bind('agente_id')} />
  ),
  de: ({ list }) => (
    <DateRange
      label={FILTROS_ENTREVISTA.de.rotulo}
      {...list.bindDays()}
      className="min-w-44 flex-1 sm:w-60 sm:flex-none"
    />
  ),
  ate: null,
};
const SHOWN = Object.entries(CONTROLS).flatMap(([field, Draw]) => (Draw ? [{ field, Draw }] : []));

/** The filters beside the search of a survey's interviews. */
export function InterviewFilters(props: Props) {
  return SHOWN.map(({ field, Draw }) => <Draw key={field} {...props} />);
}
