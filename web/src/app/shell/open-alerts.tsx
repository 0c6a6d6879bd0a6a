import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import { countDisparos } from '@escuta/shared/contracts/insights/regras';
import { useQuery } from '@tanstack/react-query';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';

const POLL_MS = 60_000;

/** Number of unresolved alerts, the same as on the home page's card; renders nothing if there are none. */
export function OpenAlerts({ dot }: { dot: boolean }) {
  const { data } = useQuery({
    ...apiQuery(countDisparos),
    staleTime: POLL_MS,
    refetchInterval: usePollWhileOffline(POLL_MS),
  });
  const n = (data?.data.abertos ?? 0) + (data?.data.vistos ?? 0);
  if (n === 0) return null;
  const text = n >= TOTAL_LIMITE ? `${formatNumber(TOTAL_LIMITE)}+` : formatNumber(n);
  return (
    <span
      className={cn(
        'rounded-full bg-destructive-soft font-medium text-destructive-text text-xs tabular-nums',
        dot ? 'absolute top-1 right-1 size-2 bg-destructive' : 'ml-auto px-1.5',
      )}
    >
      <span className={dot ? 'sr-only' : undefined}>{text}</span>
      <span className="sr-only"> a resolver</span>
    </span>
  );
}
