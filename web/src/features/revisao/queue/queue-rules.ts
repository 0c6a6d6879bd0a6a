/** Rules of the review queue's page, apart from what is drawn. */
import type { InsightParaRevisar } from '@escuta/shared/contracts/insights/insights';
import { sortAlertas, sortCriterios } from '../../../domain/insights/insights.ts';

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
 * Which insight of the list is in focus: the one asked for; else, when it went away, whatever took its place, or the
 * last one. -1 for an empty list.
 */
export function focusedIndex(ids: readonly string[], wanted: string | null, lastIndex: number): number {
  const index = wanted === null ? -1 : ids.indexOf(wanted);
  if (index !== -1) return index;
  return Math.min(Math.max(0, lastIndex), ids.length - 1);
}

/** The server's last count: what this page had judged when it came, and the insights of its answer. */
export type Counted = { judged: ReadonlySet<string>; listed: readonly string[] };

/** How many wait: the server's count without what this page has judged since. */
export function waitingCount(total: number, judged: ReadonlySet<string>, counted: Counted): number {
  const since = [...judged].filter((id) => !counted.judged.has(id) || counted.listed.includes(id));
  return Math.max(0, total - since.length);
}

type QueuePage = { insights: readonly { id: string }[]; proximo: string | null };

/**
 * The pages of the queue after page `at` was asked for again by its old cursor. What it no longer lists, up to the last
 * insight that both know, is gone; what stood after that is kept, as it was only pushed out.
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
