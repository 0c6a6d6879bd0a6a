import { MAPA_MAX, type Mapa, SEM_ENTREVISTADOR } from '@escuta/shared/contracts/surveys/confrontos';
import { Grid3x3, Keyboard, SearchX, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { KeysDialog } from '../../../kit/keys-dialog.tsx';
import { useMedia } from '../../../lib/browser/media.ts';
import { useShortcutsEnabled } from '../../../lib/page/page-keys.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, SheetContent, SheetTitle } from '../../../ui/overlays/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../../ui/states.tsx';
import { OpenCell } from '../cell/open-cell.tsx';
import { MAP_KEYS } from '../cell/review-keys.ts';
import { useRascunhos } from '../cell/use-cell-review.ts';
import { CELL_PARAM, useOpenCell } from '../cell/use-open-cell.ts';
import { HeatMap } from './heat-map.tsx';
import { cutOf, useMapFilters } from './map-filters.tsx';
import {
  cellAt,
  type Grade,
  gridOf,
  groupsOf,
  type Lugar,
  type Ordem,
  queueLength,
  stepInQueue,
} from './map-grid.ts';
import { MapLegend } from './map-legend.tsx';
import { MapTable } from './map-table.tsx';
import { MapTools } from './map-tools.tsx';
import { type Alvo, useHeatMap } from './use-heat-map.ts';

/** A map with more interviews than this starts grouped by interviewer. */
const AGRUPA_DESDE = 200;

/** The grid of a map. Rows keep their places on screen until `view` (order or filter) changes. */
function useGrid(mapa: Mapa | undefined, ordem: Ordem, view: string, settled: boolean): Grade | null {
  const shown = useRef<{ view: string; linhas: Grade['linhas'] }>({ view: '', linhas: [] });
  const grade = useMemo(() => {
    if (!mapa) return null;
    return gridOf(mapa, ordem, shown.current.view === view ? shown.current.linhas : []);
  }, [mapa, ordem, view]);
  useEffect(() => {
    if (grade && settled) shown.current = { view, linhas: grade.linhas };
  }, [grade, settled, view]);
  return grade;
}

interface SurveyMapProps {
  alvo: Alvo;
  /** Controls that the page adds in the row of the map's controls: `filters` before them, `tools` after them. */
  filters?: ReactNode;
  tools?: ReactNode;
}

/**
 * The heat map of a survey or an audit, with the panel of the open cell. The address holds filters, order and open
 * cell. The page draws the filters, because they also narrow the figures beside the map.
 */
export function SurveyMap({ alvo, filters, tools }: SurveyMapProps) {
  const state = useMapFilters();
  const { agente, ordem: ordered, agrupar } = state.filters;
  const ordem: Ordem = ordered || 'pendentes';
  const recorte = cutOf(state);
  const query = useHeatMap(alvo, recorte);
  const mapa = query.data;
  const [asTable, setAsTable] = useState(false);
  const [compact, setCompact] = useState(false);
  const [lugar, setLugar] = useState<Lugar | null>(null);
  const { aberta, open, close: leave, forget } = useOpenCell();
  const rascunhos = useRascunhos();
  const [keysOpen, setKeysOpen] = useState(false);
  const [keysEnabled, setKeysEnabled] = useShortcutsEnabled();
  const wide = useMedia('(min-width: 1024px)');
  const region = useRef<HTMLElement>(null);

  const grade = useGrid(mapa, ordem, JSON.stringify([alvo, recorte, ordem]), !query.isPlaceholderData);
  // A map filtered by a single interviewer has no groups.
  const byInterviewer =
    agente === '' && (agrupar ? agrupar === 'sim' : mapa !== undefined && mapa.linhas.length > AGRUPA_DESDE);
  const grupos = useMemo(
    () => (grade && byInterviewer ? groupsOf(grade, ordem) : null),
    [grade, byInterviewer, ordem],
  );

  const waiting = useMemo(() => (grade ? queueLength(grade) : 0), [grade]);
  const openAt = useCallback(
    (at: Lugar): void => {
      if (!grade) return;
      const cell = cellAt(grade, at.row, at.column);
      if (cell) open({ entrevistaId: cell.linha.id, perguntaId: cell.coluna.id });
    },
    [grade, open],
  );
  /** Row and column at which the open cell now stands. */
  const place = useMemo((): Lugar | null => {
    if (!grade || !aberta) return null;
    const row = grade.linhas.findIndex(({ id }) => id === aberta.entrevistaId);
    const column = grade.colunas.findIndex(({ id }) => id === aberta.perguntaId);
    return row < 0 || column < 0 ? null : { row, column };
  }, [grade, aberta]);
  const step = (by: 1 | -1): void => {
    const next = grade && stepInQueue(grade, place ?? lugar, by);
    if (!next) return;
    setLugar(next);
    openAt(next);
  };
  const close = (): void => {
    if (place) setLugar(place);
    leave();
    region.current?.querySelector<HTMLElement>('[role="gridcell"]')?.focus({ preventScroll: true });
  };
  const onOpen = (at: Lugar): void => {
    if (!grupos) {
      openAt(at);
      return;
    }
    const grupo = grupos[at.row];
    if (!grupo) return;
    // Goes from the interviewers to the interviews of one interviewer.
    forget();
    state.change({ agente: grupo.agenteId ?? SEM_ENTREVISTADOR, [CELL_PARAM]: '' });
    setLugar({ row: 0, column: at.column });
  };
  // A link to an answer scrolls to the map, which may be far down its page.
  const shown = mapa !== undefined && aberta !== null;
  const arrived = useRef(false);
  useEffect(() => {
    if (mapa === undefined || arrived.current) return;
    arrived.current = true;
    const top = region.current?.getBoundingClientRect().top ?? 0;
    if (shown && top > window.innerHeight / 2) region.current?.scrollIntoView();
  }, [mapa, shown]);

  const isEmpty = mapa?.linhas.length === 0 && !state.filtered;
  const bar = (
    <div className="flex flex-wrap items-center gap-2 empty:hidden print:hidden">
      {isEmpty ? null : filters}
      {(grade && !isEmpty) || tools ? (
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {grade && !isEmpty ? (
            <MapTools
              ordem={ordem}
              onOrdem={(next) => state.change({ ordem: next === 'pendentes' ? '' : next })}
              grouped={byInterviewer}
              onGrouped={agente === '' ? (on) => state.change({ agrupar: on ? 'sim' : 'nao' }) : null}
              compact={compact}
              onCompact={setCompact}
              asTable={asTable}
              onAsTable={setAsTable}
              waiting={waiting}
              onReview={() => step(1)}
            />
          ) : null}
          {tools}
        </span>
      ) : null}
    </div>
  );
  if (!mapa || !grade || isEmpty) {
    return (
      <div className="grid min-w-0 gap-2">
        {bar}
        {isEmpty ? (
          <EmptyState
            icon={<Grid3x3 />}
            title="Nenhuma entrevista auditada"
            description="Quando uma entrevista com gravação for processada, cada resposta dela aparece aqui com o veredito."
          />
        ) : query.error ? (
          <ErrorState
            title="Erro ao carregar o mapa das respostas."
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton aria-busy="true" className="h-96 rounded-xl" />
        )}
      </div>
    );
  }
  const label = 'Mapa das respostas';
  const panel = aberta ? (
    <OpenCell
      {...aberta}
      rascunhos={rascunhos}
      keysEnabled={keysEnabled && !keysOpen}
      onNext={() => step(1)}
      onPrevious={() => step(-1)}
      onClose={close}
    />
  ) : null;
  return (
    <section
      ref={region}
      aria-label={label}
      aria-busy={query.isPlaceholderData}
      className="relative grid min-w-0 scroll-mt-28 gap-2"
    >
      <LoadingBar active={query.isPlaceholderData} label="Carregando o mapa" />
      {bar}
      {query.error ? <StaleNotice what="o mapa" onRetry={() => void query.refetch()} /> : null}
      {mapa.total > MAPA_MAX ? (
        <Notice variant="info">
          O mapa mostra as {formatNumber(MAPA_MAX)} mais recentes das {formatNumber(mapa.total)} entrevistas.
        </Notice>
      ) : null}
      <div
        className={
          aberta && wide
            ? 'grid grid-cols-[minmax(0,1fr)_23rem] items-start gap-3 2xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:gap-4'
            : 'grid min-w-0'
        }
      >
        <div className="grid min-w-0 gap-3">
          {mapa.linhas.length === 0 ? (
            <EmptyState
              icon={<SearchX />}
              title="Nenhuma entrevista encontrada"
              description="Nenhuma entrevista auditada corresponde aos filtros selecionados."
              action={
                <Button variant="outline" onClick={state.clear}>
                  Limpar filtros
                </Button>
              }
            />
          ) : asTable ? (
            <MapTable
              label={label}
              grade={grade}
              onOpen={(at) => {
                setLugar(at);
                openAt(at);
              }}
            />
          ) : (
            <HeatMap
              label={label}
              grade={grade}
              grupos={grupos}
              compacto={compact}
              lugar={(grupos ? null : place) ?? lugar}
              onLugar={(at) => {
                setLugar(at);
                // While the panel is open, arrows open the next answer.
                if (aberta && !grupos) openAt(at);
              }}
              onOpen={onOpen}
            />
          )}
          <div className="flex items-start justify-between gap-3">
            <MapLegend grouped={grupos !== null && !asTable} />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Atalhos do teclado"
              onClick={() => setKeysOpen(true)}
            >
              <Keyboard />
            </Button>
          </div>
        </div>
        {aberta && wide ? (
          <aside
            aria-label="Resposta"
            className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto rounded-lg border bg-card p-4"
          >
            <Button
              variant="ghost"
              size="icon-sm"
              className="absolute top-2 right-2"
              aria-label="Fechar o painel"
              onClick={close}
            >
              <X />
            </Button>
            {panel}
          </aside>
        ) : null}
      </div>
      {wide ? null : (
        <Sheet open={aberta !== null} onOpenChange={(open) => !open && close()}>
          <SheetContent aria-describedby={undefined} className="p-4">
            <SheetTitle className="sr-only">Resposta</SheetTitle>
            {panel}
          </SheetContent>
        </Sheet>
      )}
      <KeysDialog
        open={keysOpen}
        onClose={() => setKeysOpen(false)}
        shortcuts={MAP_KEYS}
        enabled={keysEnabled}
        onEnabledChange={setKeysEnabled}
      />
    </section>
  );
}
