import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { type Filters, isFiltered, NO_FILTERS, rangeError, STATUS_OPTIONS } from './logic/filters.ts';

/** Typing settles this long before the list is asked for, ms. */
export const SEARCH_DEBOUNCE_MS = 300;

interface FiltersBarProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

/** Search, state and days of the call report. */
export function FiltersBar({ filters, onChange }: FiltersBarProps) {
  const id = useId();
  const problem = rangeError(filters);
  const max = '9999-12-31';
  return (
    <search className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <SearchBox value={filters.q} onCommit={(q) => onChange({ q })} />
        <div className="grid w-full gap-1.5 sm:w-44">
          <Label htmlFor={`${id}-status`}>Status</Label>
          <Select
            value={filters.status ?? 'todos'}
            onValueChange={(value) =>
              onChange({ status: STATUS_OPTIONS.find((option) => option.value === value)?.value ?? null })
            }
          >
            <SelectTrigger id={`${id}-status`}>
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              <SelectItem value="todos">Todos</SelectItem>
              {STATUS_OPTIONS.map((option) => (
                <SelectItem key={option.value} value={option.value}>
                  {option.label}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        </div>
        <div className="grid min-w-0 flex-1 gap-1.5 sm:w-38 sm:flex-none">
          <Label htmlFor={`${id}-de`}>Criada de</Label>
          <Input
            id={`${id}-de`}
            type="date"
            max={filters.ate || max}
            value={filters.de}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => onChange({ de: event.target.value })}
          />
        </div>
        <div className="grid min-w-0 flex-1 gap-1.5 sm:w-38 sm:flex-none">
          <Label htmlFor={`${id}-ate`}>até</Label>
          <Input
            id={`${id}-ate`}
            type="date"
            min={filters.de || undefined}
            max={max}
            value={filters.ate}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => onChange({ ate: event.target.value })}
          />
        </div>
        {isFiltered(filters) ? (
          <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
            <X aria-hidden="true" />
            Limpar filtros
          </Button>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="text-destructive-text text-xs">
          {problem}
        </p>
      ) : null}
    </search>
  );
}

function SearchBox({ value, onCommit }: { value: string; onCommit: (q: string) => void }) {
  const id = useId();
  const [text, setText] = useState(value);
  const committed = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  // The address changed by other means (back, 'Limpar filtros'): show its words.
  useEffect(() => {
    if (value === committed.current) return;
    clearTimeout(timer.current);
    committed.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (next: string): void => {
    clearTimeout(timer.current);
    if (next === committed.current) return;
    committed.current = next;
    onCommit(next);
  };
  return (
    <div className="grid w-full min-w-52 gap-1.5 sm:w-auto sm:flex-1">
      <Label htmlFor={id}>Buscar</Label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
          aria-hidden="true"
        />
        <Input
          id={id}
          type="search"
          maxLength={100}
          className="pl-9"
          placeholder="Telefone, nome ou status"
          value={text}
          onChange={(event) => {
            const next = event.target.value;
            setText(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => commit(next), SEARCH_DEBOUNCE_MS);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit(text);
          }}
        />
      </div>
    </div>
  );
}
