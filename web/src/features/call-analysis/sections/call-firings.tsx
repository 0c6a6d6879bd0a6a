import { listDisparos } from '@escuta/shared/contracts/insights/regras';
import { GRAVIDADE_LABEL } from '@escuta/shared/domain/rules/rules';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type Firing, GRAVITY_VARIANT, useDecision } from '../../../domain/alerts/firings.ts';
import { VerdictButtons } from '../../../domain/alerts/verdict-buttons.tsx';
import { useAnalysis } from '../../../domain/insights/analysis-context.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { formatClockMs } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';

/** Rules that fired for this call, with the two answers; nothing if none did. */
export function CallFirings({ itemId }: { itemId: string }) {
  const mayDecide = useCan()('result', 'update');
  const firings = useQuery(apiQuery(listDisparos, { query: { item_id: itemId, limit: 100 } }));
  const decision = useDecision();
  const rows = firings.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Alertas da ligação" className="mt-3 rounded-lg border">
      <ul className="divide-y">
        {rows.map((firing) => (
          <li key={firing.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 py-2">
            <div className="grid min-w-0 flex-1 basis-64 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
                <Badge variant={GRAVITY_VARIANT[firing.gravidade]}>{GRAVIDADE_LABEL[firing.gravidade]}</Badge>
                {firing.regra.nome}
              </p>
              {firing.porque.map((reason, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two criteria may have equal words
                <Reason key={index} reason={reason} />
              ))}
            </div>
            {mayDecide ? <VerdictButtons firing={firing} decision={decision} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reason({ reason: { texto, citacao, start_ms, end_ms } }: { reason: Firing['porque'][number] }) {
  const { playFrom, playEvidence } = useAnalysis();
  return (
    <p className="flex min-w-0 items-start gap-2 text-sm">
      {playFrom && start_ms !== null ? (
        <Button
          variant="outline"
          size="sm"
          className="h-6 shrink-0 px-2 text-xs tabular-nums max-sm:h-9"
          aria-label={`Ouvir em ${formatClockMs(start_ms)}`}
          onClick={() => playEvidence({ startMs: start_ms, endMs: end_ms, sentencaOrdem: null })}
        >
          <Play aria-hidden="true" />
          {formatClockMs(start_ms)}
        </Button>
      ) : null}
      <span className="min-w-0 break-words">
        <span className="text-muted-foreground">{texto}</span>
        {citacao ? `: “${citacao}”` : null}
      </span>
    </p>
  );
}
