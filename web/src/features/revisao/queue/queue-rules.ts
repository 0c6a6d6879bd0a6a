/** Rules of the review queue, as pure functions. */
import type { InsightParaRevisar } from '@escuta/shared/contracts/insights/insights';
import { sortAlertas, sortCriterios } from '../../../domain/insights/insights.ts';

export type ParaRevisar = InsightParaRevisar;

/** A quote that was found in the transcript and so can be played. */
export type Ouvivel = { sentencaOrdem: number | null; startMs: number; endMs: number };

/** Quotes of an insight that can be played, in the order in which the page shows them. */
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
 * Index of the insight to review: the wanted one; if that was removed, the one now at `lastIndex`, else the last.
 * Returns -1 for an empty list.
 */
export function focusedIndex(ids: readonly string[], wanted: string | null, lastIndex: number): number {
  const index = wanted === null ? -1 : ids.indexOf(wanted);
  if (index !== -1) return index;
  return Math.min(Math.max(0, lastIndex), ids.length - 1);
}

/** State at the server's last count: insights judged here before, and insights that the server's response listed. */
export type Counted = { judged: ReadonlySet<string>; listed: readonly string[] };

/** Number of waiting insights: the server's count minus the insights judged here that the count still includes. */
export function waitingCount(total: number, judged: ReadonlySet<string>, counted: Counted): number {
  const since = [...judged].filter((id) => !counted.judged.has(id) || counted.listed.includes(id));
  return Math.max(0, total - since.length);
}

type QueuePage = { insights: readonly { id: string }[]; proximo: string | null };

/**
 * The loaded pages, with page `at` updated by the response `fresh`. An old row that `fresh` lacks has left the queue if
 * a later old row is in `fresh`; other old rows stay, because new rows only pushed them out of the page.
 */
export function withFreshPage<P extends QueuePage>(pages: readonly P[], at: number, fresh: P): P[] {
  const ids = new Set(fresh.insights.map(({ id }) => id));
  const others = (page: P): P => ({ ...page, insights: page.insights.filter(({ id }) => !ids.has(id)) });
  const before = pages.slice(0, at).map(others);
  if (fresh.proximo === null) return [...before, fresh];
  const old = pages.slice(at);
  const known = old.flatMap((page) => page.insights.map(({ id }) => id));
  const gone = new Set(known.slice(0, known.findLastIndex((id) => ids.has(id)) + 1));
  const [rest, ...after] = old.map((page) => ({
    ...page,
    insights: page.insights.filter(({ id }) => !ids.has(id) && !gone.has(id)),
  }));
  const pushedOut = rest?.insights ?? [];
  const here: P = {
    ...fresh,
    insights: [...fresh.insights, ...pushedOut],
    proximo: rest && pushedOut.length > 0 ? rest.proximo : fresh.proximo,
  };
  return [...before, here, ...after];
}

/** A duration of a review in words: '8 s', '1 min 05 s'. */
export function reviewTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
