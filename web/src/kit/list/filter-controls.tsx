import type { Filtros, LinhaDeFiltro } from '@escuta/shared/domain/filters/filtro-valor';
import type { ComponentType, ReactNode } from 'react';
import { useMedia } from '../../lib/browser/media.ts';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { filtersOf, type Offered, type PageFilters, type ReadersOf, type Shown } from './filter-readers.ts';
import { FilterSelect } from './filter-select.tsx';
import { MoreFilters } from './more-filters.tsx';
import type { ListFilterState } from './use-list-filters.ts';

/** Props of a control that draws a filter itself. */
export interface ControlProps<V extends string = string> {
  label: string;
  value: V | '';
  onValueChange: (value: V | '') => void;
}

/** A filter by one of few values. `all` is the label of the entry that does not filter. */
type Choice<V extends string> = {
  readonly all: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly className?: string;
};
/** A filter by a period's first day; the filter by the last day has the control 'with'. `days`: the button's class. */
type Days = { readonly days: string };
export const DAYS: Days = { days: 'w-full min-w-0 sm:w-60 sm:flex-none' };

/** Place where a filter is set. 'search': the box above the list; 'with': another filter's control; 'link': a link. */
type Control<V extends string, C> =
  | 'search'
  | 'with'
  | 'link'
  | Choice<V>
  | Days
  | ComponentType<ControlProps<V> & C>;
type Drawn = {
  name: string;
  /** Name of the filter's parameter in the address. */
  key: string;
  label: string;
  control: Exclude<Control<string, object>, string>;
};
/** A list page's filters: functions that read them from the address, their query, and their controls. */
export interface FilterTable<F extends Filtros, C extends object> extends PageFilters<F> {
  readonly drawn: readonly Drawn[];
  /** Never set; the field only carries the type parameters. */
  readonly of?: (filtros: F, context: C) => void;
}

/** Makes a filter's choices from its values and their labels. */
export const optionsOf = <const T extends string>(
  values: readonly T[],
  labels: { readonly [V in T]: string },
): { value: T; label: string }[] => values.map((value) => ({ value, label: labels[value] }));

/**
 * Makes the filters of a list's page, in the page's order. The type requires a control for every filter. `C` is the
 * type of further data that custom controls need, such as the people to choose from.
 */
export const filterTable = <F extends Filtros, C extends object = object>(
  filtros: F,
  controls: NoInfer<{ readonly [N in Shown<F>]: Control<Offered<F[N]>, C> }>,
): FilterTable<F, C> => ({
  ...filtersOf(filtros),
  drawn: Object.entries<Control<string, object>>(controls as Record<string, Control<string, object>>).flatMap(
    ([name, control]) => {
      const { endereco, rotulo: label } = filtros[name] as LinhaDeFiltro;
      return typeof control === 'string' ? [] : [{ name, key: endereco ?? name, label, control }];
    },
  ),
});

type FilterControlsProps<F extends Filtros, C extends object> = {
  table: FilterTable<F, C>;
  list: Pick<ListFilterState<ReadersOf<F>>, 'bind' | 'bindDays' | 'filters'>;
  /** Filters that this person must not see. */
  hide?: readonly (keyof F)[];
  /** Filters that stand beside the search, while the others are behind 'Mais filtros'; by default all stand there. */
  bar?: readonly (keyof F)[];
  /** A control of the page's own, after the other controls; `isSet` is true while it filters. */
  extra?: { control: ReactNode; isSet: boolean };
} & C;
type AnyList = Pick<
  ListFilterState<Record<string, (value: string) => string>>,
  'bind' | 'bindDays' | 'filters'
>;

/** Greatest number of filters that a phone shows beside the search. If there are more, all are behind one button. */
const PHONE_MAX = 3;

/** The filters beside a list's search box. */
export function FilterControls<F extends Filtros, C extends object>({
  table,
  list,
  hide = [],
  bar,
  extra,
  ...context
}: FilterControlsProps<F, C>) {
  const narrow = useMedia('(max-width: 639px)');
  const { bind, bindDays, filters } = list as unknown as AnyList;
  const offered = table.drawn.filter(({ name }) => !hide.includes(name));
  const folded = narrow && offered.length + (extra ? 1 : 0) > PHONE_MAX;
  const isInBar = ({ name }: Drawn): boolean => !folded && (bar?.includes(name) ?? true);
  const draw = ({ name, key, label, control: Draw }: Drawn): ReactNode => {
    if ('days' in Draw) return <DateRange key={name} label={label} {...bindDays()} className={Draw.days} />;
    if ('all' in Draw) {
      const { all, ...rest } = Draw;
      return <FilterSelect key={name} label={label} allLabel={all} {...rest} {...bind(key)} />;
    }
    return <Draw key={name} label={label} {...bind(key)} {...context} />;
  };
  const isSet = ({ key, control }: Drawn): boolean =>
    'days' in control ? Boolean(filters.de || filters.ate) : Boolean(filters[key]);
  const more = offered.filter((one) => !isInBar(one));
  const extraInBar = !folded && bar === undefined;
  return (
    <>
      {offered.filter(isInBar).map(draw)}
      {extraInBar ? extra?.control : null}
      {more.length > 0 || (extra && !extraInBar) ? (
        <MoreFilters
          {...(folded ? { label: 'Filtros' } : {})}
          n={more.filter(isSet).length + (extra?.isSet && !extraInBar ? 1 : 0)}
        >
          {more.map((one) => (
            <div key={one.name} className={FOLDED}>
              {draw(one)}
            </div>
          ))}
          {extra && !extraInBar ? <div className="col-span-2">{extra.control}</div> : null}
        </MoreFilters>
      ) : null}
    </>
  );
}

/** Classes that make each filter behind the button as wide as its column. */
const FOLDED =
  'grid max-sm:col-span-2 [&_[role=combobox]]:w-full [&_[role=combobox]]:max-w-none [&>button]:w-full [&>button]:max-w-none';
