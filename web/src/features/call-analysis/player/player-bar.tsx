import type { AudioFacts } from '@escuta/shared/domain/audio/audio-facts';
import { OVERTALK_MIN_MS, SILENCE_MIN_MS } from '@escuta/shared/domain/audio/audio-facts';
import type { AudioPeaks } from '@escuta/shared/domain/audio/audio-peaks';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { CANAIS, type Lado, PAPEL_LABEL } from '@escuta/shared/domain/profiles/roles';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import {
  CircleAlert,
  FastForward,
  Keyboard,
  Link2,
  LoaderCircle,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Share2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useAnalysis } from '../../../domain/insights/analysis-context.ts';
import { RATES, SKIP_MIN_SILENCE_MS, STEP_MS } from '../../../domain/player/playback.ts';
import type { PlayerEngine } from '../../../domain/player/player-engine.ts';
import { usePlayerState, usePlayerTime } from '../../../domain/player/use-player.ts';
import { KeysDialog } from '../../../kit/keys-dialog.tsx';
import { copyText } from '../../../lib/browser/clipboard.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { useShortcutsEnabled } from '../../../lib/page/page-keys.ts';
import { formatClockMs, formatDurationMs, formatNumber } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../../ui/inputs/select.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { momentUrl } from '../logic/moment.ts';
import type { Canal } from '../logic/transcript.ts';
import { stepWindow, windowChoices } from '../logic/zoom.ts';
import { ChannelVolumes } from './channel-volume.tsx';
import { MARK_BACKGROUND, type Mark } from './marks.ts';
import { SHORTCUTS, useShortcuts } from './shortcuts.ts';

const WaveformView = lazy(() => import('./waveform-view.tsx'));

interface PlayerBarProps {
  engine: PlayerEngine;
  /** Peaks of the waveform; undefined while they load, null if the worker has not made any (yet). */
  peaks: AudioPeaks | null | undefined;
  facts: AudioFacts | null;
  canalAgente: Canal;
  perfil: Perfil;
  /** Times of the sentence that a person opened from a quote, to mark on the waveform; null for none. */
  highlight: { startMs: number; endMs: number } | null;
  narrow: boolean;
}

/** The rows of a recording's waveform: its parties, or a single row if the parties share a channel. */
export function playerRows(
  facts: AudioFacts | null,
  canalAgente: Canal,
  perfil: Perfil,
): { canal: Canal; label: string; tone: Lado }[] {
  if (!facts || facts.canais.length < 2) return [{ canal: 'left', label: 'Gravação', tone: 'agente' }];
  return CANAIS.map((canal) => {
    const tone: Lado = canal === canalAgente ? 'agente' : 'cliente';
    return { canal, label: PAPEL_LABEL[PROFILES[perfil].papeis[tone]], tone };
  });
}

/** Player of the call: waveform, transport, speed, volumes. */
export function PlayerBar({ engine, peaks, facts, canalAgente, perfil, highlight, narrow }: PlayerBarProps) {
  const state = usePlayerState(engine);
  const { share } = useAnalysis();
  const [help, setHelp] = useState(false);
  const [shortcuts, setShortcuts] = useShortcutsEnabled();
  const showHelp = useCallback(() => setHelp(true), []);
  useShortcuts(engine, { enabled: shortcuts, agente: canalAgente, onHelp: showHelp });

  const stereo = facts ? facts.canais.length > 1 : false;
  const rows = useMemo(() => playerRows(facts, canalAgente, perfil), [facts, canalAgente, perfil]);
  const marks = useMemo<Mark[]>(
    () => [
      ...(facts?.silences ?? []).map((interval) => ({ ...interval, kind: 'silencio' as const })),
      ...(facts?.espera?.trechos ?? []).map((interval) => ({ ...interval, kind: 'espera' as const })),
      ...(facts?.dialogue?.overtalk ?? []).map((interval) => ({
        ...interval,
        kind: 'sobreposicao' as const,
      })),
      ...(highlight ? [{ ...highlight, kind: 'evidencia' as const }] : []),
    ],
    [facts, highlight],
  );
  // Low rows keep the height of the sticky player within 120 px.
  const rowHeight = stereo ? 26 : 44;
  const durationMs = facts?.durationMs ?? state.durationMs;
  const zoom = useMemo(() => windowChoices(durationMs), [durationMs]);
  const [chosenWindow, setWindowMs] = useState<number | null>(null);
  const windowMs = chosenWindow ?? zoom.initial;
  // Drops channels beyond the rows: a recording with both parties on one channel may still have two channels of peaks.
  const drawn = useMemo(
    () => (peaks ? { ...peaks, channels: peaks.channels.slice(0, rows.length) } : peaks),
    [peaks, rows.length],
  );

  return (
    <section aria-label="Player da gravação" className="grid gap-1">
      {drawn && durationMs > 0 ? (
        <Suspense fallback={<Skeleton style={{ height: rowHeight * drawn.channels.length }} />}>
          <WaveformView
            engine={engine}
            peaks={drawn}
            durationMs={durationMs}
            marks={marks}
            rows={rows.map(({ label, tone }) => ({ label, tone }))}
            rowHeight={rowHeight}
            windowMs={windowMs}
          />
        </Suspense>
      ) : drawn === undefined ? (
        <Skeleton style={{ height: rowHeight * 2 }} />
      ) : (
        <PlainPosition engine={engine} durationMs={durationMs} />
      )}

      {/* On a phone a single row of buttons, as tall as a finger but narrower. */}
      <div className="flex flex-wrap items-center gap-y-1.5 max-sm:[&_button:not([role=combobox])]:w-9 sm:gap-x-1">
        <Tooltip content="Voltar 5 s (J)">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Voltar 5 segundos"
            onClick={() => engine.jump(-STEP_MS)}
          >
            <RotateCcw />
          </Button>
        </Tooltip>
        <Tooltip content={state.playing ? 'Pausar (espaço)' : 'Tocar (espaço)'}>
          <Button
            size="icon"
            className="rounded-full"
            aria-label={state.playing ? 'Pausar' : 'Tocar'}
            onClick={() => engine.toggle()}
          >
            {state.waiting ? <LoaderCircle className="animate-spin" /> : state.playing ? <Pause /> : <Play />}
          </Button>
        </Tooltip>
        <Tooltip content="Avançar 5 s (L)">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Avançar 5 segundos"
            onClick={() => engine.jump(STEP_MS)}
          >
            <RotateCw />
          </Button>
        </Tooltip>
        <Clock engine={engine} durationMs={durationMs} />

        <div className="ml-auto flex items-center sm:gap-1">
          {drawn && !narrow && zoom.windows.length > 1 ? (
            <>
              <Tooltip content="Ampliar a forma de onda">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Ampliar a forma de onda"
                  disabled={windowMs === zoom.windows.at(-1)}
                  onClick={() => setWindowMs(stepWindow(zoom.windows, windowMs, 1))}
                >
                  <ZoomIn />
                </Button>
              </Tooltip>
              <Tooltip content="Reduzir a forma de onda">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Reduzir a forma de onda"
                  disabled={windowMs === zoom.windows[0]}
                  onClick={() => setWindowMs(stepWindow(zoom.windows, windowMs, -1))}
                >
                  <ZoomOut />
                </Button>
              </Tooltip>
            </>
          ) : null}
          <Tooltip
            content={`Pular silêncios: salta pausas de ${formatNumber(SKIP_MIN_SILENCE_MS / 1000)} s ou mais (S)`}
          >
            <Button
              variant={state.skipSilence ? 'secondary' : 'ghost'}
              size={narrow ? 'icon' : 'sm'}
              aria-label="Pular silêncios"
              aria-pressed={state.skipSilence}
              disabled={!facts}
              className={cn(state.skipSilence && 'bg-primary-soft text-primary-text')}
              onClick={() => engine.setSkipSilence(!state.skipSilence)}
            >
              <FastForward />
              {narrow ? null : 'Pular silêncios'}
            </Button>
          </Tooltip>
          <Select value={String(state.rate)} onValueChange={(value) => engine.setRate(Number(value))}>
            <SelectTrigger
              aria-label="Velocidade"
              className="h-8 w-22 px-2.5 tabular-nums max-sm:w-18 max-sm:gap-0 max-sm:px-1.5 max-sm:text-xs"
            >
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {RATES.map((rate) => (
                <SelectItem key={rate} value={String(rate)}>
                  {formatNumber(rate, Number.isInteger(rate) ? 0 : Number.isInteger(rate * 2) ? 1 : 2)}×
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
          <ChannelVolumes engine={engine} state={state} channels={rows} />
          <Tooltip content="Copiar o link deste momento">
            <Button
              variant="ghost"
              size="icon"
              className="max-sm:hidden"
              aria-label="Copiar o link deste momento"
              onClick={() => void copyMoment(engine)}
            >
              <Link2 />
            </Button>
          </Tooltip>
          {share ? (
            <Tooltip content="Compartilhar este momento com pessoas sem conta">
              <Button
                variant="ghost"
                size="icon"
                className="max-sm:hidden"
                aria-label="Compartilhar este momento"
                onClick={() => share(stretchAt(engine.getTimeMs()))}
              >
                <Share2 />
              </Button>
            </Tooltip>
          ) : null}
          <Tooltip content="Atalhos do teclado (?)">
            <Button
              variant="ghost"
              size="icon"
              className="max-sm:hidden"
              aria-label="Atalhos do teclado"
              onClick={() => setHelp(true)}
            >
              <Keyboard />
            </Button>
          </Tooltip>
        </div>
      </div>

      {state.error ? (
        <p
          role="alert"
          className="flex items-center gap-2 rounded-md bg-destructive-soft px-3 py-2 text-destructive-text text-sm"
        >
          <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
          <span className="flex-1">{state.error}</span>
          <Button variant="link" size="inline" onClick={() => void engine.play()}>
            Tentar novamente
          </Button>
        </p>
      ) : null}
      <KeysDialog
        shortcuts={SHORTCUTS}
        open={help}
        onClose={() => setHelp(false)}
        enabled={shortcuts}
        onEnabledChange={setShortcuts}
      />
    </section>
  );
}

/** The stretch around the moment `ms` that is offered for sharing: from 5 s before it to 10 s after it. */
const stretchAt = (ms: number) => ({ startMs: ms - 5000, endMs: ms + 10_000 });

async function copyMoment(engine: PlayerEngine): Promise<void> {
  const ms = engine.getTimeMs();
  if (await copyText(momentUrl(window.location.href, ms))) {
    toast.success('Endereço copiado', { description: `Abre a gravação em ${formatClockMs(ms)}.` });
  } else {
    toast.error('Não foi possível copiar', { description: 'Copie o endereço da barra do navegador.' });
  }
}

function Clock({ engine, durationMs }: { engine: PlayerEngine; durationMs: number }) {
  const second = usePlayerTime(engine, (ms) => Math.floor(ms / 1000));
  return (
    <p className="px-1.5 text-sm tabular-nums max-sm:px-1 max-sm:text-xs" data-testid="tempo-do-player">
      <span className="font-medium">{formatClockMs(second * 1000)}</span>
      <span className="text-muted-foreground"> / {formatDurationMs(durationMs)}</span>
    </p>
  );
}

/** A slider for the position, shown until the worker has made the waveform. */
function PlainPosition({ engine, durationMs }: { engine: PlayerEngine; durationMs: number }) {
  const second = usePlayerTime(engine, (ms) => Math.floor(ms / 1000));
  return (
    <input
      type="range"
      aria-label="Posição na gravação"
      aria-valuetext={`${formatClockMs(second * 1000)} de ${formatDurationMs(durationMs)}`}
      min={0}
      max={Math.max(1, Math.floor(durationMs / 1000))}
      value={second}
      onChange={(event) => engine.seek(Number(event.target.value) * 1000)}
      className="focus-ring h-2 w-full rounded-full accent-primary"
    />
  );
}

/** Legend of the waveform's marks. */
export function Legend({ facts }: { facts: AudioFacts }) {
  const entries: { label: string; swatch: ReactNode; shown: boolean }[] = [
    {
      label: `Silêncio de ${formatNumber(SILENCE_MIN_MS / 1000)} s ou mais`,
      swatch: <Swatch background={MARK_BACKGROUND.silencio} />,
      shown: facts.silences.length > 0,
    },
    {
      label: 'Espera: música ou aviso gravado',
      swatch: <Swatch background={MARK_BACKGROUND.espera} />,
      shown: (facts.espera?.trechos.length ?? 0) > 0,
    },
    {
      label: `Sobreposição de ${formatNumber(OVERTALK_MIN_MS / 1000, 1)} s ou mais`,
      swatch: <Swatch background={MARK_BACKGROUND.sobreposicao} />,
      shown: (facts.dialogue?.overtalk.length ?? 0) > 0,
    },
  ];
  if (entries.every(({ shown }) => !shown)) return null;
  return (
    <ul
      aria-label="Legenda da forma de onda"
      className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs"
    >
      {entries
        .filter(({ shown }) => shown)
        .map(({ label, swatch }) => (
          <li key={label} className="flex items-center gap-1.5">
            {swatch}
            {label}
          </li>
        ))}
    </ul>
  );
}

function Swatch({ background }: { background: string }) {
  return (
    <span aria-hidden="true" className="inline-block h-3 w-5 rounded-sm border" style={{ background }} />
  );
}
