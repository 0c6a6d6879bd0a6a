import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/utils.ts';
import { Skeleton } from './skeleton.tsx';

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div className={cn('rounded-xl border bg-card text-card-foreground shadow-card', className)} {...props} />
  );
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col gap-1 p-5', className)} {...props} />;
}

/** A heading, of level 2 by default. */
export function CardTitle({ className, level = 2, ...props }: ComponentProps<'h2'> & { level?: 2 | 3 | 4 }) {
  const Heading = `h${level}` as 'h2' | 'h3' | 'h4';
  return <Heading className={cn('font-semibold text-base leading-snug', className)} {...props} />;
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cn('text-muted-foreground text-sm', className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('p-5 pt-0', className)} {...props} />;
}

interface StatCardProps {
  label: string;
  /** The figure; undefined while it loads. */
  value: ReactNode | undefined;
  hint?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

/** A figure with its name; a skeleton while `value` is undefined. */
export function StatCard({ label, value, hint, icon, className }: StatCardProps) {
  return (
    <Card className={cn('flex flex-col gap-1.5 p-4 sm:p-5', className)}>
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium text-dense text-muted-foreground">{label}</p>
        {icon ? <span className="text-muted-foreground [&>svg]:size-4.5">{icon}</span> : null}
      </div>
      {value === undefined ? (
        <Skeleton className="mt-1 h-7 w-20" />
      ) : (
        <p className="font-semibold text-2xl tabular-nums leading-tight tracking-tight">{value}</p>
      )}
      {hint && value !== undefined ? <p className="text-muted-foreground text-xs">{hint}</p> : null}
    </Card>
  );
}
