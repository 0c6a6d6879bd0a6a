import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/utils.ts';

export interface Step {
  title: string;
  text: ReactNode;
  done: boolean;
  /** Renders the step's buttons (`current`: true for the next step); absent if this person has nothing to do in it. */
  action?: ((current: boolean) => ReactNode) | undefined;
}

/** Shows steps in order; marks the finished steps and the next one. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const current = steps.findIndex(({ done }) => !done);
  return (
    <ol className="grid gap-4">
      {steps.map(({ title, text, done, action }, index) => (
        <li key={title} className="flex gap-4" aria-current={index === current ? 'step' : undefined}>
          <span
            className={cn(
              'flex size-8 shrink-0 items-center justify-center rounded-full font-semibold text-sm',
              done
                ? 'bg-success-soft text-success-text'
                : index === current
                  ? 'bg-primary text-primary-foreground'
                  : 'bg-muted text-muted-foreground',
            )}
          >
            {done ? <Check className="size-4" aria-hidden="true" /> : index + 1}
          </span>
          <div className="grid flex-1 justify-items-start gap-1 pt-1">
            <p className="font-medium">
              {title}
              {done ? <span className="sr-only"> (feito)</span> : null}
            </p>
            <p className="max-w-prose text-muted-foreground">{text}</p>
            {!done && action ? (
              <div className="mt-1.5 flex flex-wrap gap-2">{action(index === current)}</div>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
