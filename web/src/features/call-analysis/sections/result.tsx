import { nivelConfianca } from '@escuta/shared/domain/insights/insight-attention';
import { overallScore } from '@escuta/shared/domain/insights/scores';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ScoreOfAi } from '../../../domain/insights/insight-parts.tsx';
import { formatNumber, formatShare } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import type { Resultado } from './overview.tsx';
import { Sentiment } from './sentiment.tsx';

const TONE = {
  alta: 'text-success-text',
  media: 'text-warning-text',
  baixa: 'text-destructive-text',
} as const;

/** Summary of the call: score, alerts, text, sentiment. */
export function Result({ resultado }: { resultado: Resultado }) {
  const { insightTemplatesUsados: insights, analiseTexto } = resultado;
  const done = insights.filter(({ resultado: r }) => r.insight.statusProcessamento === 'concluido');
  const score = overallScore(done.map(({ resultado: r }) => r.insight.pontuacao));
  const scoreOfAi = overallScore(done.map(({ resultado: r }) => r.insight.pontuacao_ia));
  const rejected = done.filter(({ resultado: r }) => r.insight.validacao?.inteiro).length;
  const scored = done.filter(({ resultado: r }) => r.insight.pontuacao !== null).length;
  const alerts = done.reduce((sum, { resultado: r }) => sum + r.insight.alertasIdentificados.length, 0);
  const nivel = nivelConfianca(score);
  if (done.length === 0 && !analiseTexto) return null;
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 @2xl:grid-cols-[auto_minmax(0,1fr)] @4xl:grid-cols-[auto_minmax(0,2.1fr)_minmax(0,1fr)]">
      <div className="grid min-w-28 gap-1">
        <p className="text-muted-foreground text-xs">Pontuação geral</p>
        <p
          className={cn(
            'font-semibold text-4xl tabular-nums leading-none tracking-tight',
            nivel ? TONE[nivel] : 'text-muted-foreground',
          )}
        >
          <ScoreOfAi value={score} ia={scoreOfAi} />
          {score === null ? '-' : formatShare(score)}
        </p>
        <p className="text-muted-foreground text-xs">
          {scored > 0
            ? `média de ${plural(scored, 'template', 'templates')}`
            : rejected > 0
              ? 'insights rejeitados não contam'
              : 'nenhum template gerou pontuação'}
        </p>
        <p
          className={cn(
            'text-sm',
            alerts > 0 ? 'font-medium text-destructive-text' : 'text-muted-foreground',
          )}
        >
          {alerts > 0 ? plural(alerts, 'alerta da IA', 'alertas da IA') : 'Sem alertas da IA'}
        </p>
        {analiseTexto && analiseTexto.ofensas.length > 0 ? (
          <p className="font-medium text-destructive-text text-sm">
            {formatNumber(analiseTexto.ofensas.length)}{' '}
            {analiseTexto.ofensas.length === 1 ? 'ofensa' : 'ofensas'}
          </p>
        ) : null}
      </div>
      {analiseTexto?.resumo ? (
        <div className="grid content-start gap-1">
          <h3 className="text-muted-foreground text-xs">Resumo</h3>
          <p className="max-w-prose text-sm leading-relaxed">{analiseTexto.resumo}</p>
        </div>
      ) : (
        <span className="max-@2xl:hidden" />
      )}
      {analiseTexto ? (
        <div className="@2xl:max-@4xl:col-span-2">
          <Sentiment analise={analiseTexto} />
        </div>
      ) : null}
    </div>
  );
}
