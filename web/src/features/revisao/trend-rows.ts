import type { getInsightTrends } from '@escuta/shared/contracts/insights/insights';
import type { Data } from '../../lib/network/api.ts';
import { formatDate, formatDayMonth } from '../../lib/text/format.ts';

export type Interval = Data<typeof getInsightTrends>[number];

/** The last moment of an interval, whose end is exclusive. */
const last = (ate: string) => new Date(Date.parse(ate) - 1);

/** First and last day of an interval, in Brasília's time zone: '03/11 a 09/11'. */
export function intervalName({ de, ate }: Pick<Interval, 'de' | 'ate'>): string {
  return `${formatDayMonth(de)} a ${formatDayMonth(last(ate))}`;
}

/** First and last day of an interval, with their years: '03/11/2026 a 09/11/2026'. */
export function intervalDates({ de, ate }: Pick<Interval, 'de' | 'ate'>): string {
  return `${formatDate(de)} a ${formatDate(last(ate))}`;
}

/** Label under the axis: the interval's first day. */
export const intervalTick = (name: string): string => name.split(' ')[0] ?? '';
