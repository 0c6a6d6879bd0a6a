import type { ComponentProps } from 'react';
import { cn } from '../lib/utils.ts';

/** Outline of content that is loading; hidden from screen readers (mark the region `aria-busy`). */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden="true"
      className={cn('animate-pulse rounded-md bg-foreground/8', className)}
      {...props}
    />
  );
}
