import { type Mapa, SEM_ENTREVISTADOR } from '@escuta/shared/contracts/surveys/confrontos';
import { groupBy } from '@escuta/shared/domain/group-by';
import { aDay, anId, anyText, type FilterReader, oneOf } from '../../../kit/list/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../../kit/list/filter-select.tsx';
import { type ListFilterState, useListFilters } from '../../../kit/list/use-list-filters.ts';
import { DateRange } from '../../../ui/calendar/date-range.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { CELL_PARAM } from '../cell/use-open-cell.ts';
import { SEM_NOME } from './map-grid.ts';

const anInterviewer: FilterReader = (value) => (value === SEM_ENTREVISTADOR ? value : anId(value));

const READERS = {
  questionario: anId,
  versao: anId,
  agente: anInterviewer,
  aprovadas: oneOf(['sim']),
  de: aDay,
  ate: aDay,
  ordem: oneOf(['tempo', 'entrevistador', 'piores']),
  agrupar: oneOf(['sim', 'nao']),
  [CELL_PARAM]: anyText,
};
/** Parameters that are not filters: those that say how the map is drawn, and the open cell. */
const KEEPS = ['ordem', 'agrupar', CELL_PARAM] as const;

export type MapFiltersState = ListFilterState<typeof READERS>;

/** The map's filters and view settings, kept in the address. */
export const useMapFilters = (): MapFiltersState => useListFilters(READERS, KEEPS);

/** Parameters of the request, from the filters. */
export function cutOf({ filters }: MapFiltersState) {
  const given = (value: string) => value || undefined;
  return {
    questionario_id: given(filters.questionario),
    versao_id: given(filters.versao),
    agente_id: given(filters.agente),
    aprovadas: filters.aprovadas === 'sim' ? 'true' : undefined,
    de: given(filters.de),
    ate: given(filters.ate),
  };
}
export type Recorte = ReturnType<typeof cutOf>;

type Opcao = { value: string; label: string };

/** Choices of the filter: the questionnaires, with the versions of those that have several. */
export function questionnaireOptions(versoes: NonNullable<Mapa['filtros']>['versoes']): Opcao[] {
  const byQuestionnaire = groupBy(versoes, ({ questionario_id }) => questionario_id);
  return [...byQuestionnaire].flatMap(([id, ofOne]) => {
    const nome = ofOne[0]?.questionario_nome ?? '';
    const whole = byQuestionnaire.size > 1 ? [{ value: id, label: nome }] : [];
    if (ofOne.length < 2) return whole;
    const of = byQuestionnaire.size > 1 ? `${nome}, versão` : 'Versão';
    return [...whole, ...ofOne.map((one) => ({ value: one.id, label: `${of} ${one.numero}` }))];
  });
}

/** Adds the chosen value to the options if it is missing (was deleted), so that the filter still shows a choice. */
const withChosen = (options: readonly Opcao[], value: string): readonly Opcao[] =>
  value === '' || options.some((one) => one.value === value)
    ? options
    : [...options, { value, label: 'Não encontrado' }];

/** The map's filters: questionnaire and version, interviewer, days. A filter with a single choice is hidden. */
export function MapFilters({
  state,
  filtros,
}: {
  state: MapFiltersState;
  filtros: Mapa['filtros'] | undefined;
}) {
  const { filters, change, bind } = state;
  const questionnaires = withChosen(
    questionnaireOptions(filtros?.versoes ?? []),
    filters.versao || filters.questionario,
  );
  const interviewers = withChosen(
    [
      ...(filtros?.entrevistadores ?? []).map(({ id, nome }) => ({ value: id, label: nome })),
      ...(filtros?.sem_entrevistador ? [{ value: SEM_ENTREVISTADOR, label: SEM_NOME }] : []),
    ],
    filters.agente,
  );
  return (
    <search className="flex flex-wrap items-center gap-2 print:hidden">
      {questionnaires.length > 1 || filters.questionario || filters.versao ? (
        <FilterSelect
          label="Questionário"
          allLabel={
            questionnaires.every(({ label }) => label.startsWith('Versão'))
              ? 'Todas as versões'
              : 'Todos os questionários'
          }
          options={questionnaires}
          value={filters.versao || filters.questionario}
          onValueChange={(value) => {
            const isVersion = filtros?.versoes.some(({ id }) => id === value);
            change({ questionario: isVersion ? '' : value, versao: isVersion ? value : '' });
          }}
          className="sm:w-40"
        />
      ) : null}
      {interviewers.length > 1 || filters.agente ? (
        <FilterSelect
          label="Entrevistador"
          allLabel="Todos os entrevistadores"
          options={interviewers}
          className="sm:w-40"
          {...bind('agente')}
        />
      ) : null}
      <DateRange
        label="Período"
        {...state.bindDays()}
        className="min-w-44 flex-1 sm:w-44 sm:min-w-0 sm:flex-none"
      />
      <span className="flex items-center gap-2 text-sm">
        <Switch
          id="mapa-aprovadas"
          checked={filters.aprovadas === 'sim'}
          onCheckedChange={(on) => change({ aprovadas: on ? 'sim' : '' })}
        />
        <Label htmlFor="mapa-aprovadas">Só aprovadas</Label>
      </span>
      <ClearFilters show={state.filtered} onClear={state.clear} />
    </search>
  );
}
