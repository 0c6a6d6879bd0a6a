import type { ComponentProps } from 'react';
import { cn } from '../lib/utils.ts';

/**
 * A dense table in its own horizontally scrolling box. Name it with `aria-label` or a caption. Set `scrollable` if the
 * table contains no focusable element: the box then takes the focus, so that the keyboard can scroll it.
 */
export function Table({
  className,
  containerClassName,
  scrollable = false,
  ...props
}: ComponentProps<'table'> & { containerClassName?: string; scrollable?: boolean }) {
  const region = scrollable ? { role: 'region', tabIndex: 0, 'aria-label': props['aria-label'] } : {};
  return (
    <div
      className={cn('relative w-full overflow-x-auto', scrollable && 'focus-ring', containerClassName)}
      {...region}
    >
      <table // Lines belong to cells, because lines of rows do not move with a pinned cell.
        className={cn('w-full caption-bottom border-separate border-spacing-0 text-sm', className)}
        {...props}
      />
    </div>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('bg-muted/60', className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={cn('[&_tr:last-child>*]:border-b-0', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      className={cn(
        '[&>*]:border-b transition-colors hover:bg-muted/50 data-[state=selected]:bg-primary-soft',
        className,
      )}
      {...props}
    />
  );
}

export function TableHead({ className, scope = 'col', ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope={scope}
      className={cn(
        'h-9 whitespace-nowrap px-3 text-left align-middle font-medium text-muted-foreground text-xs',
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('px-3 py-2 align-middle', className)} {...props} />;
}
