import type { ConversaAchada } from '@escuta/shared/contracts/calls/busca';
import { SENTIMENTO_LABEL, type Sentimento } from '@escuta/shared/domain/filters/filtro-campos';
import { FALANTE_LABEL, type Falante } from '@escuta/shared/domain/profiles/roles';
import { Pause, Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AgentFacts } from '../../domain/agents/agent-facts.tsx';
import { momentPath } from '../../domain/player/heard-moment.tsx';
import { formatClock, formatClockMs, formatPhone, formatStart } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { markedPieces } from './marked.ts';

export type Trecho = ConversaAchada['trechos'][number];

/** Name of a conversation: the respondent's name, else the called number, else the extension, else the start time. */
export const nameOf = ({
  nome_entrevistado,
  numero_destino,
  ramal,
  quando,
  inicio_precisao,
}: ConversaAchada): string =>
  nome_entrevistado ??
  (numero_destino
    ? formatPhone(numero_destino)
    : ramal
      ? `Ramal ${ramal}`
      : formatStart(quando, inicio_precisao));

interface HitCardProps {
  conversa: ConversaAchada;
  current: boolean;
  /** Number of the sentence that is playing; null if no sentence of this card is playing. */
  sounding: number | null;
  onHear: (trecho: Trecho) => void;
  onFocus: () => void;
  ref?: (card: HTMLElement | null) => void;
}

/** Card of a result: one side of a conversation, with the sentences that contain the searched words. */
export function HitCard({ conversa, current, sounding, onHear, onFocus, ref }: HitCardProps) {
  const { item_id, trechos, papel, agente, projeto, quando, inicio_precisao, nota, sentimento, duracao_s } =
    conversa;
  const name = nameOf(conversa);
  const facts = [projeto.nome, duracao_s === null ? null : formatClock(duracao_s)];
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={`${name}, ${formatStart(quando, inicio_precisao)}`}
      aria-current={current || undefined}
      onFocus={onFocus}
      className={cn(
        'grid scroll-my-24 gap-3 rounded-xl border bg-card p-4 shadow-card outline-none',
        current && 'border-primary ring-1 ring-primary',
      )}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <Link
            to={momentPath(item_id, trechos[0]?.startMs ?? 0)}
            className="focus-ring inline-block break-words rounded-sm py-0.5 font-medium hover:underline"
          >
            {name}
          </Link>
          <p className="break-words text-muted-foreground text-xs">
            <AgentFacts agente={agente} facts={facts} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-1.5 text-xs">
          <Badge variant="neutral">{FALANTE_LABEL[papel as Falante] ?? papel}</Badge>
          {nota === null ? null : <Badge variant="outline">Pontuação {nota}%</Badge>}
          {sentimento && sentimento in SENTIMENTO_LABEL ? (
            <Badge variant="outline">{SENTIMENTO_LABEL[sentimento as Sentimento]}</Badge>
          ) : null}
          <time dateTime={quando} className="whitespace-nowrap text-muted-foreground tabular-nums">
            {formatStart(quando, inicio_precisao)}
          </time>
        </div>
      </header>
      <ul className="grid gap-1.5">
        {trechos.map((trecho) => (
          <li key={trecho.ordem} className="flex items-start gap-2.5">
            {conversa.gravacao ? (
              <Button
                variant="outline"
                size="sm"
                className="shrink-0 tabular-nums"
                aria-label={`${sounding === trecho.ordem ? 'Parar' : 'Ouvir'} em ${formatClockMs(trecho.startMs)}`}
                onClick={() => onHear(trecho)}
              >
                {sounding === trecho.ordem ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
                {formatClockMs(trecho.startMs)}
              </Button>
            ) : (
              <span className="shrink-0 pt-1.5 text-muted-foreground text-xs tabular-nums">
                {formatClockMs(trecho.startMs)}
              </span>
            )}
            <p className="min-w-0 break-words pt-1 text-sm leading-relaxed">
              {markedPieces(trecho.texto, trecho.marcas).map(({ text, found, at }) =>
                found ? (
                  <mark key={at} className="rounded-xs bg-warning-soft px-0.5 font-medium text-warning-text">
                    {text}
                  </mark>
                ) : (
                  text
                ),
              )}
            </p>
          </li>
        ))}
      </ul>
    </article>
  );
}
