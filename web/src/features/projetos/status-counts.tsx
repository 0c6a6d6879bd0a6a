import { getMetricasDoProjeto } from '@escuta/shared/contracts/projetos';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '@escuta/shared/domain/status';
import { useQuery } from '@tanstack/react-query';
import { STATUS_LABEL } from '../../domain/calls/call-status.tsx';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatNumber } from '../../lib/format.ts';
import { apiQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';

/** How many items of a project are in each state; each number shows those alone. */
export function StatusCounts({
  projetoId,
  status,
  onStatus,
}: {
  projetoId: string;
  status: string;
  onStatus: (status: StatusProcessamento | '') => void;
}) {
  const { data } = useQuery({
    ...apiQuery(getMetricasDoProjeto, { params: { id: projetoId } }),
    select: (answer) => answer.data.porStatus,
    refetchInterval: usePollWhileOffline(15_000),
  });
  // What the numbers say the list says too: without them nothing lacks.
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
