import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx';

/** An (i) with an explanation, for pointer, touch and keyboard. `label`: the question that the explanation answers. */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover>
      <PopoverTrigger
        aria-label={label}
        title={label}
        className="focus-ring touch-target inline-flex cursor-pointer justify-center rounded-full align-text-bottom text-muted-foreground hover:text-foreground max-sm:-my-3 print:hidden"
      >
        <Info aria-hidden="true" className="size-4" />
      </PopoverTrigger>
      <PopoverContent className="text-sm leading-relaxed">{children}</PopoverContent>
    </Popover>
  );
}
