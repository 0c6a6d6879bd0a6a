import { FALANTE_LABEL } from '@escuta/shared/domain/profiles/roles';
import { CircleHelp, Play, Share2 } from 'lucide-react';
import { formatClockMs } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useAnalysis } from './analysis-context.ts';
import type { Evidencia } from './insights.ts';

/** Badge of a claim without proof in the transcript. */
export function UnprovenBadge({ className }: { className?: string }) {
  return (
    <Badge
      variant="warning"
      className={className}
      title="Nenhuma citação verificada na transcrição sustenta esta afirmação"
    >
      <CircleHelp aria-hidden="true" />
      sem evidência
    </Badge>
  );
}

/** Quotes of a claim: a proven quote can be played, from 2 s before its first word; an unproven quote is marked. */
export function Evidences({ evidencias }: { evidencias: readonly Evidencia[] }) {
  if (evidencias.length === 0) return null;
  return (
    <ul className="grid gap-1.5 print:gap-0">
      {evidencias.map((evidencia, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: quotes of one claim have no other identity and never move
        <li key={index}>
          <Evidence evidencia={evidencia} />
        </li>
      ))}
    </ul>
  );
}

function Evidence({ evidencia }: { evidencia: Evidencia }) {
  const { playEvidence, share, focus } = useAnalysis();
  const { verificada, citacao, falante, startMs, endMs, sentenca, corrigida } = evidencia;
  if (!verificada) {
    return (
      <p className="flex flex-wrap items-center gap-2 rounded-md border border-dashed px-2.5 py-1.5 text-muted-foreground text-sm">
        <span className="line-through decoration-muted-foreground/60">“{citacao}”</span>
        <UnprovenBadge />
        <span className="sr-only">A citação não está na transcrição.</span>
      </p>
    );
  }
  const quem = falante ? FALANTE_LABEL[falante] : null;
  const active = focus !== null && focus.ordem === evidencia.sentencaOrdem;
  return (
    <div className="flex items-start gap-1">
      <button
        type="button"
        onClick={() => playEvidence(evidencia)}
        className={cn(
          'focus-ring group flex min-w-0 flex-1 items-start gap-2 rounded-md border bg-background/60 px-2.5 py-1.5 text-left text-sm transition-colors hover:border-primary hover:bg-primary-soft print:border-0 print:bg-transparent print:p-0',
          active && 'border-primary bg-primary-soft',
        )}
      >
        <Play className="mt-0.5 size-3.5 shrink-0 text-primary-text print:hidden" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="sr-only">Ouvir evidência: </span>“{citacao}”
          {sentenca && sentenca !== citacao ? (
            <span className="block text-muted-foreground text-xs">Na frase: “{sentenca}”</span>
          ) : null}
          {corrigida ? (
            <span className="block text-warning-text text-xs">
              Uma pessoa corrigiu esta frase: “{corrigida}”
            </span>
          ) : null}
        </span>
        <span className="shrink-0 whitespace-nowrap text-muted-foreground text-xs tabular-nums">
          {quem ? `${quem} · ` : ''}
          {startMs === null ? '' : formatClockMs(startMs)}
        </span>
      </button>
      {share && startMs !== null ? (
        <Button
          variant="ghost"
          size="icon-sm"
          className="touch-target shrink-0 text-muted-foreground print:hidden"
          aria-label={`Compartilhar este momento: ${citacao.slice(0, 40)}`}
          title="Compartilhar este momento"
          onClick={() => share({ startMs, endMs: endMs ?? startMs })}
        >
          <Share2 />
        </Button>
      ) : null}
    </div>
  );
}
