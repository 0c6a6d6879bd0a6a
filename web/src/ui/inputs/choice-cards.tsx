import { type ReactNode, useId } from 'react';
import { cn } from '../../lib/utils.ts';

interface ChoiceCardsProps<V extends string> {
  legend: string;
  value: V | null;
  onValueChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode; description?: ReactNode }[];
  className?: string;
}

/** Radio cards, each with an explanation. */
export function ChoiceCards<V extends string>({
  legend,
  value,
  onValueChange,
  options,
  className,
}: ChoiceCardsProps<V>) {
  const name = useId();
  return (
    <fieldset className={cn('grid gap-2', className)}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-2.5 rounded-lg border p-3 text-sm has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:ring-2 has-focus-visible:ring-ring"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onValueChange(option.value)}
            className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
          />
          {option.description === undefined ? (
            <span className="min-w-0">{option.label}</span>
          ) : (
            <span className="grid min-w-0">
              <span className="break-words font-medium">{option.label}</span>
              <span className="break-words text-muted-foreground text-xs">{option.description}</span>
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
