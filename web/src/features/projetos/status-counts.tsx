import type { QueryIn } from '@escuta/shared/contracts/contract';
import { getMetricasDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { useQuery } from '@tanstack/react-query';
import { STATUS_LABEL } from '../../domain/items/item-status.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';

/** Numbers of items by state, in the whole project or on the list's days. A press on a number filters the list. */
export function StatusCounts({
  projetoId,
  dias,
  status,
  onStatus,
}: {
  projetoId: string;
  /** The days by which the list is filtered. */
  dias: QueryIn<typeof getMetricasDoProjeto>;
  status: string;
  onStatus: (status: StatusProcessamento | '') => void;
}) {
  const { data } = useQuery({
    ...apiListQuery(getMetricasDoProjeto, {
      params: { id: projetoId },
      query: dias.de || dias.ate ? dias : {},
    }),
    select: (answer) => answer.data.porStatus,
    refetchInterval: usePollWhileOffline(15_000),
  });
  // If the figures cannot be loaded, nothing is shown here, because the list still shows the items.
  if (!data) return null;
  return (
    <fieldset aria-label="Itens por status" className="flex flex-wrap gap-2">
      {STATUS_PROCESSAMENTO.map((one) => (
        <Button
          key={one}
          size="sm"
          variant={status === one ? 'secondary' : 'outline'}
          aria-pressed={status === one}
          onClick={() => onStatus(status === one ? '' : one)}
        >
          {STATUS_LABEL[one]}
          <span className="text-muted-foreground tabular-nums">{formatNumber(data[one] ?? 0)}</span>
        </Button>
      ))}
    </fieldset>
  );
}
