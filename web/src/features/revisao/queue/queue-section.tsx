import { useCallback, useRef, useState } from 'react';
import { AnalysisContext } from '../../../domain/insights/analysis-context.ts';
import { sortCriterios } from '../../../domain/insights/insights.ts';
import { RejectDialog } from '../../../domain/insights/reject-dialog.tsx';
import { ReplaceVerdictDialog } from '../../../domain/insights/replace-verdict-dialog.tsx';
import type { Verdict } from '../../../domain/insights/verdicts.ts';
import { KeysDialog } from '../../../kit/keys-dialog.tsx';
import { useCan } from '../../../lib/network/permissions.ts';
import { useShortcutsEnabled } from '../../../lib/page/page-keys.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';

import { ConfigurationErrors } from '../configuration-errors.tsx';
import type { ReviewFilterState } from '../filters.ts';

import { JudgeBar, StepBar } from './focus-bars.tsx';
import { InsightInFocus } from './insight-in-focus.tsx';
import { QueueEmpty } from './queue-empty.tsx';
import { QueueList } from './queue-list.tsx';
import { type Counted, type ParaRevisar, waitingCount } from './queue-rules.ts';
import { QueueToolbar } from './queue-toolbar.tsx';
import { REVIEW_KEYS, useReviewKeys } from './review-keys.ts';
import { useListening } from './use-listening.ts';
import { useNotes } from './use-notes.ts';
import { useQueueFocus } from './use-queue-focus.ts';
import { useReviewQueue } from './use-review-queue.ts';
import { useReviewTimer } from './use-review-timer.ts';

/** The insights that were judged and those that were listed when the server last counted. */
function useCounted(at: number, judged: ReadonlySet<string>, insights: readonly ParaRevisar[]): Counted {
  const listed = () => insights.map(({ id }) => id);
  const [counted, setCounted] = useState(() => ({ at, judged, listed: listed() }));
  if (counted.at === at) return counted;
  const now = { at, judged, listed: listed() };
  setCounted(now);
  return now;
}

/** The queue and the focused insight, operated by keys, mouse or touch. */
export function QueueSection(state: ReviewFilterState) {
  const { filters, clear, filtered } = state;
  const mayJudge = useCan()('result', 'update');
  const queue = useReviewQueue(filters);
  const { query, summary } = queue;
  const focused = useQueueFocus(queue);
  const { insights, insight, index, focus, step, expectGone } = focused;
  const { judged, give, undo, inTheWay, replace, keepFirst } = focused;
  const id = insight?.id ?? null;
  const timeSpent = useReviewTimer(id);
  const { engine, actions, playNext, toggle } = useListening(insight, insights[index + 1] ?? null);
  const { note, setNote, dropNote } = useNotes(id);
  const [rejecting, setRejecting] = useState(false);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [help, setHelp] = useState(false);
  const [keys, setKeys] = useShortcutsEnabled();
  const heading = useRef<HTMLHeadingElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);

  const judge = useCallback(
    (verdict: Verdict) => {
      if (!insight) return;
      engine?.pause();
      const observacoes = note.trim();
      give(insight.id, { ...verdict, revisaoMs: timeSpent(), ...(observacoes ? { observacoes } : {}) });
      dropNote();
      heading.current?.focus({ preventScroll: true });
    },
    [insight, engine, note, give, timeSpent, dropNote],
  );
  const approve = (): void => {
    if (mayJudge) judge({ veredito: 'aprovado' });
  };
  const reject = (): void => {
    if (!mayJudge || !insight) return;
    if (insight.statusProcessamento !== 'concluido') return;
    setMarked([]);
    setRejecting(true);
  };
  useReviewKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      evidence: playNext,
      toggle,
      approve,
      reject,
      note: () => noteField.current?.focus(),
      undo: () => void undo(),
      stop: () => engine?.pause(),
      help: () => setHelp(true),
    },
    keys && !rejecting && !help && !inTheWay,
  );

  const counted = useCounted(query.dataUpdatedAt, judged, queue.insights);
  const total = summary ? waitingCount(summary.total, judged, counted) : null;
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueueToolbar {...state} summary={summary} total={total} onHelp={() => setHelp(true)} />
      <ConfigurationErrors erros={query.data?.pages[0]?.data.configuracao ?? []} />
      {query.error && !query.data ? (
        <ErrorState
          title="Erro ao buscar insights"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !query.data ? (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]" aria-busy="true">
          <Skeleton className="h-96 rounded-xl max-lg:hidden" />
          <Skeleton className="h-96 rounded-xl" />
        </div>
      ) : insight === null ? (
        <QueueEmpty
          filtered={filtered}
          onClear={clear}
          onRefresh={() => void queue.refresh()}
          refreshing={query.isFetching}
        />
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <div className="max-h-[calc(100dvh-6rem)] overflow-y-auto p-0.5 max-lg:hidden lg:sticky lg:top-18">
            <QueueList
              insights={insights}
              focusedId={id}
              onFocus={focus}
              hasMore={query.hasNextPage}
              loadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          </div>
          <Card className="min-w-0">
            <StepBar
              index={index}
              listed={insights.length}
              total={total ?? insights.length}
              totalExato={summary?.totalExato !== false}
              onStep={step}
            />
            <div className="p-4 sm:p-5">
              <AnalysisContext.Provider value={actions}>
                <InsightInFocus
                  key={insight.id}
                  insight={insight}
                  engine={engine}
                  headingRef={heading}
                  noteRef={noteField}
                  note={note}
                  onNoteChange={setNote}
                  canJudge={mayJudge}
                  onSettled={() => expectGone(insight.id)}
                  onCorrect={(criterios) => {
                    setMarked(criterios);
                    setRejecting(true);
                  }}
                />
              </AnalysisContext.Provider>
            </div>
            <JudgeBar
              insight={insight}
              onListen={engine ? playNext : null}
              onUndo={judged.size > 0 ? () => void undo() : null}
              onReject={reject}
              onApprove={approve}
            />
          </Card>
        </div>
      )}
      <RejectDialog
        open={rejecting && insight !== null}
        onClose={() => setRejecting(false)}
        criterios={sortCriterios(insight?.resultado?.criterios ?? [])}
        correction={{ marked, earlier: null, own: false }}
        onGive={(verdict) => {
          setRejecting(false);
          judge(verdict);
        }}
      />
      <ReplaceVerdictDialog first={inTheWay} onClose={keepFirst} onReplace={replace} />
      <KeysDialog
        open={help}
        onClose={() => setHelp(false)}
        shortcuts={REVIEW_KEYS}
        enabled={keys}
        onEnabledChange={setKeys}
      />
    </div>
  );
}
