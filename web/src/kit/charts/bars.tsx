/** Horizontal bars in plain HTML, which need no library and in which long names wrap. */
import { formatNumber } from '../../lib/text/format.ts';
import { Swatch } from './patterns.tsx';
import type { Series } from './series.ts';

/** A ranking: a bar for each name, its length relative to the largest value. */
export function RankBars({
  rows,
  color,
}: {
  rows: readonly { label: string; value: number; hint?: string }[];
  color: string;
}) {
  const max = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ol className="grid gap-2.5">
      {rows.map(({ label, value, hint }) => (
        <li key={label} className="grid gap-1">
          <div className="flex items-baseline justify-between gap-3 text-dense">
            <span className="min-w-0 break-words font-medium">{label}</span>
            <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
              {formatNumber(value)}
              {hint ? ` ${hint}` : null}
            </span>
          </div>
          <div className="h-2 overflow-hidden rounded-full bg-muted">
            <div
              className="h-full min-w-1 rounded-full"
              style={{ width: `${(100 * value) / max}%`, backgroundColor: color }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Bars of the same length, each divided by the shares of its series. */
export function ShareBars({
  rows,
  series,
}: {
  rows: readonly { id: string; label: string; values: Record<string, number> }[];
  series: readonly Series[];
}) {
  return (
    <ul className="grid gap-3.5">
      {rows.map(({ id, label, values }) => {
        const total = Math.max(
          1,
          series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0),
        );
        return (
          <li key={id} className="grid gap-1.5">
            <div className="flex items-baseline justify-between gap-3 text-dense">
              <span className="min-w-0 break-words font-medium">{label}</span>
              <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
                {series.map(({ key }) => `${Math.round((100 * (values[key] ?? 0)) / total)}%`).join(' · ')}
              </span>
            </div>
            <div className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-muted">
              {series.map((one) =>
                values[one.key] ? (
                  <span
                    key={one.key}
                    className="h-full"
                    style={{ width: `${(100 * (values[one.key] ?? 0)) / total}%` }}
                  >
                    <Swatch series={one} className="block size-full rounded-none border-0" />
                  </span>
                ) : null,
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
