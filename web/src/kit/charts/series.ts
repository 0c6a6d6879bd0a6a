import { MESES_CURTOS } from '../../lib/text/format.ts';

/** Data and look of a series. Series differ by pattern too, for people who cannot tell the colours apart. */
export interface Series {
  /** Name of the rows' field that contains the value. */
  key: string;
  label: string;
  /** A CSS colour; for the theme's colours 'var(--chart-1)' and so on. */
  color: string;
  pattern?: Pattern;
}

/**
 * Patterns of areas: 'listrado' has diagonal lines, 'pontilhado' has dots, 'suave' has half of the colour, 'vazado'
 * only an outline. 'linha' (solid) and 'tracejado' (dashed) are patterns of lines.
 */
export type Pattern = 'cheio' | 'suave' | 'listrado' | 'pontilhado' | 'vazado' | 'linha' | 'tracejado';

/** A row of a chart: the category's name and a number for each series. */
export type ChartRow = Record<string, string | number | null>;

/** Label of a month: '2026-03' → 'mar/26'. */
export function monthLabel(mes: string): string {
  const [year = '', month = ''] = mes.split('-');
  return `${MESES_CURTOS[Number(month) - 1] ?? month}/${year.slice(2)}`;
}

/** First and last day of months: ('2026-01', '2026-02') → 2026-01-01 to 2026-02-28. */
export function monthDays(first: string, last = first): { de: string; ate: string } {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return { de: `${first}-01`, ate: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

export const MEAN_LINE = { color: 'var(--foreground)', pattern: 'linha' } as const satisfies Partial<Series>;
/** Style of the previous period's line, under the values. */
export const FORMER_LINE = {
  color: 'var(--muted-foreground)',
  pattern: 'tracejado',
} as const satisfies Partial<Series>;
