import type { MomentoDoAgente } from '@escuta/shared/contracts/team/agente-pagina';
import { FileX2, MessageSquareReply, Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { FeedbackSubject } from '../../../domain/agents/feedback-dialog.tsx';
import { type HeardCall, momentPath } from '../../../domain/player/heard-moment.tsx';
import type { Clip } from '../../../domain/player/use-clips.ts';
import { formatClockMs, formatDateTime, formatShare } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';

interface MomentsProps {
  title: string;
  moments: readonly MomentoDoAgente[];
  /** Text for an empty list. */
  nothing: string;
  onHear: (call: HeardCall, clip: Clip) => void;
  /** Opens the form for feedback on a moment; absent if the reader may not give feedback. */
  onFeedback?: ((about: Omit<FeedbackSubject, 'agente'>) => void) | undefined;
}

/** Calls, each with the sentence that explains its score; playing starts at that sentence. */
export function Moments({ title, moments, nothing, onHear, onFeedback }: MomentsProps) {
  return (
    <Card className="grid content-start gap-3 p-5">
      <CardTitle className="text-base">{title}</CardTitle>
      {moments.length === 0 ? <p className="text-muted-foreground text-sm">{nothing}</p> : null}
      <ul className="grid gap-4">
        {moments.map((one) => (
          <Moment key={one.item_id} one={one} onHear={onHear} onFeedback={onFeedback} />
        ))}
      </ul>
    </Card>
  );
}

function Moment({
  one,
  onHear,
  onFeedback,
}: Pick<MomentsProps, 'onHear' | 'onFeedback'> & { one: MomentoDoAgente }) {
  const { item_id, momento, pontuacao, projeto, criterio, citacao, gravacao, duracao_s } = one;
  const name = `Ligação de ${formatDateTime(momento)}`;
  const startMs = citacao?.start_ms ?? 0;
  return (
    <li className="grid gap-1.5 border-t pt-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge variant="outline">{formatShare(pontuacao)}</Badge>
        <Link to={momentPath(item_id, startMs)} className="focus-ring rounded-sm font-medium hover:underline">
          {formatDateTime(momento)}
        </Link>
        <span className="break-words text-muted-foreground">{projeto.nome}</span>
      </div>
      {criterio ? (
        <p className="break-words text-sm">
          <span className="font-medium">{criterio.atendido === 'sim' ? 'Cumpriu: ' : 'Não cumpriu: '}</span>
          {criterio.descricao}
          {criterio.critico ? (
            <Badge variant="destructive" className="ml-2">
              Crítico
            </Badge>
          ) : null}
        </p>
      ) : null}
      {citacao ? (
        <blockquote className="break-words border-l-2 pl-3 text-sm italic">“{citacao.texto}”</blockquote>
      ) : criterio?.justificativa ? (
        <p className="break-words text-muted-foreground text-sm">{criterio.justificativa}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {gravacao ? (
          <Button
            variant="outline"
            size="sm"
            className="tabular-nums"
            aria-label={`Ouvir ${name} em ${formatClockMs(startMs)}`}
            onClick={() =>
              onHear(
                {
                  itemId: item_id,
                  key: item_id,
                  name,
                  durationMs: duracao_s === null ? null : duracao_s * 1000,
                },
                { startMs, endMs: citacao?.end_ms ?? null, sentencaOrdem: citacao?.ordem ?? null },
              )
            }
          >
            <Play aria-hidden="true" />
            {formatClockMs(startMs)}
          </Button>
        ) : (
          <span className="flex min-h-8 items-center gap-1.5 text-muted-foreground text-xs">
            <FileX2 className="size-3.5" aria-hidden="true" />
            Sem gravação para ouvir
          </span>
        )}
        {onFeedback ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() =>
              onFeedback({
                itemId: item_id,
                inicioMs: startMs,
                ...(criterio ? { criterio: criterio.descricao } : {}),
              })
            }
          >
            <MessageSquareReply aria-hidden="true" />
            Dar retorno
          </Button>
        ) : null}
      </div>
    </li>
  );
}
