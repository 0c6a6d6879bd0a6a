import { listDisparos } from '@escuta/shared/contracts/insights/regras';
import { GRAVIDADE_LABEL } from '@escuta/shared/domain/rules/rules';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatClockMs } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useAnalysis } from '../insights/analysis-context.ts';
import { type Firing, GRAVITY_VARIANT, type ShownReason, shownReasons, useDecision } from './firings.ts';
import { type Correctable, SettleDialog, type Settling } from './settle-dialog.tsx';
import { VerdictButtons } from './verdict-buttons.tsx';

/** Firings of a call; undefined while they load. */
export function useCallFirings(itemId: string): readonly Firing[] | undefined {
  return useQuery(apiQuery(listDisparos, { query: { item_id: itemId, limit: 100 } })).data?.data;
}

interface CallFiringsProps {
  itemId: string;
  /** Ids of the firings to show; if absent, all firings of the call are shown. */
  only?: readonly string[];
  /** True if the page has a player for the moments that the reasons quote. */
  canPlay: boolean;
  onSettled?: () => void;
  correctable?: Correctable;
  className?: string;
}

/** A call's firings with their rules, reasons and buttons for a decision. Renders nothing without firings. */
export function CallFirings({ itemId, only, canPlay, onSettled, correctable, className }: CallFiringsProps) {
  const mayDecide = useCan()('result', 'update');
  const firings = useCallFirings(itemId);
  const decision = useDecision();
  const [settling, setSettling] = useState<Settling | null>(null);
  const rows = (firings ?? []).filter(({ id }) => only === undefined || only.includes(id));
  if (rows.length === 0) return null;
  return (
    <section aria-label="Alertas da ligação" className={className}>
      <ul className="divide-y rounded-lg border">
        {rows.map((firing) => (
          <li key={firing.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 py-2">
            <div className="grid min-w-0 flex-1 basis-88 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
                <Badge variant={GRAVITY_VARIANT[firing.gravidade]}>{GRAVIDADE_LABEL[firing.gravidade]}</Badge>
                {firing.regra.nome}
              </p>
              {shownReasons(firing).map((reason, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two criteria may have equal words
                <Reason key={index} reason={reason} canPlay={canPlay} />
              ))}
              {firing.observacao ? (
                <p className="text-muted-foreground text-xs">Observação: {firing.observacao}</p>
              ) : null}
            </div>
            {mayDecide ? <VerdictButtons firing={firing} decision={decision} onSettle={setSettling} /> : null}
          </li>
        ))}
      </ul>
      <SettleDialog
        settling={settling}
        decision={decision}
        onClose={() => setSettling(null)}
        {...(onSettled ? { onSettled } : {})}
        correctable={correctable}
      />
    </section>
  );
}

interface ReasonProps {
  reason: ShownReason;
  canPlay: boolean;
}

function Reason({ reason: { texto, citacao, start_ms, end_ms, templates }, canPlay }: ReasonProps) {
  const { playEvidence } = useAnalysis();
  return (
    <p className="flex min-w-0 items-start gap-2 text-sm">
      {canPlay && start_ms !== null ? (
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
        {templates.length > 0 ? (
          <span className="text-muted-foreground text-xs"> · {templates.join(', ')}</span>
        ) : null}
      </span>
    </p>
  );
}
