import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx';

interface MoreFiltersProps {
  /** Label of the button; 'Filtros' if all filters of the list are behind it. */
  label?: string;
  /** Number of the filters behind the button that are set. */
  n: number;
  children: ReactNode;
}

/** Filters without room beside the search, behind one button. */
export function MoreFilters({ label = 'Mais filtros', n, children }: MoreFiltersProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline" className="px-3">
          <SlidersHorizontal aria-hidden="true" />
          {label}
          {n > 0 ? <Badge variant="primary">{n}</Badge> : null}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={label}
        className="grid max-h-[var(--radix-popover-content-available-height)] w-[min(32rem,calc(100vw-1.5rem))] grid-cols-2 gap-x-3 gap-y-3.5 overflow-y-auto"
      >
        {children}
      </PopoverContent>
    </Popover>
  );
}
