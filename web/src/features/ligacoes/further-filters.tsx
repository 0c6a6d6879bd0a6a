import { DIRECAO_PROCURADA_LABEL, DIRECOES_PROCURADAS } from '@escuta/shared/domain/call-direction';
import { SENTIMENTO_LABEL, SENTIMENTOS } from '@escuta/shared/domain/filtro-campos';
import { SlidersHorizontal, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ListFilters } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Label } from '../../ui/label.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { chipsOf, FURTHER, type READERS } from './logic/list-address.ts';
import { PersonPicker, usePersonName } from './person-filter.tsx';

type Filters = ListFilters<typeof READERS>;
interface Props {
  projetoId: string;
  filters: Filters;
  change: (change: Partial<Filters>) => void;
}

const WITH = [
  { value: 'com', label: 'Com' },
  { value: 'sem', label: 'Sem' },
] as const;
const FEELINGS = SENTIMENTOS.map((value) => ({ value, label: SENTIMENTO_LABEL[value] }));

const DIRECTIONS = DIRECOES_PROCURADAS.map((value) => ({ value, label: DIRECAO_PROCURADA_LABEL[value] }));

/** 'Mais filtros': what was found of the calls and who looks at them. Each takes effect at once. */
export function FurtherFilters({ projetoId, filters, change }: Props) {
  const n = FURTHER.filter((key) => filters[key] !== '').length;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline">
          <SlidersHorizontal aria-hidden="true" />
          Mais filtros
          {n > 0 ? <Badge variant="primary">{n}</Badge> : null}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label="Mais filtros"
        className="grid max-h-[var(--radix-popover-content-available-height)] w-[min(24rem,calc(100vw-1.5rem))] gap-3.5 overflow-y-auto"
      >
        <Scores key={`${filters.nota_de}-${filters.nota_ate}`} filters={filters} change={change} />
        <Choice label="Direção">
          <FilterSelect
            label="Direção"
            allLabel="Qualquer direção"
            value={filters.direcao}
            onValueChange={(direcao) => change({ direcao })}
            options={DIRECTIONS}
            className="sm:w-full"
          />
        </Choice>
        <Choice label="Sentimento">
          <FilterSelect
            label="Sentimento"
            allLabel="Qualquer sentimento"
            value={filters.sentimento}
            onValueChange={(sentimento) => change({ sentimento })}
            options={FEELINGS}
            className="sm:w-full"
          />
        </Choice>
        <div className="grid grid-cols-2 gap-3">
          <Choice label="Alertas">
            <FilterSelect
              label="Alertas"
              allLabel="Com e sem"
              value={filters.alertas}
              onValueChange={(alertas) => change({ alertas })}
              options={WITH}
              className="min-w-0 sm:w-full"
            />
          </Choice>
          <Choice label="Gravação">
            <FilterSelect
              label="Gravação"
              allLabel="Com e sem"
              value={filters.gravacao}
              onValueChange={(gravacao) => change({ gravacao })}
              options={WITH}
              className="min-w-0 sm:w-full"
            />
          </Choice>
        </div>
        <Choice label="Revisada por">
          <PersonPicker
            label="Revisada por"
            projetoId={projetoId}
            value={filters.revisado_por}
            onValueChange={(revisado_por) => change({ revisado_por })}
            noneLabel="Tanto faz"
            nobody="Ninguém"
            myself="Mim"
          />
        </Choice>
        <Choice label="Responsável">
          <PersonPicker
            label="Responsável"
            projetoId={projetoId}
            value={filters.responsavel}
            onValueChange={(responsavel) => change({ responsavel })}
            noneLabel="Tanto faz"
            nobody="Sem responsável"
            myself="Atribuídas a mim"
          />
        </Choice>
      </PopoverContent>
    </Popover>
  );
}

/** A control of the panel under its name; the control says its name to screen readers by itself. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="font-medium text-sm">
        {label}
      </span>
      {children}
    </div>
  );
}

/** From which score to which, taken when both are written. */
function Scores({ filters, change }: Pick<Props, 'filters' | 'change'>) {
  const id = useId();
  const [de, setDe] = useState(filters.nota_de);
  const [ate, setAte] = useState(filters.nota_ate);
  const wrong = [de, ate].some((text) => text !== '' && !/^(100|\d{1,2})$/.test(text));
  const inverted = !wrong && de !== '' && ate !== '' && Number(de) > Number(ate);
  const error = wrong
    ? 'A nota vai de 0 a 100, sem decimais.'
    : inverted
      ? 'A nota final deve ser igual ou maior que a inicial.'
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
        {field('de', 'Nota de', de, setDe)}
        {field('ate', 'Nota até', ate, setAte)}
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

/** What of 'Mais filtros' is in force, each to be taken away by itself. */
export function FilterChips({ projetoId, filters, change }: Props) {
  const revisado_por = usePersonName(projetoId, filters.revisado_por);
  const responsavel = usePersonName(projetoId, filters.responsavel);
  const chips = chipsOf(filters, { revisado_por, responsavel });
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filtros em vigor" className="flex flex-wrap gap-1.5">
      {chips.map(({ keys, label }) => (
        <li key={keys.join()}>
          <Badge variant="primary" className="pr-0.5">
            {label}
            <button
              type="button"
              aria-label={`Tirar o filtro: ${label}`}
              className="focus-ring touch-target grid size-6 place-items-center rounded-full hover:bg-accent"
              onClick={() => change(Object.fromEntries(keys.map((key) => [key, ''])) as Partial<Filters>)}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </Badge>
        </li>
      ))}
    </ul>
  );
}
