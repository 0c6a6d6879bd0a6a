import { DATA_LABEL, DATAS } from '@escuta/shared/domain/filtro';
import { cn } from '../../lib/utils.ts';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/select.tsx';

interface DateBasisProps {
  /** As it stands in the address: '' is the day of entry. */
  value: 'ligacao' | '';
  onValueChange: (value: 'ligacao' | '') => void;
  className?: string;
}

/** Whose days a DateRange beside it means: the call's own, or those on which it came into the product. */
export function DateBasis({ value, onValueChange, className }: DateBasisProps) {
  return (
    <Select
      value={value || 'entrada'}
      onValueChange={(next) => onValueChange(next === 'ligacao' ? 'ligacao' : '')}
    >
      <SelectTrigger aria-label="Qual data" className={cn('min-w-36 flex-1 sm:w-44 sm:flex-none', className)}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {[...DATAS].reverse().map((data) => (
          <SelectItem key={data} value={data}>
            {DATA_LABEL[data]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
