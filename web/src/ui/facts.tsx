import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/utils.ts';

/** Labels and their values, by default two in a row. */
export function Facts({ className, ...props }: ComponentProps<'dl'>) {
  return <dl className={cn('grid grid-cols-2 gap-x-4 gap-y-3', className)} {...props} />;
}

/** A label and its value within `Facts`. */
export function Fact({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
