import { cn } from '../../lib/utils.ts';
import { type ChartPick, PickButton } from './pick.tsx';
import type { Series } from './series.ts';

const OPACITY = { vazado: 0.3, suave: 0.5 } as const;

/** Fill of a series: its colour, or its pattern, defined by `PatternDefs` under the same prefix. */
export function fillOf(series: Series, prefix: string): string {
  return series.pattern && series.pattern !== 'cheio' ? `url(#${prefix}-${series.key})` : series.color;
}

/** Definitions of the series' patterns, inside the chart's svg. */
export function PatternDefs({ series, prefix }: { series: readonly Series[]; prefix: string }) {
  return (
    <defs>
      {series.map(({ key, color, pattern }) => {
        const id = `${prefix}-${key}`;
        const frame = { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' as const };
        if (pattern === 'listrado') {
          return (
            <pattern key={key} {...frame} patternTransform="rotate(45)">
              <rect width="6" height="6" fill={color} fillOpacity="0.28" />
              <rect width="3" height="6" fill={color} />
            </pattern>
          );
        }
        if (pattern === 'pontilhado') {
          return (
            <pattern key={key} {...frame}>
              <rect width="6" height="6" fill={color} fillOpacity="0.22" />
              <circle cx="3" cy="3" r="1.7" fill={color} />
            </pattern>
          );
        }
        if (pattern === 'vazado' || pattern === 'suave') {
          return (
            <pattern key={key} {...frame}>
              <rect width="6" height="6" fill={color} fillOpacity={OPACITY[pattern]} />
            </pattern>
          );
        }
        return null;
      })}
    </defs>
  );
}

/** A small sample of a series for legends and tooltips. */
export function Swatch({
  series,
  className,
}: {
  series: { color: Series['color']; pattern?: Series['pattern'] | undefined };
  className?: string;
}) {
  const { color, pattern = 'cheio' } = series;
  if (pattern === 'linha' || pattern === 'tracejado') {
    return (
      <span
        aria-hidden="true"
        className={cn('inline-block w-4 shrink-0 border-t-2', className)}
        style={{ borderColor: color, borderStyle: pattern === 'linha' ? 'solid' : 'dashed' }}
      />
    );
  }
  const background =
    pattern === 'listrado'
      ? `repeating-linear-gradient(45deg, ${color} 0 2px, transparent 2px 4px)`
      : pattern === 'pontilhado'
        ? `radial-gradient(${color} 1px, transparent 1.3px) 0 0 / 4px 4px`
        : pattern === 'vazado' || pattern === 'suave'
          ? `color-mix(in oklab, ${color} ${100 * OPACITY[pattern]}%, transparent)`
          : color;
  return (
    <span
      aria-hidden="true"
      className={cn('inline-block size-3 shrink-0 rounded-[3px] border', className)}
      style={{ background, borderColor: color }}
    />
  );
}

/** Names of the series, below a chart. A series in `picks` has a link. */
export function Legend<S extends Series>({
  series,
  picks,
}: {
  series: readonly S[];
  /** Links of the names, by their series' key. */
  picks?: Partial<Record<S['key'], ChartPick>> | undefined;
}) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-muted-foreground text-xs">
      {series.map((one) => {
        const pick = picks?.[one.key as S['key']];
        return (
          <li key={one.key} className="flex items-center gap-1.5">
            <Swatch series={one} />
            {pick ? <PickButton pick={pick}>{one.label}</PickButton> : one.label}
          </li>
        );
      })}
    </ul>
  );
}
