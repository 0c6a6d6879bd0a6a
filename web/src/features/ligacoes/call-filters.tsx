import { DIRECAO_PROCURADA_LABEL, DIRECOES_PROCURADAS } from '@escuta/shared/domain/calls/call-direction';
import { DATA_LABEL, SENTIMENTO_LABEL, SENTIMENTOS } from '@escuta/shared/domain/filters/filtro-campos';
import { saidFilters } from '@escuta/shared/domain/filters/filtro-endereco';
import { CAMPOS_FILTRO, type CampoDe, type Condicao } from '@escuta/shared/domain/filters/filtro-tabela';
import { STATUS_LABEL } from '@escuta/shared/domain/runs/status';
import { type ComponentType, type FormEvent, type ReactNode, useId, useState } from 'react';
import { type CallFilters, READERS } from '../../domain/calls/list-address.ts';
import { usePersonName } from '../../domain/calls/person-name.ts';
import { PersonPicker } from '../../domain/calls/person-picker.tsx';
import { DateBasis } from '../../kit/list/date-basis.tsx';
import { FilterChips } from '../../kit/list/filter-chips.tsx';
import { FILTER_WIDTH, FilterSelect } from '../../kit/list/filter-select.tsx';
import { MoreFilters } from '../../kit/list/more-filters.tsx';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { AgentFilter } from './agent-filter.tsx';
import type { CallRow } from './logic/call-row.ts';

interface Props {
  projetoId: string;
  /** The project's company; undefined while the project loads. */
  empresaId: string | undefined;
  rows: readonly CallRow[] | undefined;
  filters: CallFilters;
  change: (change: Partial<CallFilters>) => void;
}

/** The states in the order of the specification. */
const STATUS_OPTIONS = (['concluido', 'processando', 'erro', 'pendente'] as const).map((value) => ({
  value,
  label: STATUS_LABEL[value],
}));
const WITH = [
  { value: 'com', label: 'Com' },
  { value: 'sem', label: 'Sem' },
] as const;
const FEELINGS = SENTIMENTOS.map((value) => ({ value, label: SENTIMENTO_LABEL[value] }));
const DIRECTIONS = DIRECOES_PROCURADAS.map((value) => ({ value, label: DIRECAO_PROCURADA_LABEL[value] }));

/** Makes the control of a filter with few values, which stands in 'Mais filtros'. */
const choice =
  <K extends 'direcao' | 'sentimento' | 'alertas' | 'gravacao'>(
    key: K,
    allLabel: string,
    options: readonly { value: Exclude<CallFilters[K], ''>; label: string }[],
  ): ComponentType<Props> =>
  ({ filters, change }) => (
    <FilterChoice label={CAMPOS_FILTRO[key].rotulo}>
      <FilterSelect
        label={CAMPOS_FILTRO[key].rotulo}
        allLabel={allLabel}
        value={filters[key] as Exclude<CallFilters[K], ''> | ''}
        onValueChange={(value) => change({ [key]: value } as Partial<CallFilters>)}
        options={options}
        className="w-full min-w-0 sm:w-full sm:max-w-none"
      />
    </FilterChoice>
  );

/** Makes the control of a filter by person, which stands in 'Mais filtros'. */
const person =
  (
    key: 'revisado_por' | 'responsavel',
    words: { noneLabel: string; nobody: string; myself: string },
  ): ComponentType<Props> =>
  ({ projetoId, filters, change }) => (
    <FilterChoice label={CAMPOS_FILTRO[key].rotulo}>
      <PersonPicker
        {...words}
        label={CAMPOS_FILTRO[key].rotulo}
        projetoId={projetoId}
        value={filters[key]}
        onValueChange={(id) => change({ [key]: id })}
      />
    </FilterChoice>
  );

/** Period filter: by the day of the call, or by the day of entry. */
const DAYS: Control = {
  place: 'bar',
  Draw: ({ filters, change }) => (
    <DateRange
      label={DATA_LABEL[filters.data || 'entrada']}
      value={{ de: filters.de, ate: filters.ate }}
      onValueChange={({ de, ate }) => change({ de, ate })}
      className="w-auto min-w-36 flex-1 sm:w-40 sm:flex-none"
    />
  ),
};
/** Switches the period filter between the day of the call and the day of entry. */
const BASIS: Control = {
  place: 'more',
  Draw: ({ filters, change }) => (
    <FilterChoice label="Data usada">
      <DateBasis
        padrao="entrada"
        value={filters.data}
        onValueChange={(data) => change({ data: READERS.data(data) })}
        className="w-full min-w-0 sm:w-full sm:max-w-none"
      />
    </FilterChoice>
  ),
};

/**
 * Place where a filter is set. 'search': the box above the list; 'link': only links and saved filters; else `Draw`.
 */
type Control =
  | 'search'
  | 'link'
  | { place: 'bar'; Draw: ComponentType<Props> }
  | { place: 'more'; Draw: ComponentType<Props>; width?: keyof typeof WIDTH_CLASSES };

/** Classes for the widths of a control in 'Mais filtros'. 'column' takes a whole row on a phone. */
const WIDTH_CLASSES = { line: 'col-span-2', half: undefined, column: 'max-sm:col-span-2' };

/** The control of each filter of the list, in the page's order. The type requires one for every filter. */
const CONTROLS: { readonly [C in CampoDe<'ligacoes'>]: Control } = {
  texto: 'search',
  status: {
    place: 'bar',
    Draw: ({ filters, change }) => (
      <FilterSelect
        label="Status"
        allLabel="Todos os status"
        value={filters.status}
        onValueChange={(status) => change({ status })}
        options={STATUS_OPTIONS}
        className="sm:max-w-44"
      />
    ),
  },
  agente: {
    place: 'bar',
    Draw: ({ empresaId, rows, filters, change }) => (
      <AgentFilter
        empresaId={empresaId}
        rows={rows}
        value={filters.agente_id}
        onValueChange={(agente_id) => change({ agente_id })}
        className={cn(FILTER_WIDTH, 'sm:max-w-48')}
      />
    ),
  },
  data_ligacao: DAYS,
  data_entrada: BASIS,
  nota: {
    place: 'more',
    width: 'line',
    Draw: ({ filters, change }) => (
      <Scores key={`${filters.nota_de}-${filters.nota_ate}`} filters={filters} change={change} />
    ),
  },
  direcao: { place: 'more', Draw: choice('direcao', 'Qualquer direção', DIRECTIONS) },
  sentimento: { place: 'more', Draw: choice('sentimento', 'Qualquer sentimento', FEELINGS) },
  alertas: { place: 'more', Draw: choice('alertas', 'Com e sem', WITH), width: 'half' },
  gravacao: { place: 'more', Draw: choice('gravacao', 'Com e sem', WITH), width: 'half' },
  revisado_por: {
    place: 'more',
    Draw: person('revisado_por', { noneLabel: 'Com e sem revisão', nobody: 'Ninguém', myself: 'Eu' }),
  },
  responsavel: {
    place: 'more',
    Draw: person('responsavel', {
      noneLabel: 'Com e sem responsável',
      nobody: 'Sem responsável',
      myself: 'Atribuídas a mim',
    }),
  },
  tipo: 'link',
  importacao: 'link',
  lote_gravacoes: 'link',
  amostra: 'link',
  sorteio: 'link',
  lote: 'link',
  avaliada: 'link',
  revisada: 'link',
  atrasada: 'link',
  inaudivel: 'link',
  criterio: 'link',
  hora: 'link',
  dia_semana: 'link',
  falha_critica: 'link',
};

type Campo = keyof typeof CONTROLS;
const CAMPOS = Object.keys(CONTROLS) as Campo[];
const placeOf = (campo: Campo) => {
  const control = CONTROLS[campo];
  return typeof control === 'string' ? control : control.place;
};
/** The controls of a place, each drawn once even if it sets several filters. */
const drawn = <P extends 'bar' | 'more'>(place: P) =>
  CAMPOS.flatMap((campo, index) => {
    const isFirst = CAMPOS.findIndex((other) => CONTROLS[other] === CONTROLS[campo]) === index;
    return isFirst && placeOf(campo) === place
      ? [{ campo, ...(CONTROLS[campo] as Extract<Control, { place: P }>) }]
      : [];
  });
const BAR = drawn('bar');
const MORE = drawn('more');
const OF_MORE = MORE.flatMap(({ campo }) =>
  campo === 'data_entrada'
    ? ['data' as const]
    : (Object.keys(CAMPOS_FILTRO[campo].endereco) as (keyof CallFilters)[]),
);
/** True if a filter is shown as a chip. The filter of days is not, because its control shows the days. */
const hasChip = (campo: string): boolean =>
  campo !== 'data_entrada' && ['more', 'link'].includes(placeOf(campo as Campo));

export function CallFilterControls(props: Props) {
  const n = OF_MORE.filter((key) => props.filters[key] !== '').length;
  return (
    <>
      {BAR.map(({ campo, Draw }) => (
        <Draw key={campo} {...props} />
      ))}
      <MoreFilters n={n}>
        {MORE.map(({ campo, Draw, width = 'column' }) => (
          <div key={campo} className={WIDTH_CLASSES[width]}>
            <Draw {...props} />
          </div>
        ))}
      </MoreFilters>
    </>
  );
}

/** Shows a name above a control. Hidden from screen readers, because the control already has an accessible name. */
function FilterChoice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="font-medium text-sm">
        {label}
      </span>
      {children}
    </div>
  );
}

/** Range of scores, applied once both ends are typed. */
function Scores({ filters, change }: Pick<Props, 'filters' | 'change'>) {
  const id = useId();
  const [de, setDe] = useState(filters.nota_de);
  const [ate, setAte] = useState(filters.nota_ate);
  const wrong = [de, ate].some((text) => text !== '' && !/^(100|\d{1,2})$/.test(text));
  const inverted = !wrong && de !== '' && ate !== '' && Number(de) > Number(ate);
  const error = wrong
    ? 'A pontuação vai de 0 a 100, sem decimais.'
    : inverted
      ? 'A pontuação final deve ser igual ou maior que a inicial.'
      : null;
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!error && (de !== filters.nota_de || ate !== filters.nota_ate))
      change({ nota_de: de, nota_ate: ate });
  };
  const field = (name: string, label: string, value: string, set: (text: string) => void) => (
    <div className="grid gap-1.5">
      <Label htmlFor={`${id}-${name}`}>{label}</Label>
      <Input
        id={`${id}-${name}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        placeholder={name === 'de' ? '0' : '100'}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-erro` : undefined}
        onChange={(event) => set(event.target.value.trim())}
      />
    </div>
  );
  return (
    <form noValidate onSubmit={apply} className="grid gap-1.5">
      <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
        {field('de', 'Pontuação de', de, setDe)}
        {field('ate', 'Pontuação até', ate, setAte)}
        <Button type="submit" variant="secondary" disabled={error !== null}>
          Aplicar
        </Button>
      </div>
      {error ? (
        <p id={`${id}-erro`} role="alert" className="text-destructive-text text-xs">
          {error}
        </p>
      ) : null}
    </form>
  );
}

/** Filters in force that have no control in the bar, as chips that can be removed. */
export function CallFilterChips({
  projetoId,
  conditions,
  filters,
  change,
}: Pick<Props, 'projetoId' | 'filters' | 'change'> & { conditions: readonly Condicao[] }) {
  const revisor = usePersonName(projetoId, filters.revisado_por);
  const responsavel = usePersonName(projetoId, filters.responsavel);
  const said = saidFilters(conditions, { revisado_por: () => revisor, responsavel: () => responsavel });
  return <FilterChips said={said.filter(({ campo }) => hasChip(campo))} change={change} />;
}
