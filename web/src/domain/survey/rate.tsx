import type { Proporcao } from '@escuta/shared/domain/interview/proportion';
import { formatNumber, formatShare } from '../../lib/format.ts';
import { cn } from '../../lib/utils.ts';

/** '90% (18 de 20; 70% a 97%)', or a dash. */
export function rateText(rate: Proporcao | null): string {
  if (!rate) return '–';
  const { n, d, valor, de, ate } = rate;
  return `${formatShare(valor)} (${formatNumber(n)} de ${formatNumber(d)}; ${formatShare(de)} a ${formatShare(ate)})`;
}

/** A share with what it is counted of and its 95 % interval. */
export function Rate({ rate, className }: { rate: Proporcao | null; className?: string }) {
  if (!rate) return <span className={cn('text-muted-foreground', className)}>–</span>;
  const { n, d, valor, de, ate } = rate;
  return (
    <span className={cn('whitespace-nowrap tabular-nums', className)} title={rateText(rate)}>
      {formatShare(valor)}{' '}
      <span className="text-muted-foreground text-xs">
        {formatNumber(n)}/{formatNumber(d)} · {formatShare(de)}–{formatShare(ate)}
      </span>
    </span>
  );
}
