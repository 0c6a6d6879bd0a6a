import type { ComponentProps } from 'react';
import { cn } from '../../lib/utils.ts';

export const fieldClasses =
  'w-full min-w-0 rounded-md border border-input bg-card text-foreground text-sm transition-[border-color,box-shadow] placeholder:text-muted-foreground focus-visible:border-ring focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-ring/35 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive aria-invalid:ring-destructive/25';

/** An input for a line of text. Its text has 16 px on phones, so that iOS does not zoom in when it gets the focus. */
export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={cn(
        fieldClasses,
        'h-9 px-3 py-1 max-sm:h-11 max-md:text-base file:border-0 file:bg-transparent file:font-medium',
        className,
      )}
      {...props}
    />
  );
}
