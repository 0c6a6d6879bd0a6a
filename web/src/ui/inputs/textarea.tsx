import type { ComponentProps } from 'react';
import { cn } from '../../lib/utils.ts';
import { fieldClasses } from './input.tsx';

/** An input for several lines of text; it grows with its content where the browser supports that. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cn(fieldClasses, 'field-sizing-content min-h-20 px-3 py-2 max-md:text-base', className)}
      {...props}
    />
  );
}
