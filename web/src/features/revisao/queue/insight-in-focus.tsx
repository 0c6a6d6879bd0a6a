import { ExternalLink } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { AgentFacts } from '../../../domain/agents/agent-facts.tsx';
import { CallFirings, useCallFirings } from '../../../domain/alerts/call-firings.tsx';
import { callPath, criteriaOf } from '../../../domain/alerts/firings.ts';
import { CategoryBadge } from '../../../domain/insights/categoria.tsx';
import { UnprovenBadge } from '../../../domain/insights/evidence.tsx';
import {
  Alertas,
  Confidence,
  CriterioItem,
  NotDone,
  Score,
} from '../../../domain/insights/insight-parts.tsx';
import { sortCriterios } from '../../../domain/insights/insights.ts';
import type { PlayerEngine } from '../../../domain/player/player-engine.ts';
import { RecordingBar } from '../../../domain/player/recording-bar.tsx';
import { href, paths } from '../../../lib/paths.ts';
import { formatClock, formatDate, formatStart } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { callLabel } from '../entry.ts';
import type { ParaRevisar } from './queue-rules.ts';

interface InsightInFocusProps {
  insight: ParaRevisar;
  engine: PlayerEngine | null;
  headingRef: RefObject<HTMLHeadingElement | null>;
  noteRef: RefObject<HTMLTextAreaElement | null>;
  note: string;
  onNoteChange: (note: string) => void;
  canJudge: boolean;
  /** Called after a person decided here on an alert of this insight. */
  onSettled: () => void;
  /** Opens the form that rejects the insight, with these criteria marked as wrong. */
  onCorrect: (criterios: readonly string[]) => void;
}

/** The undecided alerts of an insight's call, and the criteria of this insight for which they fired. */
function useFiringsHere({ id, itemId, disparos }: ParaRevisar) {
  const ids = disparos.map((one) => one.id);
  const firings = (useCallFirings(itemId) ?? []).filter((one) => ids.includes(one.id));
  const fired = new Set(
    firings.flatMap((firing) =>
      criteriaOf(firing).flatMap((one) => (one.insightId === id ? one.criterios : [])),
    ),
  );
  return { ids, first: ids.map((one) => firings.find((firing) => firing.id === one)).find(Boolean), fired };
}

/** The person to whom the call is assigned, since when, and until when the review is due. */
function Holder({ item: { responsavel, prazo, atrasada } }: Pick<ParaRevisar, 'item'>) {
  return (
    <p className="break-words text-muted-foreground text-sm">
      {responsavel
        ? `Responsável: ${responsavel.nome}, desde ${formatDate(responsavel.desde)}`
        : 'Sem responsável'}
      {prazo ? (
        <span className={cn(atrasada && 'font-medium text-destructive-text')}>
          {' · '}
          {atrasada ? 'Prazo vencido em' : 'Prazo até'} {formatDate(prazo)}
        </span>
      ) : null}
    </p>
  );
}

/** An insight with all that a reviewer needs to judge it. */
export function InsightInFocus({
  insight,
  engine,
  headingRef,
  noteRef,
  note,
  onNoteChange,
  canJudge,
  onSettled,
  onCorrect,
}: InsightInFocusProps) {
  const { atencao, item, projeto, resultado } = insight;
  const done = insight.statusProcessamento === 'concluido';
  const alta = atencao.prioridade === 'alta';
  const { ids, first, fired } = useFiringsHere(insight);
  const facts = [
    item.numeroDestino ? item.nomeEntrevistado : null,
    projeto.nome,
    formatStart(item.callStartTime ?? item.createdAt, item.inicioPrecisao),
    item.callDuration === null ? null : formatClock(item.callDuration),
  ];
  return (
    <article aria-labelledby="insight-em-foco" className="grid grid-cols-1 gap-4">
      <header className="grid gap-2.5">
        <div className="flex items-start justify-between gap-3">
          <div className="grid min-w-0 gap-0.5">
            <h2
              id="insight-em-foco"
              ref={headingRef}
              tabIndex={-1}
              className="break-words font-semibold text-lg tabular-nums leading-snug outline-none"
            >
              {callLabel(insight)}
            </h2>
            <p className="break-words text-muted-foreground text-sm">
              <AgentFacts agente={item.agente} facts={facts} />
            </p>
          </div>
          {done ? <Score value={insight.pontuacao} ia={insight.pontuacao_ia} /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          <CategoryBadge categoria={insight.categoria} />
          <Badge variant="outline">
            {insight.template.nome} v{insight.template.versao}
          </Badge>
          <Confidence value={insight.scoreConfianca} />
          {insight.semEvidencia ? <UnprovenBadge /> : null}
          <Link
            to={(first && callPath(first)) ?? href(paths.analiseLigacao, { itemId: insight.itemId })}
            target="_blank"
            rel="noreferrer"
            className="focus-ring ml-auto flex items-center gap-1 rounded-sm text-primary-text text-xs hover:underline"
          >
            Análise completa
            <ExternalLink className="size-3.5" aria-hidden="true" />
            <span className="sr-only">(abre em nova janela)</span>
          </Link>
        </div>
        <p
          className={cn(
            'rounded-md px-3 py-2 text-sm',
            alta ? 'bg-destructive-soft text-destructive-text' : 'bg-warning-soft text-warning-text',
          )}
        >
          <strong className="font-semibold">Prioridade {alta ? 'alta' : 'média'}:</strong>{' '}
          {atencao.motivos.join('; ')}.
        </p>
        {ids.length > 0 ? (
          <CallFirings
            itemId={insight.itemId}
            only={ids}
            canPlay={engine !== null}
            onSettled={onSettled}
            correctable={{ insightId: insight.id, correct: onCorrect }}
          />
        ) : null}
        {item.responsavel || item.prazo ? <Holder item={item} /> : null}
      </header>
      {engine ? (
        <RecordingBar engine={engine} />
      ) : (
        <p className="rounded-md bg-muted px-3 py-2 text-muted-foreground text-sm">
          Sem gravação para ouvir: a ligação não tem arquivo, ou ele mudou depois desta análise.
        </p>
      )}
      {done ? (
        <>
          {insight.resumo ? <p className="text-sm leading-relaxed">{insight.resumo}</p> : null}
          <Alertas alertas={insight.alertasIdentificados} />
          {resultado && resultado.criterios.length > 0 ? (
            <div className="grid gap-2">
              <h3 className="font-medium text-sm">Critérios</h3>
              <ul className="grid gap-3">
                {sortCriterios(resultado.criterios)
                  .sort((a, b) => Number(fired.has(b.id)) - Number(fired.has(a.id)))
                  .map((criterio) => (
                    <CriterioItem key={criterio.id} criterio={criterio} fired={fired.has(criterio.id)} />
                  ))}
              </ul>
            </div>
          ) : null}
        </>
      ) : (
        <NotDone status={insight.statusProcessamento} motivo={insight.motivo} />
      )}
      {insight.parametrosOmitidos.length > 0 ? (
        <p className="rounded-md bg-muted px-2.5 py-1.5 text-muted-foreground text-xs">
          Parâmetros não aceitos pelo modelo e ignorados: {insight.parametrosOmitidos.join(', ')}.
        </p>
      ) : null}
      {canJudge ? (
        <Field label="Observação" hint="É salva com o veredito.">
          <Textarea
            ref={noteRef}
            value={note}
            maxLength={2000}
            onChange={(event) => onNoteChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.preventDefault();
              headingRef.current?.focus();
            }}
            className="min-h-14"
          />
        </Field>
      ) : null}
    </article>
  );
}
