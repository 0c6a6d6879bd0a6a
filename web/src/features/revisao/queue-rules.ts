/** Rules of the review queue's page, apart from what is drawn. */
import type { InsightParaRevisar } from '@escuta/shared/contracts/insights';
import { sortAlertas, sortCriterios } from '../../domain/insights/insights.ts';

export type ParaRevisar = InsightParaRevisar;

/** A verified quote, which can be heard. */
export type Ouvivel = { sentencaOrdem: number | null; startMs: number; endMs: number };

/** The quotes of an insight that can be heard, in the order in which the page shows them. */
export function audibleEvidence(insight: Pick<ParaRevisar, 'resultado' | 'alertasIdentificados'>): Ouvivel[] {
  const claims = [
    ...sortAlertas(insight.alertasIdentificados),
    ...sortCriterios(insight.resultado?.criterios ?? []),
  ];
  return claims
    .flatMap(({ evidencias }) => evidencias)
    .flatMap(({ verificada, sentencaOrdem, startMs, endMs }) =>
      verificada && startMs !== null ? [{ sentencaOrdem, startMs, endMs: endMs ?? startMs }] : [],
    );
}

/**
 * Which insight of the list is in focus: the one asked for; else, when it went away, whatever took its place, or the last
 * one. -1 for an empty list.
 */
export function focusedIndex(ids: readonly string[], wanted: string | null, lastIndex: number): number {
  const index = wanted === null ? -1 : ids.indexOf(wanted);
  if (index !== -1) return index;
  return Math.min(Math.max(0, lastIndex), ids.length - 1);
}

/** How many wait: the server's count without what was judged here and stands in the list still. */
export function waitingCount(total: number, listed: readonly string[], judged: ReadonlySet<string>): number {
  return Math.max(0, total - listed.filter((id) => judged.has(id)).length);
}

/** A duration of a review in words: '8 s', '1 min 05 s'. */
export function reviewTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
