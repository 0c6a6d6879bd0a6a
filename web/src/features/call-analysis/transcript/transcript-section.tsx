import { ArrowDown, ArrowUp, LocateFixed, Search } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAnalysis } from '../../../domain/insights/analysis-context.ts';
import type { PlayerEngine } from '../../../domain/player/player-engine.ts';
import { useCurrentSentence } from '../../../domain/player/use-player.ts';
import { formatClockMs, formatNumber, formatShare } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Input } from '../../../ui/inputs/input.tsx';
import {
  type SearchMatch,
  searchTranscript,
  speakerTexts,
  stepMatch,
  type TextRange,
  type TranscriptLine,
  transcriptText,
} from '../logic/transcript.ts';
import { SentenceRow } from './sentence-row.tsx';
import { TranscriptList } from './transcript-list.tsx';
import type { ScrollTo } from './transcript-list-props.ts';

/** Lazy, because few people correct sentences; the first click loads the form. */
const CorrectLine = lazy(() => import('./correct-line.tsx'));

const NO_MATCHES: readonly TextRange[] = [];

function motion(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

interface TranscriptProps {
  itemId: string;
  engine: PlayerEngine | null;
  mayCorrect: boolean;
  lines: readonly TranscriptLine[];
  /** Mean confidence of each side, if the provider gives one. */
  confidence: readonly { label: string; value: number | null }[];
}

/** The transcript, which scrolls along with the sound. It can be searched and copied; a click plays a sentence. */
export function Transcript({ itemId, engine, mayCorrect, lines, confidence }: TranscriptProps) {
  const { playFrom, focus } = useAnalysis();
  const scroller = useRef<HTMLDivElement>(null);
  const scrollTo = useRef<ScrollTo | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const [following, setFollowing] = useState(true);
  const current = useCurrentSentence(engine, lines);
  const search = useSearch(lines);
  const [editing, setEditing] = useState<number | null>(null);

  const show = useCallback((index: number, behavior: ScrollBehavior): void => {
    if (index >= 0) scrollTo.current?.(index, behavior);
  }, []);
  const onReady = useCallback((scroll: ScrollTo) => {
    scrollTo.current = scroll;
  }, []);

  // Follows the sound until the person scrolls away.
  useEffect(() => {
    if (following) show(current, motion());
  }, [current, following, show]);

  const focusedIndex = focus ? lines.findIndex(({ ordem }) => ordem === focus.ordem) : -1;
  // Each request shows its sentence, even if the same sentence is requested twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the nonce is what tells requests apart
  useEffect(() => {
    if (focusedIndex === -1) return;
    setFollowing(true);
    show(focusedIndex, motion());
  }, [focusedIndex, focus?.nonce, show]);

  const activeLine = search.matches[search.active]?.line ?? -1;
  useEffect(() => {
    if (activeLine === -1) return;
    setFollowing(false);
    show(activeLine, 'instant');
  }, [activeLine, show]);

  const play = useMemo(
    () =>
      playFrom
        ? (ms: number) => {
            setFollowing(true);
            playFrom(ms);
          }
        : null,
    [playFrom],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      searchBox.current?.focus();
      searchBox.current?.select();
    }
  };
  const leave = (): void => setFollowing(false);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+F searches all sentences, also those not drawn
    <div className="grid grid-cols-1 gap-3" onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <SearchTools search={search} inputRef={searchBox} />
        <CopyButton
          size="sm"
          label="Copiar a transcrição inteira"
          text={() => transcriptText(lines, formatClockMs)}
        />
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-muted-foreground text-xs">
        {confidence.map(({ label, value }) => (
          <span key={label}>
            {label}: {value === null ? 'confiança não informada' : `confiança ${formatShare(value)}`}
          </span>
        ))}
        <span>
          <span className="underline decoration-wavy decoration-destructive-text/80 underline-offset-3">
            baixa
          </span>{' '}
          abaixo de 50%,{' '}
          <span className="underline decoration-dotted decoration-warning-text/70 underline-offset-3">
            média
          </span>{' '}
          abaixo de 80%
        </span>
      </p>
      <div className="relative">
        <section
          ref={scroller}
          aria-label="Transcrição"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          onWheel={leave}
          onTouchMove={leave}
          onPointerDown={(event) => {
            // A press on the scrollbar, which has this region itself as target, counts as scrolling away.
            if (event.target === event.currentTarget) leave();
          }}
          onKeyDown={(event) => {
            if (['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'].includes(event.key)) leave();
          }}
          className="focus-ring relative max-h-[60dvh] @4xl:max-h-[max(20rem,calc(100dvh-17rem-var(--altura-do-player,0px)))] overflow-y-auto overscroll-contain rounded-lg border bg-background/60 px-2.5 pb-4 print:max-h-none print:overflow-visible"
        >
          <TranscriptList
            count={lines.length}
            scroller={scroller}
            onReady={onReady}
            renderRow={(index) => {
              const line = lines[index];
              if (!line) return null;
              if (mayCorrect && line.ordem === editing) {
                return (
                  <Suspense fallback={<div className="h-40" aria-busy="true" />}>
                    <CorrectLine itemId={itemId} line={line} onClose={() => setEditing(null)} />
                  </Suspense>
                );
              }
              return (
                <SentenceRow
                  line={line}
                  current={index === current}
                  focused={index === focusedIndex}
                  matches={search.byLine.get(index) ?? NO_MATCHES}
                  activeMatch={index === activeLine ? search.activeInLine : -1}
                  onPlay={play}
                  onCorrect={mayCorrect ? setEditing : null}
                />
              );
            }}
          />
        </section>
        {!following && current !== -1 ? (
          <Button
            size="sm"
            className="-translate-x-1/2 absolute bottom-3 left-1/2 rounded-full shadow-lg"
            onClick={() => setFollowing(true)}
          >
            <LocateFixed aria-hidden="true" />
            Voltar ao trecho atual
          </Button>
        ) : null}
      </div>
      <WholeTexts lines={lines} />
    </div>
  );
}

/** Each side's words joined, to read or copy without times. */
function WholeTexts({ lines }: { lines: readonly TranscriptLine[] }) {
  const texts = useMemo(() => speakerTexts(lines), [lines]);
  if (texts.length === 0) return null;
  return (
    <details className="rounded-lg border bg-background/60 px-3 py-2 text-sm print:hidden">
      <summary className="focus-ring cursor-pointer rounded-sm font-medium">Texto completo</summary>
      <div className="mt-3 grid gap-4">
        {texts.map(({ label, text }) => (
          <section key={label} aria-label={`Texto completo: ${label}`} className="grid gap-1.5">
            <div className="flex items-center justify-between gap-3">
              <h4 className="font-medium text-muted-foreground text-xs">{label}</h4>
              <CopyButton size="sm" label={`Copiar o texto: ${label}`} text={text} />
            </div>
            <p className="max-h-60 overflow-y-auto break-words leading-relaxed">{text}</p>
          </section>
        ))}
      </div>
    </details>
  );
}

type SearchState = {
  term: string;
  setTerm: (term: string) => void;
  matches: SearchMatch[];
  /** Index of the shown match; -1 for none. */
  active: number;
  activeInLine: number;
  byLine: ReadonlyMap<number, readonly TextRange[]>;
  step: (direction: 1 | -1) => void;
};

function useSearch(lines: readonly TranscriptLine[]): SearchState {
  const [term, setTermState] = useState('');
  const [active, setActive] = useState(-1);
  const matches = useMemo(() => searchTranscript(lines, term), [lines, term]);
  const byLine = useMemo(() => {
    const map = new Map<number, TextRange[]>();
    for (const match of matches) map.set(match.line, [...(map.get(match.line) ?? []), match]);
    return map;
  }, [matches]);
  const shown = matches[active];
  return {
    term,
    setTerm: (next) => {
      setTermState(next);
      setActive(searchTranscript(lines, next).length > 0 ? 0 : -1);
    },
    matches,
    active: shown ? active : -1,
    activeInLine: shown ? (byLine.get(shown.line)?.indexOf(shown) ?? -1) : -1,
    byLine,
    step: (direction) => setActive((now) => stepMatch(matches.length, now, direction)),
  };
}

function SearchTools({
  search,
  inputRef,
}: {
  search: SearchState;
  inputRef: React.RefObject<HTMLInputElement | null>;
}) {
  const { term, setTerm, matches, active, step } = search;
  const searching = term.trim() !== '';
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1">
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          ref={inputRef}
          type="search"
          aria-label="Buscar na transcrição"
          placeholder="Buscar na transcrição"
          className="h-8 pl-8"
          maxLength={100}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              step(event.shiftKey ? -1 : 1);
            }
            if (event.key === 'Escape') setTerm('');
          }}
        />
      </div>
      <output
        className={cn('min-w-14 text-center text-xs tabular-nums', !searching && 'sr-only')}
        aria-live="polite"
      >
        {searching
          ? matches.length === 0
            ? 'Nada'
            : `${formatNumber(active + 1)} de ${formatNumber(matches.length)}`
          : ''}
      </output>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Ocorrência anterior"
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      >
        <ArrowUp />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Próxima ocorrência"
        disabled={matches.length === 0}
        onClick={() => step(1)}
      >
        <ArrowDown />
      </Button>
    </search>
  );
}
