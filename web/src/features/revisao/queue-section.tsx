import { CATEGORIA_TEMPLATE_LABEL } from '@escuta/shared/domain/insight-template';
import { ArrowDown, ArrowUp, Check, CircleCheckBig, Ear, Keyboard, SearchX, Undo2, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AnalysisContext } from '../../components/insights/analysis-context.ts';
import { sortCriterios } from '../../components/insights/insights.ts';
import { RejectDialog } from '../../components/insights/reject-dialog.tsx';
import type { Verdict } from '../../components/insights/verdicts.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import type { ListFilterState } from '../../components/lists/use-list-filters.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { formatNumber, plural } from '../../lib/format.ts';
import { useShortcutsEnabled } from '../../lib/page-keys.ts';
import { useCan } from '../../lib/permissions.ts';
import { toast } from '../../lib/toast.ts';
import { InsightInFocus } from './insight-in-focus.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { ProjectFilter } from './project-filter.tsx';
import { QueueList } from './queue-list.tsx';
import { focusedIndex, reviewTime, waitingCount } from './queue-rules.ts';
import { ReprocessButton } from './reprocess-button.tsx';
import { useReviewKeys } from './review-keys.ts';
import { useListening } from './use-listening.ts';
import { useReviewQueue } from './use-review-queue.ts';
import { useReviewTimer } from './use-review-timer.ts';
import { useVerdicts } from './use-verdicts.ts';

export type QueueFilterKey = 'projeto' | 'categoria' | 'prioridade';

const CATEGORIAS = Object.entries(CATEGORIA_TEMPLATE_LABEL).map(([value, label]) => ({ value, label }));
const PRIORIDADES = [
  { value: 'alta', label: 'Prioridade alta' },
  { value: 'media', label: 'Prioridade média' },
];
/** The next page is asked for when so many are left after the one in focus. */
const AHEAD = 5;

/** The queue and the insight in focus, worked by keys, mouse or touch. */
export function QueueSection({
  filters,
  change,
  clear,
  filtered,
}: Pick<ListFilterState<QueueFilterKey>, 'filters' | 'change' | 'clear' | 'filtered'>) {
  const can = useCan();
  const mayJudge = can('result', 'update');
  const mayProcess = can('result', 'process');
  const [wanted, setWanted] = useState<string | null>(null);
  const { judged, give, undo, refresh } = useVerdicts(setWanted);
  const { query, insights: listed, summary } = useReviewQueue(filters);
  const insights = listed.filter(({ id }) => !judged.has(id));
  const lastIndex = useRef(0);
  const ids = insights.map(({ id }) => id);
  const index = focusedIndex(ids, wanted, lastIndex.current);
  const insight = insights[index] ?? null;
  const id = insight?.id ?? null;
  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
    setWanted(id);
  }, [index, id]);

  // What was in focus went away without a verdict of ours: somebody else was faster, or a newer analysis came.
  const before = useRef<string | null>(null);
  useEffect(() => {
    const gone = before.current;
    before.current = id;
    if (gone === null || gone === id || judged.has(gone) || query.isPlaceholderData) return;
    if (!listed.some((other) => other.id === gone) && listed.length > 0) {
      toast.info('Outra pessoa já cuidou deste insight', { id: 'insight-levado' });
    }
  }, [id, judged, listed, query.isPlaceholderData]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && insights.length - index <= AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, insights.length, index]);

  const timeSpent = useReviewTimer(id);
  const { engine, actions, playNext, toggle } = useListening(insight, insights[index + 1] ?? null);
  const [note, setNote] = useState('');
  const [rejecting, setRejecting] = useState(false);
  const [help, setHelp] = useState(false);
  const [keys, setKeys] = useShortcutsEnabled();
  const heading = useRef<HTMLHeadingElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note belongs to its insight
  useEffect(() => setNote(''), [id]);

  const step = (by: 1 | -1): void => {
    const next = insights[index + by];
    if (next) setWanted(next.id);
  };
  const judge = useCallback(
    (verdict: Verdict) => {
      if (!insight) return;
      engine?.pause();
      const observacoes = note.trim();
      give(insight.id, { ...verdict, revisaoMs: timeSpent(), ...(observacoes ? { observacoes } : {}) });
      heading.current?.focus({ preventScroll: true });
    },
    [insight, engine, note, give, timeSpent],
  );
  const approve = (): void => {
    if (mayJudge) judge({ veredito: 'aprovado' });
  };
  const reject = (): void => {
    if (!mayJudge || !insight) return;
    if (insight.statusProcessamento === 'concluido') setRejecting(true);
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
    keys && !rejecting && !help,
  );

  const total = summary
    ? waitingCount(
        summary.total,
        listed.map((one) => one.id),
        judged,
      )
    : null;
  const own = summary?.minhasRevisoes;
  const failed = insight?.statusProcessamento === 'erro';
  return (
    <div className="grid grid-cols-1 gap-4">
      <search className="flex flex-wrap items-center gap-2.5">
        <ProjectFilter value={filters.projeto} onValueChange={(projeto) => change({ projeto })} />
        <FilterSelect
          label="Categoria"
          value={filters.categoria}
          onValueChange={(categoria) => change({ categoria })}
          allLabel="Todas as categorias"
          options={CATEGORIAS}
        />
        <FilterSelect
          label="Prioridade"
          value={filters.prioridade}
          onValueChange={(prioridade) => change({ prioridade })}
          allLabel="Todas as prioridades"
          options={PRIORIDADES}
        />
        <ClearFilters show={filtered} onClear={clear} />
      </search>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-muted-foreground text-sm" role="status">
          {total === null
            ? 'Carregando a fila…'
            : `${plural(total, 'insight espera', 'insights esperam').replace(/^\S+/, `${formatNumber(total)}${summary?.totalExato ? '' : '+'}`)} revisão`}
          {own && own.n > 0
            ? ` · ${plural(own.n, 'revisão sua', 'revisões suas')} em 30 dias${own.tempoMedioMs === null ? '' : `, em média ${reviewTime(own.tempoMedioMs)}`}`
            : ''}
        </p>
        <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={() => setHelp(true)}>
          <Keyboard aria-hidden="true" />
          Atalhos
        </Button>
      </div>
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
        filtered ? (
          <EmptyState
            icon={<SearchX />}
            title="Nenhum insight na fila com estes filtros"
            description="Nada corresponde aos filtros escolhidos."
            action={
              <Button variant="outline" onClick={clear}>
                Limpar filtros
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<CircleCheckBig />}
            title="Nada para revisar"
            description="Insights com erro, baixa confiança, alertas ou afirmações sem evidência aparecem aqui assim que a análise termina."
            action={
              <Button variant="outline" onClick={() => void refresh()} loading={query.isFetching}>
                Atualizar
              </Button>
            }
          />
        )
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <div className="max-h-[calc(100dvh-6rem)] overflow-y-auto p-0.5 max-lg:hidden lg:sticky lg:top-18">
            <QueueList
              insights={insights}
              focusedId={id}
              onFocus={setWanted}
              hasMore={hasNextPage}
              loadingMore={isFetchingNextPage}
              onMore={() => void fetchNextPage()}
            />
          </div>
          <Card className="min-w-0">
            <div className="flex items-center justify-between gap-2 border-b px-4 py-2 lg:hidden">
              <Button
                variant="ghost"
                size="icon"
                aria-label="Insight anterior"
                disabled={index <= 0}
                onClick={() => step(-1)}
              >
                <ArrowUp />
              </Button>
              <span className="text-muted-foreground text-sm tabular-nums">
                {formatNumber(index + 1)} de {formatNumber(total ?? insights.length)}
                {summary?.totalExato === false ? '+' : ''}
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Próximo insight"
                disabled={index >= insights.length - 1}
                onClick={() => step(1)}
              >
                <ArrowDown />
              </Button>
            </div>
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
                />
              </AnalysisContext.Provider>
            </div>
            <div className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-b-xl border-t bg-card px-4 py-3 sm:px-5">
              <Button variant="ghost" onClick={playNext} disabled={!engine} className="max-sm:px-2.5">
                <Ear aria-hidden="true" />
                <span className="max-sm:sr-only">Ouvir evidência</span>
              </Button>
              <Button
                variant="ghost"
                onClick={() => void undo()}
                disabled={judged.size === 0}
                className="max-sm:px-2.5"
              >
                <Undo2 aria-hidden="true" />
                <span className="max-sm:sr-only">Desfazer</span>
              </Button>
              {mayJudge ? (
                <div className="ml-auto flex gap-2">
                  {failed ? (
                    mayProcess ? (
                      <ReprocessButton key={insight.id} insightId={insight.id} />
                    ) : null
                  ) : (
                    <Button variant="outline" onClick={reject}>
                      <X aria-hidden="true" />
                      Rejeitar
                    </Button>
                  )}
                  <Button onClick={approve}>
                    <Check aria-hidden="true" />
                    {failed ? 'Marcar como visto' : 'Aprovar'}
                  </Button>
                </div>
              ) : null}
            </div>
          </Card>
        </div>
      )}
      <RejectDialog
        open={rejecting && insight !== null}
        onClose={() => setRejecting(false)}
        criterios={sortCriterios(insight?.resultado?.criterios ?? [])}
        onReject={(verdict) => {
          setRejecting(false);
          judge(verdict);
        }}
      />
      <KeysDialog open={help} onOpenChange={setHelp} enabled={keys} onEnabledChange={setKeys} />
    </div>
  );
}
