import { sentimentLabel, type TextAnalysis } from '@escuta/shared/domain/transcripts/text-analysis';
import { formatNumber } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx';

const VARIANT: Record<'positivo' | 'neutro' | 'negativo', BadgeVariant> = {
  positivo: 'success',
  neutro: 'neutral',
  negativo: 'destructive',
};

/** Mean sentiment of each quarter of the call, above or below a middle line. */
export function Sentiment({ analise }: { analise: TextAnalysis }) {
  if (analise.sentimentoGeral === null) return null;
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2 font-medium text-muted-foreground text-xs">
        Sentimento ao longo da gravação
        <Badge variant={VARIANT[analise.sentimentoGeral]}>geral: {analise.sentimentoGeral}</Badge>
      </p>
      <ol className="grid grid-cols-4 gap-2">
        {analise.sentimentoPorQuarto.map((score, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the quarters of a call are their order
          <Quarter key={index} number={index + 1} score={score} />
        ))}
      </ol>
    </div>
  );
}

function Quarter({ number, score }: { number: number; score: number | null }) {
  const label = score === null ? 'sem fala' : sentimentLabel(score);
  const share = score === null ? 0 : Math.min(1, Math.abs(score)) * 50;
  return (
    <li className="grid gap-1 text-center">
      <div aria-hidden="true" className="relative h-11 rounded-md bg-muted/70">
        <div className="absolute inset-x-0 top-1/2 border-t border-dashed" />
        {score === null ? null : (
          <div
            className={cn(
              'absolute inset-x-[22%] rounded-sm',
              label === 'positivo'
                ? 'bg-success'
                : label === 'negativo'
                  ? 'bg-destructive'
                  : 'bg-muted-foreground',
            )}
            style={
              score >= 0
                ? { bottom: '50%', height: `max(2px, ${share}%)` }
                : { top: '50%', height: `max(2px, ${share}%)` }
            }
          />
        )}
      </div>
      <p className="text-xs leading-snug">
        <span className="text-muted-foreground">{number}ª parte</span>
        <br />
        {label}
        {score === null ? null : (
          <span className="tabular-nums">{` ${score > 0 ? '+' : ''}${formatNumber(score, 2)}`}</span>
        )}
      </p>
    </li>
  );
}
