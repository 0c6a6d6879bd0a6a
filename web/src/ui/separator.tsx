import { cn } from '../lib/utils.ts';

/** A decorative line. */
export function Separator({ className, vertical }: { className?: string; vertical?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={cn('shrink-0 bg-border', vertical ? 'h-full w-px' : 'h-px w-full', className)}
    />
  );
}
