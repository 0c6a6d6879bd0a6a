/** The bars with buttons above and below the insight that is being reviewed. */
import { ArrowDown, ArrowUp, Check, Ear, Undo2, X } from 'lucide-react';
import { useCan } from '../../../lib/network/permissions.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ReprocessButton } from '../reprocess-button.tsx';
import type { ParaRevisar } from './queue-rules.ts';

interface StepBarProps {
  /** Index of the current insight, from 0. */
  index: number;
  /** Number of insights listed so far. */
  listed: number;
  /** Number of insights that wait for a verdict; `totalExato` is false if counting stopped at this number. */
  total: number;
  totalExato: boolean;
  onStep: (by: 1 | -1) => void;
}

/** Buttons 'previous' and 'next', shown on screens where the list does not fit beside the insight. */
export function StepBar({ index, listed, total, totalExato, onStep }: StepBarProps) {
  return (
    <div className="flex items-center justify-between gap-2 border-b px-4 py-2 lg:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Insight anterior"
        disabled={index <= 0}
        onClick={() => onStep(-1)}
      >
        <ArrowUp />
      </Button>
      <span className="text-muted-foreground text-sm tabular-nums">
        {formatNumber(index + 1)} de {formatNumber(total)}
        {totalExato ? '' : '+'}
      </span>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Próximo insight"
        disabled={index >= listed - 1}
        onClick={() => onStep(1)}
      >
        <ArrowDown />
      </Button>
    </div>
  );
}

interface JudgeBarProps {
  insight: ParaRevisar;
  /** Plays the insight's quotes; null if the call has no recording. */
  onListen: (() => void) | null;
  /** Takes back the last verdict; null if none was given yet. */
  onUndo: (() => void) | null;
  onReject: () => void;
  onApprove: () => void;
}

/** Buttons for the actions that also have keys, for mouse and touch. */
export function JudgeBar({ insight, onListen, onUndo, onReject, onApprove }: JudgeBarProps) {
  const can = useCan();
  const failed = insight.statusProcessamento === 'erro';
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-b-xl border-t bg-card px-4 py-3 sm:px-5">
      <Button
        variant="ghost"
        onClick={() => onListen?.()}
        disabled={onListen === null}
        className="max-sm:px-2.5"
      >
        <Ear aria-hidden="true" />
        <span className="max-sm:sr-only">Ouvir evidência</span>
      </Button>
      <Button variant="ghost" onClick={() => onUndo?.()} disabled={onUndo === null} className="max-sm:px-2.5">
        <Undo2 aria-hidden="true" />
        <span className="max-sm:sr-only">Desfazer</span>
      </Button>
      {can('result', 'update') ? (
        <div className="ml-auto flex gap-2">
          {failed ? (
            can('result', 'process') ? (
              <ReprocessButton key={insight.id} insightId={insight.id} itemId={insight.itemId} />
            ) : null
          ) : (
            <Button variant="outline" onClick={onReject}>
              <X aria-hidden="true" />
              Rejeitar
            </Button>
          )}
          <Button onClick={onApprove}>
            <Check aria-hidden="true" />
            {failed ? 'Marcar como visto' : 'Aprovar'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
