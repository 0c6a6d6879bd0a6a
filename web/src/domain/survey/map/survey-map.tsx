import { MAPA_MAX, SEM_ENTREVISTADOR } from '@escuta/shared/contracts/surveys/confrontos';
import { Grid3x3, Keyboard, SearchX, Table2, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { KeysDialog } from '../../../kit/keys-dialog.tsx';
import { useMedia } from '../../../lib/browser/media.ts';
import { useShortcutsEnabled } from '../../../lib/page/page-keys.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../../ui/inputs/select.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, SheetContent, SheetTitle } from '../../../ui/overlays/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../../ui/states.tsx';
import { OpenCell } from '../cell/open-cell.tsx';
import { MAP_KEYS } from '../cell/review-keys.ts';
import { useRascunhos } from '../cell/use-cell-review.ts';
import { CELL_PARAM, useOpenCell } from '../cell/use-open-cell.ts';
import { Legend } from '../cell/verdict-badge.tsx';
import { HeatMap } from './heat-map.tsx';
import { cutOf, useMapFilters } from './map-filters.tsx';
import { cellAt, gridOf, groupsOf, type Lugar, type Ordem, queueLength, stepInQueue } from './map-grid.ts';
import { MapTable } from './map-table.tsx';
import { type Alvo, useHeatMap } from './use-heat-map.ts';

const ORDEM_LABEL: Record<Ordem, string> = {
  tempo: 'Mais recentes primeiro',
  entrevistador: 'Por entrevistador',
  piores: 'Piores primeiro',
};
const isOrdem = (value: string): value is Ordem => Object.hasOwn(ORDEM_LABEL, value);

/** From so many interviews on the map begins by interviewer. */
const AGRUPA_DESDE = 200;
const LADO = { confortavel: 24, compacto: 15 } as const;

/**
 * The heat map of a survey or an audit, with the panel of the cell that is open. What is filtered, how it is ordered and what is open
 * stand in the address. The filters' controls are the page's: they narrow more than the map.
 */
export function SurveyMap({ alvo }: { alvo: Alvo }) {
  const state = useMapFilters();
  const { agente, ordem: ordered, agrupar } = state.filters;
  const ordem: Ordem = ordered || 'tempo';
  const query = useHeatMap(alvo, cutOf(state));
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

  const grade = useMemo(() => (mapa ? gridOf(mapa, ordem) : null), [mapa, ordem]);
  // One interviewer's interviews are no groups.
  const byInterviewer =
    agente === '' && (agrupar ? agrupar === 'sim' : mapa !== undefined && mapa.linhas.length > AGRUPA_DESDE);
  const grupos = useMemo(() => (grade && byInterviewer ? groupsOf(grade) : null), [grade, byInterviewer]);

  const waiting = useMemo(() => (grade ? queueLength(grade) : 0), [grade]);
  const openAt = useCallback(
    (at: Lugar): void => {
      if (!grade) return;
      const cell = cellAt(grade, at.row, at.column);
      if (cell) open({ entrevistaId: cell.linha.id, perguntaId: cell.coluna.id });
    },
    [grade, open],
  );
  /** Where the open cell stands now. */
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
    // From the interviewers to one's interviews.
    forget();
    state.change({ agente: grupo.agenteId ?? SEM_ENTREVISTADOR, [CELL_PARAM]: '' });
    setLugar({ row: 0, column: at.column });
  };
  // A link to an answer leads to the map, which may be far down its page.
  const shown = mapa !== undefined && aberta !== null;
  const arrived = useRef(false);
  useEffect(() => {
    if (mapa === undefined || arrived.current) return;
    arrived.current = true;
    const top = region.current?.getBoundingClientRect().top ?? 0;
    if (shown && top > window.innerHeight / 2) region.current?.scrollIntoView();
  }, [mapa, shown]);

  if (query.error && !mapa) {
    return (
      <ErrorState
        title="Erro ao carregar o mapa das respostas."
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!mapa || !grade) return <Skeleton aria-busy="true" className="h-96 rounded-xl" />;
  if (mapa.linhas.length === 0 && !state.filtered) {
    return (
      <EmptyState
        icon={<Grid3x3 />}
        title="Nenhuma entrevista auditada"
        description="Quando uma entrevista com gravação for processada, cada resposta dela aparece aqui com o seu veredito."
      />
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
      className="relative grid min-w-0 scroll-mt-20 gap-3"
    >
      <LoadingBar active={query.isPlaceholderData} label="Carregando o mapa" />
      {query.error ? <StaleNotice what="o mapa" onRetry={() => void query.refetch()} /> : null}
      {mapa.total > MAPA_MAX ? (
        <Notice variant="info">
          O mapa mostra as {formatNumber(MAPA_MAX)} entrevistas mais recentes de {formatNumber(mapa.total)}.
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          value={ordem}
          onValueChange={(value) => isOrdem(value) && state.change({ ordem: value === 'tempo' ? '' : value })}
        >
          <SelectTrigger aria-label="Ordem das entrevistas" className="w-auto">
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {Object.entries(ORDEM_LABEL).map(([value, text]) => (
              <SelectItem key={value} value={value}>
                {text}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
        <span className="flex items-center gap-2">
          <Switch
            id="mapa-agrupado"
            checked={byInterviewer}
            disabled={asTable || agente !== ''}
            onCheckedChange={(on) => state.change({ agrupar: on ? 'sim' : 'nao' })}
          />
          <Label htmlFor="mapa-agrupado">Agrupar por entrevistador</Label>
        </span>
        <span className="flex items-center gap-2">
          <Switch id="mapa-compacto" checked={compact} disabled={asTable} onCheckedChange={setCompact} />
          <Label htmlFor="mapa-compacto">Compacto</Label>
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <Button size="sm" disabled={waiting === 0} onClick={() => step(1)}>
            Revisar ({formatNumber(waiting)})
          </Button>
          <Button variant="outline" size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? <Grid3x3 aria-hidden="true" /> : <Table2 aria-hidden="true" />}
            {asTable ? 'Ver como mapa' : 'Ver como tabela'}
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Atalhos do teclado"
            onClick={() => setKeysOpen(true)}
          >
            <Keyboard />
          </Button>
        </span>
      </div>
      <div
        className={aberta && wide ? 'grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-4' : 'grid min-w-0'}
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
              lado={compact ? LADO.compacto : LADO.confortavel}
              lugar={(grupos ? null : place) ?? lugar}
              onLugar={(at) => {
                setLugar(at);
                // With the panel open the arrows lead from answer to answer.
                if (aberta && !grupos) openAt(at);
              }}
              onOpen={onOpen}
            />
          )}
          <Legend />
        </div>
        {aberta && wide ? (
          <aside
            aria-label="Resposta"
            className="relative sticky top-4 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg border bg-card p-4"
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
