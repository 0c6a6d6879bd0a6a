import type { ReactNode } from 'react';
import { cn } from '../../lib/utils.ts';

/** Something of a chart that can be asked about: a cell of its table, a name of its legend. */
export interface ChartPick {
  /** The question, for screen readers; it holds the words on screen. */
  label: string;
  onPick: () => void;
}

/** Words or a figure of a chart that lead on. */
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
