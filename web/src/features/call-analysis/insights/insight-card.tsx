import type { ResultadoCompleto } from '@escuta/shared/contracts/resultados';
import { insightAttention } from '@escuta/shared/domain/insight-attention';
import { CircleAlert, CircleMinus, UserRound } from 'lucide-react';
import { CategoryBadge } from '../../../domain/insights/categoria.tsx';
import { Unproven } from '../../../domain/insights/evidence.tsx';
import { FeedbackPanel } from '../../../domain/insights/feedback-panel.tsx';
import {
  Alertas,
  ATENDIDO,
  Attention,
  Confidence,
  CriterioItem,
  NotDone,
  Score,
} from '../../../domain/insights/insight-parts.tsx';
import {
  type Criterio,
  countCriterios,
  sortAlertas,
  sortCriterios,
} from '../../../domain/insights/insights.ts';
import { VerdictPanel } from '../../../domain/insights/verdict-panel.tsx';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Fold } from './fold.tsx';

type InsightUsado = ResultadoCompleto['insightTemplatesUsados'][number];

interface InsightCardProps {
  usado: InsightUsado;
}

/** The first quote that stands in the transcript, else the first given. */
function firstQuote(evidencias: Criterio['evidencias']): string | null {
  return (evidencias.find(({ verificada }) => verificada) ?? evidencias[0])?.citacao ?? null;
}

function CriterioFold({
  criterio,
  pessoa,
}: {
  criterio: Criterio;
  pessoa: Criterio['atendido'] | undefined;
}) {
  const { label, icon: Icon, tone } = ATENDIDO[criterio.atendido];
  const unproven = !criterio.comprovado;
  const quote = firstQuote(criterio.evidencias);
  return (
    <Fold
      label={`${criterio.descricao}: ${label}${unproven ? ', sem evidência' : ''}${pessoa ? `, pessoa: ${ATENDIDO[pessoa].label}` : ''}`}
      line={
        <>
          {unproven && criterio.atendido === 'sim' ? (
            <CircleMinus className="size-4 shrink-0 text-warning-text" aria-hidden="true" />
          ) : (
            <Icon className={cn('size-4 shrink-0', tone)} aria-hidden="true" />
          )}
          <span className="min-w-0 truncate">
            <span className="font-medium">{criterio.descricao}</span>
            {quote ? <span className="text-muted-foreground"> · “{quote}”</span> : null}
          </span>
          {criterio.critico && criterio.atendido === 'nao' ? (
            <Badge variant="destructive">crítico</Badge>
          ) : null}
          {pessoa ? <UserRound className="size-4 shrink-0 text-primary-text" aria-hidden="true" /> : null}
        </>
      }
    >
      <CriterioItem as="div" criterio={criterio} pessoa={pessoa} />
    </Fold>
  );
}

/** What one template found out about the call, and on which words it rests. */
export function InsightCard({ usado }: InsightCardProps) {
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
    <article aria-label={usado.nome} className="grid grid-cols-1 rounded-lg border p-1.5">
      <header>
        <h3>
          <Fold
            label={`Sobre o insight ${usado.nome}`}
            line={
              <>
                <span className="min-w-0 truncate font-semibold text-lead">{usado.nome}</span>
                {done && insight.pontuacao !== null ? (
                  <span className="ml-auto">
                    <Score value={insight.pontuacao} />
                  </span>
                ) : null}
              </>
            }
          >
            <div className="grid gap-1.5 font-normal text-sm">
              {insight.resumo ? <p className="leading-relaxed">{insight.resumo}</p> : null}
              {usado.descricao ? <p className="text-muted-foreground">{usado.descricao}</p> : null}
              {usado.parametrosOmitidos.length > 0 ? (
                <p className="text-muted-foreground">
                  Parâmetros que o modelo não aceita e que ficaram de fora:{' '}
                  {usado.parametrosOmitidos.join(', ')}.
                </p>
              ) : null}
              <p className="text-muted-foreground text-xs">
                {[
                  `Versão ${usado.versao} do template`,
                  usado.modelo ? `Modelo ${usado.modelo}` : 'Modelo não informado',
                  processedAt && formatDateTime(processedAt),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </Fold>
        </h3>
        <div className="flex flex-wrap items-center gap-1.5 px-1.5 pb-1">
          <CategoryBadge categoria={usado.categoria} />
          <Confidence value={insight.scoreConfianca} />
          <Attention atencao={atencao} />
          {insight.semEvidencia ? <Unproven /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-1.5 px-1.5 [&>section:has(form,ol,p)]:basis-full md:[&_button]:h-7">
          {done && aplicaveis > 0 ? (
            <span className="text-muted-foreground text-xs">
              {formatNumber(atendidos)} de {formatNumber(aplicaveis)} atendidos
            </span>
          ) : null}
          <span className="flex-1" />
          <FeedbackPanel insightId={usado.id} comentarios={insight.comentarios} />
          {done || insight.statusProcessamento === 'erro' ? (
            <VerdictPanel
              compact
              insightId={usado.id}
              criterios={insight.criterios}
              validacao={insight.validacao}
              hasResult={done}
            />
          ) : null}
        </div>
      </header>

      {done ? (
        <ul aria-label={`Alertas e critérios de ${usado.nome}`} className="grid grid-cols-1">
          {sortAlertas(insight.alertasIdentificados).map((alerta) => (
            <li key={`${alerta.titulo}-${alerta.descricao}`}>
              <Fold
                label={`Alerta: ${alerta.titulo}`}
                line={
                  <>
                    <CircleAlert className="size-4 shrink-0 text-destructive-text" aria-hidden="true" />
                    <span className="min-w-0 truncate">
                      <span className="font-medium">{alerta.titulo}</span>
                      <span className="text-muted-foreground"> · {alerta.descricao}</span>
                    </span>
                  </>
                }
              >
                <Alertas alertas={[alerta]} />
              </Fold>
            </li>
          ))}
          {sortCriterios(insight.criterios).map((criterio) => (
            <li key={criterio.id}>
              <CriterioFold
                criterio={criterio}
                pessoa={insight.validacao?.discordancias.find(({ id }) => id === criterio.id)?.atendido}
              />
            </li>
          ))}
        </ul>
      ) : (
        <NotDone status={insight.statusProcessamento} motivo={insight.motivo} />
      )}
    </article>
  );
}
