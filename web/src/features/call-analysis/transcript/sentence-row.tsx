import { nivelConfianca } from '@escuta/shared/domain/insights/insight-attention';
import { sideOf } from '@escuta/shared/domain/profiles/roles';
import { Frown, Pencil, Play, Share2, Smile } from 'lucide-react';
import { memo } from 'react';
import { useAnalysis } from '../../../domain/insights/analysis-context.ts';
import { formatClockMs, formatDateTime, formatShare } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import {
  findWords,
  segmentText,
  speakerLabel,
  type TextRange,
  type TranscriptLine,
} from '../logic/transcript.ts';

export interface SentenceRowProps {
  line: TranscriptLine;
  /** True while the sentence is playing. */
  current: boolean;
  /** True if a person opened this sentence from a quote. */
  focused: boolean;
  /** Matches of the search in this sentence. `activeMatch`: index of the one that the search shows; -1 for none. */
  matches: readonly TextRange[];
  activeMatch: number;
  onPlay: ((ms: number) => void) | null;
  /** Opens the correction of the sentence; null if the person may not correct it. */
  onCorrect: ((ordem: number) => void) | null;
}

const SIDE = {
  agente: { align: 'justify-start', bubble: 'rounded-tl-sm bg-agente-soft', name: 'text-agente' },
  cliente: { align: 'justify-end', bubble: 'rounded-tr-sm bg-cliente-soft', name: 'text-cliente' },
  desconhecido: { align: 'justify-start', bubble: 'bg-muted', name: 'text-muted-foreground' },
  /** Style of the second of two voices without a known role: unlike the first, and in neither party's colours. */
  outra: { align: 'justify-end', bubble: 'border bg-background', name: 'text-right text-muted-foreground' },
} as const;

const CONFIDENCE_STYLE = {
  alta: '',
  media: 'underline decoration-dotted decoration-warning-text/70 underline-offset-4',
  baixa: 'underline decoration-wavy decoration-destructive-text/80 underline-offset-4',
} as const;

/** A sentence of the transcript: agent or interviewer on the left, the other party on the right. A click plays it. */
export const SentenceRow = memo(function SentenceRow({
  line,
  current,
  focused,
  matches,
  activeMatch,
  onPlay,
  onCorrect,
}: SentenceRowProps) {
  const lado = sideOf(line.falante);
  const side = SIDE[lado ?? (line.falante === 'voz_2' ? 'outra' : 'desconhecido')];
  const nivel = nivelConfianca(line.confidence);
  const unsure = nivel === 'baixa' || nivel === 'media';
  const confidenceText = `Confiança ${nivel === 'baixa' ? 'baixa' : 'média'} da transcrição: ${formatShare(line.confidence)}`;
  const segments = segmentText(line.text, findWords(line.text, line.ofensas), matches);
  const clock = formatClockMs(line.startMs);
  return (
    <div
      className={cn(
        'group/row flex break-inside-avoid',
        side.align,
        line.firstOfTurn ? 'pt-3 print:pt-1' : 'pt-1 print:pt-0',
      )}
    >
      <div className="grid min-w-0 max-w-[88%] gap-0.5">
        {line.firstOfTurn ? (
          <p className={cn('px-1 font-medium text-xs', side.name, lado === 'cliente' && 'text-right')}>
            {speakerLabel(line.falante)}
          </p>
        ) : null}
        <div
          className={cn(
            'flex items-start gap-2 rounded-xl px-2.5 py-1.5 transition-shadow print:px-1 print:py-0',
            side.bubble,
            current && 'shadow-[inset_0_0_0_2px_var(--primary)]',
            focused && 'outline-2 outline-primary outline-offset-2',
          )}
          aria-current={current ? 'true' : undefined}
        >
          <button
            type="button"
            disabled={!onPlay}
            onClick={() => onPlay?.(line.startMs)}
            aria-label={`Ouvir a partir de ${clock}`}
            className="focus-ring group/time mt-0.5 inline-flex shrink-0 items-center gap-0.5 rounded-sm text-muted-foreground text-xs tabular-nums hover:text-foreground disabled:pointer-events-none"
          >
            {onPlay ? (
              <Play
                className="size-2.5 opacity-60 group-hover/time:opacity-100 print:hidden"
                aria-hidden="true"
              />
            ) : null}
            {clock}–{formatClockMs(line.endMs)}
          </button>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the time beside it is the same for the keyboard */}
          <p
            className={cn(
              'min-w-0 break-words text-sm leading-relaxed print:leading-snug',
              onPlay && 'cursor-pointer',
            )}
            onClick={() => {
              // Does not play while words are selected, because the person may be copying them.
              if (onPlay && window.getSelection()?.isCollapsed !== false) onPlay(line.startMs);
            }}
          >
            <span
              className={nivel ? CONFIDENCE_STYLE[nivel] : undefined}
              title={unsure ? confidenceText : undefined}
            >
              {segments.map(({ text, start, ofensa, match }) =>
                ofensa || match !== -1 ? (
                  <mark
                    key={start}
                    data-match={match !== -1 ? match : undefined}
                    title={ofensa ? 'Palavra ofensiva' : undefined}
                    className={cn(
                      'rounded-[3px] text-inherit',
                      ofensa && 'bg-destructive-soft font-semibold text-destructive-text',
                      match !== -1 && 'bg-warning/45',
                      match !== -1 &&
                        match === activeMatch &&
                        'bg-warning text-black outline-2 outline-warning',
                    )}
                  >
                    {text}
                  </mark>
                ) : (
                  <span key={start}>{text}</span>
                ),
              )}
            </span>
            <SentenceNotes line={line} confidence={unsure ? confidenceText : null} />
          </p>
          <SentenceActs line={line} onCorrect={onCorrect} />
        </div>
        <Correction line={line} />
      </div>
    </div>
  );
});

/** Buttons of a sentence, to share or correct it; visible while the pointer or the focus is near. */
function SentenceActs({
  line,
  onCorrect,
}: {
  line: TranscriptLine;
  onCorrect: ((ordem: number) => void) | null;
}) {
  const { share } = useAnalysis();
  if (!share && !onCorrect) return null;
  const beginning = line.text.slice(0, 40);
  return (
    <span className="-my-1 -mr-1.5 flex shrink-0 opacity-60 print:hidden focus-within:opacity-100 group-hover/row:opacity-100 [@media(hover:hover)]:not-focus-within:not-group-hover/row:opacity-0">
      {share ? (
        <Button
          variant="ghost"
          size="icon-sm"
          className="touch-target size-6"
          aria-label={`Compartilhar este momento: ${beginning}`}
          title="Compartilhar este momento"
          onClick={() => share({ startMs: line.startMs, endMs: line.endMs })}
        >
          <Share2 className="size-3.5" />
        </Button>
      ) : null}
      {onCorrect ? (
        <Button
          variant="ghost"
          size="icon-sm"
          className="touch-target size-6"
          aria-label={`Corrigir: ${beginning}`}
          title="Corrigir a transcrição"
          onClick={() => onCorrect(line.ordem)}
        >
          <Pencil className="size-3.5" />
        </Button>
      ) : null}
    </span>
  );
}

/** The person who corrected a sentence, and the words as they were transcribed. */
function Correction({ line: { correcao, textoOriginal, falanteOriginal } }: { line: TranscriptLine }) {
  if (!correcao) return null;
  return (
    <p className="break-words px-1 text-muted-foreground text-xs">
      <Badge variant="info" className="mr-1.5">
        corrigida
      </Badge>
      {correcao.por ?? 'Conta excluída'}, {formatDateTime(correcao.em)}.
      {textoOriginal === null ? null : <> Transcrito: “{textoOriginal}”.</>}
      {falanteOriginal === null ? null : <> Falante detectado: {speakerLabel(falanteOriginal)}.</>}
    </p>
  );
}

/** Notes beside a sentence: sentiment other than neutral, and low confidence of the transcription. */
function SentenceNotes({ line, confidence }: { line: TranscriptLine; confidence: string | null }) {
  const Icon = line.rotuloSentimento === 'positivo' ? Smile : Frown;
  return (
    <>
      {line.rotuloSentimento === 'positivo' || line.rotuloSentimento === 'negativo' ? (
        <span
          title={`Sentimento ${line.rotuloSentimento}`}
          className={cn(
            'ml-1.5 inline-block align-[-2px]',
            line.rotuloSentimento === 'positivo' ? 'text-success-text' : 'text-destructive-text',
          )}
        >
          <Icon className="size-3.5" aria-hidden="true" />
          <span className="sr-only">Sentimento {line.rotuloSentimento}.</span>
        </span>
      ) : null}
      {confidence ? (
        <span className="ml-1.5 whitespace-nowrap text-muted-foreground text-xs" title={confidence}>
          <span aria-hidden="true">{formatShare(line.confidence)}</span>
          <span className="sr-only">{confidence}.</span>
        </span>
      ) : null}
    </>
  );
}
