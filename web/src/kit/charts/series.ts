/** What is drawn of one series, and how it is told from the others: by colour and by pattern, never by colour alone. */
export interface Series {
  /** Field of the rows that holds the value. */
  key: string;
  label: string;
  /** A CSS colour; tokens of the theme: 'var(--chart-1)'. */
  color: string;
  pattern?: Pattern;
}

/** `listrado`: diagonal lines; `pontilhado`: dots; `vazado`: outline only. */
export type Pattern = 'cheio' | 'listrado' | 'pontilhado' | 'vazado';

/** A row of a chart: the category's name and a number for each series. */
export type ChartRow = Record<string, string | number | null>;

const MESES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** '2026-03' → 'mar/26'. */
export function monthLabel(mes: string): string {
  const [year = '', month = ''] = mes.split('-');
  return `${MESES[Number(month) - 1] ?? month}/${year.slice(2)}`;
}
