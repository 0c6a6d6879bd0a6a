import { X } from 'lucide-react';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';

/** Stands for the value '', because Radix does not allow an empty value for an item. */
const ALL = 'todos';

/** Width of a filter: two in a row on a phone, elsewhere as wide as its words, up to a limit. */
export const FILTER_WIDTH = 'w-auto min-w-36 flex-1 sm:max-w-64 sm:flex-none';

interface FilterSelectProps<T extends string> {
  label: string;
  /** The chosen value; '' for no filter. */
  value: T | '';
  onValueChange: (value: T | '') => void;
  /** Label of the entry that does not filter, such as 'Todos os papéis'. */
  allLabel: string;
  options: readonly { value: T; label: string }[];
  className?: string;
}

/** Select that filters by one of few values, or does not filter. */
export function FilterSelect<T extends string>({
  label,
  value,
  onValueChange,
  allLabel,
  options,
  className,
}: FilterSelectProps<T>) {
  return (
    <Select
      value={value || ALL}
      onValueChange={(next) => onValueChange(options.find((option) => option.value === next)?.value ?? '')}
    >
      <SelectTrigger aria-label={label} className={cn(FILTER_WIDTH, className)}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={ALL}>{allLabel}</SelectItem>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

/** Clears every filter; hidden while none is set. */
export function ClearFilters({ show, onClear }: { show: boolean; onClear: () => void }) {
  return show ? (
    <Button variant="ghost" onClick={onClear}>
      <X aria-hidden="true" />
      Limpar filtros
    </Button>
  ) : null;
}
