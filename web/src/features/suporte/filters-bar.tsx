import {
  SEVERIDADE_LABEL,
  SEVERIDADES,
  STATUS_TICKET,
  STATUS_TICKET_LABEL,
  TIPO_TICKET_LABEL,
  TIPOS_TICKET,
} from '@escuta/shared/domain/tickets';
import { RotateCw } from 'lucide-react';
import { CompanyPicker } from '../../components/company/company-picker.tsx';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { Button } from '../../components/ui/button.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useRequiredSession } from '../../lib/session.ts';
import { cn } from '../../lib/utils.ts';
import { ALL_COMPANIES, isNarrowed, NO_FILTERS, type TicketFilters } from './ticket-filters.ts';

const optionsOf = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }));
const STATUS = optionsOf(STATUS_TICKET, STATUS_TICKET_LABEL);
const TIPO = optionsOf(TIPOS_TICKET, TIPO_TICKET_LABEL);
const PRIORIDADE = optionsOf(SEVERIDADES, SEVERIDADE_LABEL);

interface FiltersBarProps {
  filters: TicketFilters;
  onChange: (change: Partial<TicketFilters>) => void;
  onRefresh: () => void;
  refreshing: boolean;
}

/** Search, filters and refresh of the list of tickets. */
export function FiltersBar({ filters, onChange, onRefresh, refreshing }: FiltersBarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2.5">
      <SearchInput
        className="w-full sm:w-auto sm:min-w-64 sm:flex-1"
        label="Buscar tickets"
        placeholder="Buscar por título ou descrição…"
        value={filters.q}
        onValueChange={(q) => onChange({ q })}
      />
      <FilterSelect
        label="Status"
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
        allLabel="Todos os status"
        options={STATUS}
      />
      <FilterSelect
        label="Tipo"
        value={filters.tipo}
        onValueChange={(tipo) => onChange({ tipo })}
        allLabel="Todos os tipos"
        options={TIPO}
      />
      <FilterSelect
        label="Prioridade"
        value={filters.severidade}
        onValueChange={(severidade) => onChange({ severidade })}
        allLabel="Todas as prioridades"
        options={PRIORIDADE}
        className="sm:w-48"
      />
      <Tooltip content="Atualizar">
        <Button
          variant="outline"
          size="icon"
          aria-label="Atualizar"
          aria-busy={refreshing}
          onClick={onRefresh}
        >
          <RotateCw className={cn(refreshing && 'animate-spin')} />
        </Button>
      </Tooltip>
      <ClearFilters show={isNarrowed(filters)} onClear={() => onChange(NO_FILTERS)} />
    </search>
  );
}

/** For an administrator: whose tickets are shown. The own company stands in the address as nothing. */
export function CompanyFilter({
  empresa,
  onChange,
}: {
  empresa: string;
  onChange: (empresa: string) => void;
}) {
  const { empresaId } = useRequiredSession();
  return (
    <CompanyPicker
      className="w-56"
      label="Empresa"
      noneLabel="Todas as empresas"
      value={empresa === ALL_COMPANIES ? '' : empresa || (empresaId ?? '')}
      onValueChange={(id) => onChange(id === '' ? ALL_COMPANIES : id === empresaId ? '' : id)}
    />
  );
}
