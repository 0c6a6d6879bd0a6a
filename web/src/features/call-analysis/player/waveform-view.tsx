import type { AudioPeaks } from '@escuta/shared/domain/audio/audio-peaks';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { STEP_MS } from '../../../domain/player/playback.ts';
import type { PlayerEngine } from '../../../domain/player/player-engine.ts';
import { usePlayerTime } from '../../../domain/player/use-player.ts';
import { useTema } from '../../../lib/browser/theme.ts';
import { formatClockMs } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { toAmplitudes } from '../logic/peaks.ts';
import type { Mark } from './marks.ts';
import { Waveform, type WaveformColors } from './waveform-canvas.ts';

interface WaveformViewProps {
  engine: PlayerEngine;
  peaks: AudioPeaks;
  durationMs: number;
  marks: readonly Mark[];
  /** Rows from top to bottom. */
  rows: readonly { label: string; tone: 'agente' | 'cliente' }[];
  rowHeight: number;
  /** Length of the visible part, ms; a shorter call is shown whole. */
  windowMs: number;
}

/** Distance that PageUp and PageDown move the position, ms. */
const PAGE_STEP_MS = 30_000;

/** The theme's colours as the browser resolves them, because a canvas cannot use CSS variables. */
function readColors(tones: string): WaveformColors {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolve = (color: string): string => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  const sides = tones.split(' ').map((tone) => `--${tone}`);
  const colors = {
    wave: sides.map((side) => resolve(`color-mix(in oklab, var(${side}) 45%, var(--card))`)),
    progress: sides.map((side) => resolve(`var(${side})`)),
    cursor: resolve('var(--foreground)'),
  };
  probe.remove();
  return colors;
}

/** The waveform and its marks; click, drag or arrow keys move the position. Loaded on demand (wavesurfer.js). */
export default function WaveformView({
  engine,
  peaks,
  durationMs,
  marks,
  rows,
  rowHeight,
  windowMs,
}: WaveformViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const overview = useRef<HTMLDivElement>(null);
  const [waveform, setWaveform] = useState<Waveform | null>(null);
  const { escuro } = useTema();
  const channels = peaks.channels.length;
  const tones = rows.map(({ tone }) => tone).join(' ');
  const zoomed = windowMs < durationMs;

  // Draws anew only if the sound or the size changes; theme, marks and zoom change the existing drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!container.current || !overview.current) return;
    const created = new Waveform({
      container: container.current,
      overview: overview.current,
      amplitudes: toAmplitudes(peaks),
      durationMs,
      colors: readColors(tones),
      rowHeight,
      onSeek: (ms) => engine.seek(ms),
    });
    created.onReady(() => setWaveform(created));
    return () => {
      setWaveform(null);
      created.destroy();
    };
  }, [peaks, durationMs, rowHeight, engine]);

  useEffect(() => {
    if (!waveform) return;
    waveform.setTime(engine.getTimeMs());
    return engine.onTime((ms) => waveform.setTime(ms));
  }, [waveform, engine]);

  useEffect(() => waveform?.setMarks(marks), [waveform, marks]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the document
  useEffect(() => {
    waveform?.setColors(readColors(tones), channels, rowHeight);
  }, [waveform, escuro, tones, channels, rowHeight]);

  useEffect(() => {
    const element = container.current;
    if (!waveform || !element) return;
    const apply = () => waveform.setZoom(zoomed ? element.clientWidth / (windowMs / 1000) : 0);
    apply();
    const observer = new ResizeObserver(apply);
    observer.observe(element);
    return () => observer.disconnect();
  }, [waveform, zoomed, windowMs]);

  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <div aria-hidden="true" className="font-medium text-xs">
          {rows.map(({ label, tone }) => (
            <p
              key={label}
              title={label}
              className={cn('flex items-center', tone === 'agente' ? 'text-agente' : 'text-cliente')}
              style={{ height: rowHeight }}
            >
              <span className="max-md:hidden">{label}</span>
              <span className="md:hidden">{label.charAt(0)}</span>
            </p>
          ))}
        </div>
        <PositionSlider engine={engine} durationMs={durationMs}>
          <div ref={container} className="min-w-0" />
        </PositionSlider>
      </div>
      <div
        ref={overview}
        aria-hidden="true"
        title="Visão da gravação inteira"
        className={cn('rounded-sm bg-muted/60', !zoomed && 'hidden')}
      />
    </div>
  );
}

function PositionSlider({
  engine,
  durationMs,
  children,
}: {
  engine: PlayerEngine;
  durationMs: number;
  children: ReactNode;
}) {
  const second = usePlayerTime(engine, (ms) => Math.floor(ms / 1000));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const now = engine.getTimeMs();
    const targets: Record<string, number> = {
      ArrowLeft: now - STEP_MS,
      ArrowDown: now - STEP_MS,
      ArrowRight: now + STEP_MS,
      ArrowUp: now + STEP_MS,
      PageUp: now + PAGE_STEP_MS,
      PageDown: now - PAGE_STEP_MS,
      Home: 0,
      End: durationMs,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    // Keeps the key from the page's shortcuts, which also use the arrows.
    event.stopPropagation();
    engine.seek(target);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Posição na gravação"
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationMs / 1000)}
      aria-valuenow={second}
      aria-valuetext={`${formatClockMs(second * 1000)} de ${formatClockMs(durationMs)}`}
      onKeyDown={onKeyDown}
      className="focus-ring cursor-pointer rounded-md bg-muted/40"
    >
      {children}
    </div>
  );
}
