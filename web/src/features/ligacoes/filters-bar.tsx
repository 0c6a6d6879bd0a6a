import { X } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { DateRange } from '../../components/ui/date-range.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { type Filters, isFiltered, NO_FILTERS, STATUS_OPTIONS } from './logic/filters.ts';

/** Typing settles this long before the list is asked for, ms. */
export const SEARCH_DEBOUNCE_MS = 300;

interface FiltersBarProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

/** Search, state and days of the call report. */
export function FiltersBar({ filters, onChange }: FiltersBarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2.5">
      <SearchInput
        value={filters.q}
        onValueChange={(q) => onChange({ q })}
        label="Buscar ligações"
        placeholder="Telefone, nome ou status"
        delayMs={SEARCH_DEBOUNCE_MS}
        className="w-full sm:w-auto sm:min-w-56 sm:flex-1"
      />
      <Select
        value={filters.status ?? 'todos'}
        onValueChange={(value) =>
          onChange({ status: STATUS_OPTIONS.find((option) => option.value === value)?.value ?? null })
        }
      >
        <SelectTrigger aria-label="Status" className="min-w-0 flex-1 sm:w-44 sm:flex-none">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value="todos">Todos os status</SelectItem>
          {STATUS_OPTIONS.map((option) => (
            <SelectItem key={option.value} value={option.value}>
              {option.label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <DateRange
        label="Data de criação"
        value={{ de: filters.de, ate: filters.ate }}
        onValueChange={({ de, ate }) => onChange({ de, ate })}
        className="min-w-0 flex-1 sm:w-60 sm:flex-none"
      />
      {isFiltered(filters) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          <X aria-hidden="true" />
          Limpar filtros
        </Button>
      ) : null}
    </search>
  );
}
