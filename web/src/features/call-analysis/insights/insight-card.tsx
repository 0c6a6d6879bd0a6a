import type { ResultadoCompleto } from '@escuta/shared/contracts/resultados';
import { insightAttention } from '@escuta/shared/domain/insight-attention';
import { CategoryBadge } from '../../../components/insights/categoria.tsx';
import { Unproven } from '../../../components/insights/evidence.tsx';
import { FeedbackPanel } from '../../../components/insights/feedback-panel.tsx';
import {
  Alertas,
  Attention,
  Confidence,
  CriterioItem,
  NotDone,
  Score,
} from '../../../components/insights/insight-parts.tsx';
import { countCriterios, sortCriterios } from '../../../components/insights/insights.ts';
import { VerdictPanel } from '../../../components/insights/verdict-panel.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';

type InsightUsado = ResultadoCompleto['insightTemplatesUsados'][number];

interface InsightCardProps {
  usado: InsightUsado;
  canalAgente: 'left' | 'right';
}

/** What one template found out about the call, and on which words it rests. */
export function InsightCard({ usado, canalAgente }: InsightCardProps) {
  const { insight, processedAt } = usado.resultado;
  const atencao = insightAttention({
    statusProcessamento: insight.statusProcessamento,
    scoreConfianca: insight.scoreConfianca,
    validadoHumano: insight.validadoHumano,
    alertas: insight.alertasIdentificados.length,
    semEvidencia: insight.semEvidencia,
  });
  const done = insight.statusProcessamento === 'concluido';
  const { atendidos, aplicaveis } = countCriterios(insight.criterios);
  return (
    <article className="grid gap-3.5 rounded-lg border p-4">
      <header className="grid gap-2">
        <div className="flex items-start justify-between gap-3">
          <h3 className="font-semibold text-lead leading-snug">{usado.nome}</h3>
          {done && insight.pontuacao !== null ? <Score value={insight.pontuacao} /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          <CategoryBadge categoria={usado.categoria} />
          <Badge variant="outline">v{usado.versao}</Badge>
          <Confidence value={insight.scoreConfianca} />
          <Attention atencao={atencao} />
          {insight.semEvidencia ? <Unproven /> : null}
        </div>
        {usado.descricao ? <p className="text-muted-foreground text-xs">{usado.descricao}</p> : null}
      </header>

      {done ? (
        <>
          {insight.resumo ? <p className="text-sm leading-relaxed">{insight.resumo}</p> : null}
          <Alertas alertas={insight.alertasIdentificados} canalAgente={canalAgente} />
          {insight.criterios.length > 0 ? (
            <div className="grid gap-2">
              <h4 className="flex items-baseline justify-between font-medium text-sm">
                Critérios
                <span className="font-normal text-muted-foreground text-xs">
                  {formatNumber(atendidos)} de {formatNumber(aplicaveis)} atendidos
                </span>
              </h4>
              <ul className="grid gap-2.5">
                {sortCriterios(insight.criterios).map((criterio) => (
                  <CriterioItem
                    key={criterio.id}
                    criterio={criterio}
                    canalAgente={canalAgente}
                    pessoa={insight.validacao?.discordancias.find(({ id }) => id === criterio.id)?.atendido}
                  />
                ))}
              </ul>
            </div>
          ) : null}
        </>
      ) : (
        <NotDone status={insight.statusProcessamento} motivo={insight.motivo} />
      )}

      {usado.parametrosOmitidos.length > 0 ? (
        <p className="rounded-md bg-muted px-2.5 py-1.5 text-muted-foreground text-xs">
          Parâmetros que o modelo não aceita e que ficaram de fora: {usado.parametrosOmitidos.join(', ')}.
        </p>
      ) : null}
      {done || insight.statusProcessamento === 'erro' ? (
        <VerdictPanel
          insightId={usado.id}
          criterios={insight.criterios}
          validacao={insight.validacao}
          hasResult={done}
        />
      ) : null}
      <FeedbackPanel insightId={usado.id} comentarios={insight.comentarios} />
      <footer className="text-muted-foreground text-xs">
        {usado.modelo ? `Modelo ${usado.modelo}` : 'Modelo não informado'}
        {processedAt ? ` · ${formatDateTime(processedAt)}` : ''}
      </footer>
    </article>
  );
}
