import { SENTIMENTO_LABEL } from '@escuta/shared/domain/filters/filtro-campos';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { FEELING, OpenAlerts, Score } from './call-columns.tsx';
import { FileIndicator } from './file-indicator.tsx';
import type { CallRow } from './logic/call-row.ts';

/** Two lines of a call's card on a phone: agent, time and length; then score, alerts, sentiment and progress. */
export function CallFacts({ row }: { row: CallRow }) {
  const { agente, call_start_time, call_duration, qualidade } = row;
  return (
    <>
      <p className="flex min-w-0 items-baseline gap-x-1.5 text-dense tabular-nums">
        {agente ? (
          <>
            <AgentLink agente={agente} className="min-w-0 truncate" />
            <span aria-hidden="true">·</span>
          </>
        ) : null}
        <span className="shrink-0">{formatDateTime(call_start_time)}</span>
        {call_duration === null ? null : (
          <span className="shrink-0 text-muted-foreground">· {formatNumber(call_duration)} s</span>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-1.5 text-dense">
        {qualidade && (qualidade.nota ?? null) !== null ? (
          <span className="tabular-nums">
            <span className="text-muted-foreground text-xs">Pontuação</span>{' '}
            <span className="font-semibold">
              <Score qualidade={qualidade} />
            </span>
          </span>
        ) : null}
        <OpenAlerts row={row} />
        {qualidade?.sentimento ? (
          <Badge variant={FEELING[qualidade.sentimento]}>{SENTIMENTO_LABEL[qualidade.sentimento]}</Badge>
        ) : null}
        <FileIndicator row={row} />
      </div>
    </>
  );
}
