import type { AudioPeaks } from '@escuta/shared/domain/audio/audio-peaks';
import { formatClockMs } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { toAmplitudes } from '../logic/peaks.ts';

const WIDTH = 700;
/** Left margin for the rows' names, px. */
const LEFT = 52;
const ROW = 34;
const AXIS = 14;
/** Number of bars in a row; each shows the loudest point of its stretch. */
const COLUMNS = 350;
/** Steps of the time axis, ms: the first that gives at most 8 labels is used. */
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].map((seconds) => seconds * 1000);

/** A row as an SVG path: a bar for each column, around the middle. */
function pathOf(amplitudes: Float32Array, middle: number): string {
  const per = amplitudes.length / COLUMNS;
  return Array.from({ length: COLUMNS }, (_, column) => {
    let loudest = 0;
    for (
      let i = Math.floor(column * per);
      i < Math.max(Math.floor(column * per) + 1, (column + 1) * per);
      i += 1
    ) {
      loudest = Math.max(loudest, amplitudes[i] ?? 0);
    }
    const half = Math.max(0.4, (loudest * ROW) / 2 - 1);
    return `M${(LEFT + (column * (WIDTH - LEFT)) / COLUMNS + 1).toFixed(1)} ${(middle - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
  }).join('');
}

interface PrintedWaveformProps {
  peaks: AudioPeaks;
  durationMs: number;
  rows: readonly { label: string; tone: 'agente' | 'cliente' }[];
}

/** The whole recording's waveform for paper, with its times. */
export function PrintedWaveform({ peaks, durationMs, rows }: PrintedWaveformProps) {
  const amplitudes = toAmplitudes(peaks).slice(0, rows.length);
  const height = amplitudes.length * ROW;
  const step = STEPS.find((one) => durationMs / one <= 8) ?? durationMs;
  const times = Array.from({ length: Math.floor(durationMs / step) + 1 }, (_, n) => n * step);
  return (
    <figure className="hidden break-inside-avoid rounded-lg border p-3 print:block">
      <svg
        viewBox={`0 0 ${WIDTH} ${height + AXIS}`}
        className="w-full"
        role="img"
        aria-label={`Forma de onda da gravação, ${formatClockMs(durationMs)}`}
      >
        {amplitudes.map((row, n) => (
          <g key={rows[n]?.label}>
            <path
              d={pathOf(row, n * ROW + ROW / 2)}
              strokeWidth="1.4"
              fill="none"
              className={cn(rows[n]?.tone === 'cliente' ? 'stroke-cliente' : 'stroke-agente')}
            />
            <text x="0" y={n * ROW + ROW / 2 + 3} className="fill-foreground font-medium text-[9px]">
              {rows[n]?.label}
            </text>
          </g>
        ))}
        {times.map((ms) => (
          <text
            key={ms}
            x={LEFT + (ms / durationMs) * (WIDTH - LEFT)}
            y={height + 10}
            textAnchor={ms === 0 ? 'start' : ms > durationMs * 0.97 ? 'end' : 'middle'}
            className="fill-muted-foreground text-[9px] tabular-nums"
          >
            {formatClockMs(ms)}
          </text>
        ))}
      </svg>
    </figure>
  );
}
