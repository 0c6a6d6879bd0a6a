import { Play, Square } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AgentFacts } from '../../domain/agents/agent-facts.tsx';
import {
  callPath,
  type Firing,
  isPending,
  measureOf,
  type ShownReason,
  shownReasons,
  titleOf,
  type useDecision,
} from '../../domain/alerts/firings.ts';
import type { Settling } from '../../domain/alerts/settle-dialog.tsx';
import { VerdictButtons } from '../../domain/alerts/verdict-buttons.tsx';
import {
  formatClock,
  formatClockMs,
  formatDate,
  formatDateTime,
  formatStart,
} from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';

type Reason = ShownReason;

interface FiringRowProps {
  firing: Firing;
  decision: ReturnType<typeof useDecision>;
  mayDecide: boolean;
  selected: boolean;
  current: boolean;
  /** Start of the excerpt that is playing, ms; null if no excerpt of this row is playing. */
  sounding: number | null;
  onSelect: (on: boolean) => void;
  onHear: (reason: Reason) => void;
  onSettle: (settling: Settling) => void;
  onStop: () => void;
  onOpen: () => void;
  onFocus: () => void;
  ref: (row: HTMLElement | null) => void;
}

/** An alert: the call, the reasons with quotes, and the buttons for the two possible decisions. */
export function FiringRow(props: FiringRowProps) {
  const { firing, current, selected, mayDecide, onFocus, ref } = props;
  const pending = isPending(firing);
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-current={current || undefined}
      onFocus={onFocus}
      className={cn(
        'focus-ring grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 px-3 py-2.5 focus-visible:ring-inset sm:grid-cols-[auto_minmax(0,1fr)_auto]',
        current && 'bg-accent/60',
        firing.estado === 'aberto' ? '' : 'text-muted-foreground',
      )}
    >
      {mayDecide ? (
        <Checkbox
          className="mt-1"
          aria-label={`Selecionar alerta: ${titleOf(firing)}`}
          checked={selected}
          disabled={!pending}
          onCheckedChange={(on) => props.onSelect(on === true)}
        />
      ) : (
        <span />
      )}
      <div className="grid min-w-0 gap-1">
        <Heading {...props} />
        <Reasons {...props} />
      </div>
      {mayDecide ? (
        <div className="max-sm:col-span-2">
          <VerdictButtons firing={firing} decision={props.decision} onSettle={props.onSettle} />
        </div>
      ) : null}
    </li>
  );
}

/** Time at which the rule fired; without the date if that is the date of the call. */
function firedAt({ ligacao, momento }: Firing): string {
  const fired = formatDateTime(momento);
  const day = formatDate(momento);
  return ligacao && formatDate(ligacao.momento) === day
    ? `alerta às ${fired.slice(day.length).trim()}`
    : `alerta de ${fired}`;
}

function Heading({ firing, onOpen }: FiringRowProps) {
  const { ligacao, agente, projeto, estado } = firing;
  const to = callPath(firing);
  const facts = [
    ligacao?.numero ? formatStart(ligacao.momento, ligacao.inicio_precisao) : null,
    ligacao?.duracao == null ? null : formatClock(ligacao.duracao),
    ligacao?.nota == null ? null : `pontuação ${ligacao.nota}%`,
    projeto?.nome,
    firedAt(firing),
  ];
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
      {to ? (
        <Link
          to={to}
          target="_blank"
          onClick={onOpen}
          className={cn(
            'focus-ring inline-block rounded-sm py-0.5 text-foreground tabular-nums underline-offset-4 hover:underline',
            estado === 'aberto' && 'font-semibold',
          )}
        >
          {titleOf(firing)}
          <span className="sr-only"> (abre a análise em nova janela)</span>
        </Link>
      ) : (
        <span className="font-semibold text-foreground">{titleOf(firing)}</span>
      )}
      <span className="min-w-0 text-muted-foreground text-xs tabular-nums">
        <AgentFacts agente={agente} facts={facts} />
      </span>
    </p>
  );
}

function Reasons({ firing, sounding, onHear, onStop }: FiringRowProps) {
  const { ligacao, observacao } = firing;
  const measure = measureOf(firing);
  const hears = (reason: Reason) => ligacao?.gravacao && reason.start_ms !== null;
  return (
    <>
      {measure ? <p className="text-sm">{measure}</p> : null}
      {shownReasons(firing).map((reason, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two criteria may have equal words
        <div key={index} className="flex min-w-0 items-start gap-2 text-sm">
          {hears(reason) ? (
            <Button
              variant="outline"
              size="sm"
              className="h-6 shrink-0 px-2 text-xs tabular-nums max-sm:h-9"
              aria-label={
                sounding === reason.start_ms ? 'Parar' : `Ouvir em ${formatClockMs(reason.start_ms)}`
              }
              onClick={() => (sounding === reason.start_ms ? onStop() : onHear(reason))}
            >
              {sounding === reason.start_ms ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
              {formatClockMs(reason.start_ms)}
            </Button>
          ) : null}
          <p className="min-w-0 break-words">
            <span className={reason.citacao ? 'text-muted-foreground' : undefined}>{reason.texto}</span>
            {reason.citacao ? <span>: “{reason.citacao}”</span> : null}
            {reason.templates.length > 0 ? (
              <span className="text-muted-foreground text-xs"> · {reason.templates.join(', ')}</span>
            ) : null}
          </p>
        </div>
      ))}
      {observacao ? <p className="text-muted-foreground text-xs">Observação: {observacao}</p> : null}
    </>
  );
}
