import type { Proporcao } from '@escuta/shared/domain/intervals/proportion';
import { formatNumber, formatShare } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';

/** The 95 % interval of a share; '-' if there are too few data. */
const interval = ({ de, ate }: Proporcao, between: string): string =>
  de === null || ate === null ? '-' : `${formatShare(de)}${between}${formatShare(ate)}`;

/** A share in words: '90% (18 de 20; 70% a 97%)'; '-' if there is no share. */
export function rateText(rate: Proporcao | null): string {
  if (!rate) return '-';
  const { n, d, valor } = rate;
  return `${formatShare(valor)} (${formatNumber(n)} de ${formatNumber(d)}; ${interval(rate, ' a ')})`;
}

/** A share with its number of cases and its 95 % interval; '-' if there is no share. */
export function Rate({ rate, className }: { rate: Proporcao | null; className?: string }) {
  if (!rate) return <span className={cn('text-muted-foreground', className)}>-</span>;
  const { n, d, valor } = rate;
  return (
    <span className={cn('whitespace-nowrap tabular-nums', className)} title={rateText(rate)}>
      {formatShare(valor)}{' '}
      <span className="text-muted-foreground text-xs">
        {formatNumber(n)}/{formatNumber(d)} · {interval(rate, '–')}
      </span>
    </span>
  );
}
