import type { ComponentProps } from 'react';
import { cn } from '../../lib/utils.ts';

/** Label of the control that `htmlFor` names. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller ties it to its control by htmlFor
    <label
      className={cn('flex select-none items-center gap-1.5 font-medium text-dense leading-none', className)}
      {...props}
    />
  );
}
