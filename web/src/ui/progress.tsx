import { cn } from '../lib/utils.ts';

interface ProgressProps {
  /** Share from 0 to 1; null if the share is unknown. */
  value: number | null;
  label: string;
  className?: string;
  tone?: 'primary' | 'success' | 'destructive';
}

const tones = { primary: 'bg-primary', success: 'bg-success', destructive: 'bg-destructive' };

export function Progress({ value, label, className, tone = 'primary' }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className={cn('h-2 w-full overflow-hidden rounded-full bg-secondary', className)}
    >
      <div
        className={cn(
          'h-full rounded-full transition-[width] duration-300',
          tones[tone],
          percent === null && 'w-1/3 animate-pulse',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
