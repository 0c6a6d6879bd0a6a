import type { ReactNode } from 'react';
import { cn } from '../../lib/utils.ts';

/** A link in a chart, such as a cell of the chart's table or a name in its legend. */
export interface ChartPick {
  /** Accessible name, which contains the visible words. */
  label: string;
  onPick: () => void;
}

/** Button that looks like a link, for words or a figure of a chart. */
export function PickButton({
  pick,
  className,
  children,
}: {
  pick: ChartPick;
  className?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={pick.label}
      onClick={pick.onPick}
      className={cn(
        'focus-ring touch-target cursor-pointer rounded-sm underline decoration-dotted underline-offset-4 hover:text-primary-text hover:decoration-solid',
        className,
      )}
    >
      {children}
    </button>
  );
}
