import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { insightAttention } from '@escuta/shared/domain/insights/insight-attention';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CategoryBadge } from '../../../domain/insights/categoria.tsx';
import { UnprovenBadge } from '../../../domain/insights/evidence.tsx';
import { FeedbackPanel } from '../../../domain/insights/feedback-panel.tsx';
import {
  Alertas,
  Attention,
  Confidence,
  CriterioItem,
  lookOf,
  NotDone,
  Score,
} from '../../../domain/insights/insight-parts.tsx';
import {
  answerInForce,
  type Criterio,
  type CriterioRevisto,
  countCriterios,
  sortAlertas,
  sortCriterios,
  underVerdict,
} from '../../../domain/insights/insights.ts';
import { type Correction, VerdictPanel } from '../../../domain/insights/verdict-panel.tsx';
import { usePrinting } from '../../../lib/browser/printing.ts';
import { formatDateTime, formatNumber } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Fold } from './fold.tsx';

type InsightUsado = ResultadoCompleto['insightTemplatesUsados'][number];

interface InsightCardProps {
  usado: InsightUsado;
  /** The summary for paper, without the sentences that are already printed above. */
  printed: string;
}

/** The first quote that was found in the transcript ('verificada'), else the first quote. */
function firstQuote(evidencias: Criterio['evidencias']): string | null {
  return (evidencias.find(({ verificada }) => verificada) ?? evidencias[0])?.citacao ?? null;
}

function CriterioFold({ criterio, aimed }: { criterio: CriterioRevisto; aimed: boolean }) {
  const { label, Icon, tone, ia, unproven } = lookOf(criterio);
  const quote = firstQuote(criterio.evidencias);
  return (
    <Fold
      aimed={aimed}
      label={`${criterio.descricao}: ${label}${unproven ? ', sem evidência' : ''}${ia ? `, ${ia}` : ''}`}
      line={
        <>
          <Icon className={cn('size-4 shrink-0', tone)} aria-hidden="true" />
          <span className="min-w-0 truncate">
            <span className="font-medium">{criterio.descricao}</span>
            {quote ? (
              <span data-short className="text-muted-foreground print:hidden">
                {' '}
                · “{quote}”
              </span>
            ) : null}
          </span>
          {criterio.critico && !criterio.rejeitado && answerInForce(criterio) === 'nao' ? (
            <Badge variant="destructive">crítico</Badge>
          ) : null}
          {ia ? <span className="ml-auto shrink-0 text-muted-foreground text-xs">{ia}</span> : null}
        </>
      }
    >
      <CriterioItem as="div" untitled criterio={criterio} />
    </Fold>
  );
}

const PARAMETERS = ['insight', 'criterio', 'corrigir'] as const;

/** Reads from the address if it names this insight, which of its criteria, and if their correction is to be opened. */
function useAim(insightId: string): {
  here: boolean;
  criterios: readonly string[];
  correction: Correction | null;
} {
  const [search, setSearch] = useSearchParams();
  if (search.get('insight') !== insightId) return { here: false, criterios: [], correction: null };
  const criterios = search.getAll('criterio');
  const close = (): void =>
    setSearch(
      (now) => new URLSearchParams([...now].filter(([name]) => !PARAMETERS.some((one) => one === name))),
      { replace: true },
    );
  return { here: true, criterios, correction: search.has('corrigir') ? { criterios, close } : null };
}

/** A template's findings in the call, with the quotes that prove them. */
export function InsightCard({ usado, printed }: InsightCardProps) {
  const summary = usePrinting() ? printed : usado.resultado.insight.resumo;
  const { insight, processedAt } = usado.resultado;
  const atencao = insightAttention({
    statusProcessamento: insight.statusProcessamento,
    scoreConfianca: insight.scoreConfianca,
    validadoHumano: insight.validadoHumano,
    alertas: insight.alertasIdentificados.length,
    semEvidencia: insight.semEvidencia,
  });
  const done = insight.statusProcessamento === 'concluido';
  const aim = useAim(usado.id);
  const card = useRef<HTMLElement>(null);
  const toCard = aim.here && aim.criterios.length === 0;
  useEffect(() => {
    if (toCard) card.current?.scrollIntoView({ block: 'start' });
  }, [toCard]);
  const criterios = underVerdict(insight.criterios, insight.validacao);
  const { atendidos, aplicaveis } = countCriterios(criterios);
  const rejected = insight.validacao?.inteiro === true;
  return (
    <article
      ref={card}
      aria-label={usado.nome}
      className="grid scroll-mt-40 grid-cols-1 rounded-lg border p-1.5"
    >
      <header>
        <h3>
          <Fold
            label={`Sobre o insight ${usado.nome}`}
            line={
              <>
                <span className="min-w-0 truncate font-semibold text-lead">{usado.nome}</span>
                {done ? (
                  <span className="ml-auto">
                    <Score value={insight.pontuacao} ia={insight.pontuacao_ia} />
                  </span>
                ) : null}
              </>
            }
          >
            <div className="grid gap-1.5 font-normal text-sm print:gap-0.5">
              {summary ? <p className="leading-relaxed print:leading-snug">{summary}</p> : null}
              {usado.descricao ? <p className="text-muted-foreground">{usado.descricao}</p> : null}
              {usado.parametrosOmitidos.length > 0 ? (
                <p className="text-muted-foreground print:hidden">
                  Parâmetros não aceitos pelo modelo e ignorados: {usado.parametrosOmitidos.join(', ')}.
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
          {insight.semEvidencia ? <UnprovenBadge /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-1.5 px-1.5 [&>section:has(form,ol,p)]:basis-full md:[&_button]:h-7">
          {done && aplicaveis > 0 && !rejected ? (
            <span className="text-muted-foreground text-xs">
              {formatNumber(atendidos)} de {plural(aplicaveis, 'critério atendido', 'critérios atendidos')}
            </span>
          ) : null}
          <span className="flex-1" />
          <FeedbackPanel insightId={usado.id} comentarios={insight.comentarios} template={usado.nome} />
          {done || insight.statusProcessamento === 'erro' ? (
            <VerdictPanel
              compact
              insightId={usado.id}
              criterios={insight.criterios}
              validacao={insight.validacao}
              hasResult={done}
              template={usado.nome}
              correction={aim.correction}
            />
          ) : null}
        </div>
      </header>

      {done ? (
        <ul aria-label={`Alertas da IA e critérios de ${usado.nome}`} className="grid grid-cols-1">
          {sortAlertas(insight.alertasIdentificados).map((alerta) => (
            <li key={`${alerta.titulo}-${alerta.descricao}`}>
              <Fold
                label={`Alerta da IA: ${alerta.titulo}`}
                line={
                  <>
                    <CircleAlert className="size-4 shrink-0 text-destructive-text" aria-hidden="true" />
                    <span className="min-w-0 truncate">
                      <span className="font-medium">{alerta.titulo}</span>
                      <span className="text-muted-foreground print:hidden"> · {alerta.descricao}</span>
                    </span>
                  </>
                }
              >
                <Alertas alertas={[alerta]} />
              </Fold>
            </li>
          ))}
          {sortCriterios(criterios).map((criterio) => (
            <li key={criterio.id}>
              <CriterioFold criterio={criterio} aimed={aim.criterios.includes(criterio.id)} />
            </li>
          ))}
        </ul>
      ) : (
        <NotDone status={insight.statusProcessamento} motivo={insight.motivo} />
      )}
    </article>
  );
}
