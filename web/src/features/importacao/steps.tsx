import { cn } from '../../lib/utils.ts';
import { PASSOS } from './words.ts';

/** The four steps, and where one is. */
export function Steps({ current }: { current: number }) {
  return (
    <ol aria-label="Passos da importação" className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {PASSOS.map((passo, n) => (
        <li
          key={passo}
          aria-current={n === current ? 'step' : undefined}
          className={cn(
            'flex items-center gap-2 border-t-2 pt-2 text-sm',
            n <= current ? 'border-primary font-medium' : 'text-muted-foreground',
          )}
        >
          <span className="tabular-nums">{n + 1}.</span>
          {passo}
        </li>
      ))}
    </ol>
  );
}
