import { createAudioUrl, regenerarAnalise } from '@escuta/shared/contracts/auditoria-items';
import { getResultadoCompleto } from '@escuta/shared/contracts/resultados';
import { decodePeaks } from '@escuta/shared/domain/audio-peaks';
import type { Secao } from '@escuta/shared/domain/profiles/definition';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  CloudDownload,
  Download,
  EllipsisVertical,
  Eraser,
  Play,
  RefreshCw,
  Upload,
} from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { CallStatus } from '../../domain/calls/call-status.tsx';
import { EraseDialog } from '../../domain/calls/erase-dialog.tsx';
import { UploadDialog } from '../../domain/calls/upload-dialog.tsx';
import { useFetchRecording } from '../../domain/calls/use-fetch-recording.ts';
import { processError, useProcessCall } from '../../domain/calls/use-process-call.ts';
import { useRunAgain } from '../../domain/calls/use-run-again.tsx';
import { AnalysisContext } from '../../domain/insights/analysis-context.ts';
import type { Evidencia } from '../../domain/insights/insights.ts';
import { sentenceAt, skippableSilences } from '../../domain/player/playback.ts';
import type { PlayerEngine } from '../../domain/player/player-engine.ts';
import { useClips } from '../../domain/player/use-clips.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { ApiError, call, errorMessage, saveUrl } from '../../lib/api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useLiveConnected } from '../../lib/events.ts';
import { formatDateTime, formatDurationMs, formatNumber, formatPhone } from '../../lib/format.ts';
import { useMedia } from '../../lib/media.ts';
import { href, paths } from '../../lib/paths.ts';
import { apiQuery } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { InsightCard } from './insights/insight-card.tsx';
import { insightsSummary } from './logic/insights-summary.ts';
import { readMoment } from './logic/moment.ts';
import { isRunning } from './logic/progress.ts';
import { mergeChannels, papelLabel, type TranscriptLine } from './logic/transcript.ts';
import { NotProcessed } from './not-processed.tsx';
import { Legend, PlayerBar } from './player/player-bar.tsx';
import { Section } from './section.tsx';
import { Costs } from './sections/costs.tsx';
import { EarlierVerdicts } from './sections/earlier-verdicts.tsx';
import { CallFacts, type Resultado } from './sections/overview.tsx';
import { Result } from './sections/result.tsx';
import { RunProgress } from './sections/run-progress.tsx';
import { Timeline } from './sections/timeline.tsx';
import { Transcript } from './transcript/transcript-section.tsx';
import { useAllowed } from './use-allowed.ts';

const TITULO = 'Análise da Ligação';
const SEM_ID = 'ID do item de auditoria não fornecido.';
/** While a run goes on: how often the result is asked for with live events, and without, ms. */
const POLL_LIVE_MS = 5000;
const POLL_OFFLINE_MS = 1500;

/** The analysis of one call. */
export default function AnalysisPage() {
  const { itemId } = useParams();
  useEffect(() => {
    if (!itemId) toast.error('Erro', { id: 'sem-id', description: SEM_ID });
  }, [itemId]);
  return itemId ? (
    <Analysis key={itemId} itemId={itemId} />
  ) : (
    <>
      <PageHeader title={TITULO} />
      <ErrorState title={SEM_ID} action={<Back />} />
    </>
  );
}

/** To the report of the call's project, or to the projects while it is not known. */
function Back({ projetoId }: { projetoId?: string | undefined }) {
  return (
    <Button variant="outline" asChild>
      <Link to={projetoId ? href(paths.ligacoes, { projectId: projetoId }) : paths.projetos}>
        <ArrowLeft aria-hidden="true" />
        Voltar
      </Link>
    </Button>
  );
}

function Analysis({ itemId }: { itemId: string }) {
  const live = useLiveConnected();
  const query = useQuery({
    ...apiQuery(getResultadoCompleto, { params: { id: itemId } }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => {
      const data = state.data?.data;
      if (!data) return false;
      if (!isRunning(data.execucao) && data.auditoriaItem.status !== 'processando')
        return live ? false : 15_000;
      return live ? POLL_LIVE_MS : POLL_OFFLINE_MS;
    },
  });
  const { data, error } = query;
  useDocumentTitle(data ? `Ligação ${formatPhone(data.auditoriaItem.numeroDestino)}` : null);
  if (error && !data) {
    return (
      <>
        <PageHeader title={TITULO} />
        <ErrorState
          title="Não foi possível carregar os dados."
          error={error}
          onRetry={error instanceof ApiError && error.status === 404 ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
          action={<Back />}
        />
      </>
    );
  }
  if (data?.auditoriaItem.dadosApagadosEm) return <Erased itemId={itemId} resultado={data} />;
  return data ? <Loaded itemId={itemId} resultado={data} /> : <Loading />;
}

function Loading() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <span className="sr-only" role="status">
        Carregando a análise…
      </span>
      <Skeleton className="h-14 w-72" />
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  );
}

function usePeaks(resultado: Resultado) {
  const { picosUrl, execucao, auditoriaItem } = resultado;
  return useQuery({
    // The signed address changes with every answer; the peaks only with the run.
    queryKey: ['picos', auditoriaItem.id, execucao?.id ?? null, auditoriaItem.arquivoPath],
    enabled: picosUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch(picosUrl ?? '', { signal });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return decodePeaks(new Uint8Array(await response.arrayBuffer()));
    },
  });
}

function Loaded({ itemId, resultado }: { itemId: string; resultado: Resultado }) {
  const { auditoriaItem: item, execucao, fatosAudio, analiseTexto, projeto, audioUrl } = resultado;
  const narrow = useMedia('(max-width: 767px)');
  const lines = useMemo(() => mergeChannels(item.ui_payload), [item.ui_payload]);
  const silences = useMemo(
    () =>
      fatosAudio
        ? skippableSilences(
            fatosAudio.canais.map(({ speech }) => speech),
            fatosAudio.durationMs,
          )
        : [],
    [fatosAudio],
  );
  const {
    engine,
    hear,
    stand,
    actions: clips,
  } = useClips({
    itemId,
    key: `${itemId}:${item.arquivoPath}`,
    url: audioUrl,
    durationMs: fatosAudio?.durationMs ?? null,
    stereo: (fatosAudio?.canais.length ?? 0) > 1,
    silences,
  });
  const peaks = usePeaks(resultado);

  const [open, setOpen] = useState<Record<Secao, boolean>>({
    visao: true,
    transcricao: true,
    insights: true,
    dados: false,
    custos: false,
    linha: false,
  });
  const { pagina } = PROFILES[item.perfil];
  const section = (name: Secao) => ({
    absent: !pagina.secoes.includes(name),
    open: open[name],
    onOpenChange: (next: boolean) => setOpen((now) => ({ ...now, [name]: next })),
  });

  // What stands below the sticky player has to know how tall that is (zoom and errors change it).
  const page = useRef<HTMLDivElement>(null);
  const measurePlayer = useCallback((element: HTMLDivElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => {
      page.current?.style.setProperty('--altura-do-player', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const { focus } = clips;
  const playEvidence = useCallback(
    (evidencia: Evidencia) => {
      hear(evidencia);
      if (evidencia.sentencaOrdem !== null) setOpen((now) => ({ ...now, transcricao: true }));
    },
    [hear],
  );
  const actions = useMemo(() => ({ ...clips, playEvidence }), [clips, playEvidence]);
  useMoment(engine, lines, stand);
  const highlight = useMemo(() => {
    const line = focus ? lines.find(({ ordem }) => ordem === focus.ordem) : undefined;
    return line ? { startMs: line.startMs, endMs: line.endMs } : null;
  }, [focus, lines]);

  const running = isRunning(execucao) || item.status === 'processando';
  const failed = item.status === 'erro';
  const insights = resultado.insightTemplatesUsados;
  const hasResult = fatosAudio !== null || lines.length > 0 || insights.length > 0;

  return (
    <AnalysisContext.Provider value={actions}>
      <div ref={page} className="@container grid grid-cols-1 gap-3">
        <Header itemId={itemId} resultado={resultado} running={running} />
        {failed ? <Failure itemId={itemId} resultado={resultado} /> : null}
        {running && !execucao ? (
          <p role="status" className="rounded-xl border bg-card p-4 font-medium">
            Na fila de processamento
          </p>
        ) : null}
        {execucao && (running || failed) ? <RunProgress execucao={execucao} /> : null}
        {engine ? (
          <div
            ref={measurePlayer}
            className="sticky top-14 z-20 rounded-xl border bg-card px-3 py-2 shadow-md print:hidden"
          >
            <PlayerBar
              engine={engine}
              peaks={resultado.picosUrl === null || peaks.isError ? null : peaks.data}
              facts={fatosAudio}
              canalAgente={projeto.canalAgente}
              perfil={item.perfil}
              highlight={highlight}
              narrow={narrow}
            />
          </div>
        ) : null}
        {!hasResult && !running && !failed ? <NotProcessed itemId={itemId} resultado={resultado} /> : null}

        {insights.length > 0 || analiseTexto ? (
          <Section title="Visão geral" {...section('visao')}>
            <Result resultado={resultado} />
          </Section>
        ) : null}
        <div className="grid grid-cols-1 items-start gap-3 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
          <div
            className={cn(
              'grid grid-cols-1 gap-4',
              engine && '@4xl:sticky @4xl:top-[calc(3.5rem+var(--altura-do-player)+0.75rem)]',
            )}
          >
            <Section
              title="Transcrição"
              summary={lines.length > 0 ? `${formatNumber(lines.length)} sentenças` : undefined}
              {...section('transcricao')}
            >
              {lines.length > 0 ? (
                <Transcript
                  engine={engine}
                  lines={lines}
                  confidence={[item.ui_payload?.left, item.ui_payload?.right].flatMap((channel) =>
                    channel ? [{ label: papelLabel(channel.papel), value: channel.confidence }] : [],
                  )}
                />
              ) : (
                <Missing running={running}>{pagina.semTranscricao}</Missing>
              )}
            </Section>
            <EarlierVerdicts itemId={itemId} />
            <Section
              title={pagina.dados}
              summary={fatosAudio ? formatDurationMs(fatosAudio.durationMs) : undefined}
              {...section('dados')}
            >
              <CallFacts resultado={resultado} />
              {fatosAudio ? <Legend facts={fatosAudio} /> : null}
            </Section>
            <Section title="Análise de custos" {...section('custos')}>
              <Costs custos={resultado.custos} />
            </Section>
            <Section
              title="Linha do tempo"
              summary={resultado.timeline.length > 0 ? formatNumber(resultado.timeline.length) : undefined}
              {...section('linha')}
            >
              <Timeline timeline={resultado.timeline} />
            </Section>
          </div>
          <div className="grid grid-cols-1 gap-3">
            <Section
              title="Insights de IA"
              summary={insights.length > 0 ? insightsSummary(insights) : undefined}
              {...section('insights')}
            >
              {insights.length > 0 ? (
                <div className="grid grid-cols-1 gap-2">
                  {insights.map((usado) => (
                    <InsightCard key={usado.id} usado={usado} canalAgente={projeto.canalAgente} />
                  ))}
                </div>
              ) : (
                <Missing running={running}>{pagina.semInsights}</Missing>
              )}
            </Section>
          </div>
        </div>
      </div>
    </AnalysisContext.Provider>
  );
}

/** An address that names a moment opens the page there: the player stands at it, the sentence is marked. Once a moment. */
function useMoment(
  engine: PlayerEngine | null,
  lines: readonly TranscriptLine[],
  stand: (ms: number, ordem: number | null) => void,
): void {
  const [search] = useSearchParams();
  const ms = readMoment(search.get('t'));
  const shown = useRef<number | null>(null);
  useEffect(() => {
    if (ms === null || !engine || shown.current === ms) return;
    shown.current = ms;
    stand(ms, lines[sentenceAt(lines, ms)]?.ordem ?? null);
  }, [engine, lines, ms, stand]);
}

/** What is left of a call whose data were erased: that it was, what it cost, and when things happened. */
function Erased({ itemId, resultado }: { itemId: string; resultado: Resultado }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header itemId={itemId} resultado={resultado} running={false} />
      <EmptyState
        icon={<Eraser />}
        title="Os dados desta ligação foram apagados"
        description={`Em ${formatDateTime(resultado.auditoriaItem.dadosApagadosEm)}. Ficam só este registro, os custos e as datas do processamento.`}
        action={<Back projetoId={resultado.projeto.id} />}
      />
      <Section title="Análise de custos" open onOpenChange={() => undefined}>
        <Costs custos={resultado.custos} />
      </Section>
      <Section title="Linha do tempo" open onOpenChange={() => undefined}>
        <Timeline timeline={resultado.timeline} />
      </Section>
    </div>
  );
}

function Missing({ running, children }: { running: boolean; children: ReactNode }) {
  return (
    <p className="rounded-lg border border-dashed px-4 py-8 text-center text-muted-foreground">
      {running ? 'Aparece aqui assim que a etapa terminar.' : children}
    </p>
  );
}

/** Runs the analysis of text and insights again on the transcript there is. */
function useRegenerate(itemId: string) {
  const { attempt, busy } = useApiMutation(regenerarAnalise, {
    failed: 'Erro no processamento',
    reason: (error) => (error instanceof ApiError ? processError(error) : 'Falha ao regenerar análise.'),
    onDone: () =>
      toast.success('Nova análise iniciada', { description: 'A transcrição existente é reaproveitada.' }),
  });
  return { regenerate: () => void attempt({ params: { id: itemId } }), busy };
}

function Header({ itemId, resultado, running }: { itemId: string; resultado: Resultado; running: boolean }) {
  const { auditoriaItem: item, projeto } = resultado;
  const { process, isLocked } = useProcessCall();
  const { regenerate, busy: regenerating } = useRegenerate(itemId);
  const { askAgain, dialog } = useRunAgain();
  const { mayProcess, mayUpload, mayErase } = useAllowed();
  const { fetchRecording, isFetching } = useFetchRecording(mayProcess ? process : null);
  const [uploading, setUploading] = useState(false);
  const [erasing, setErasing] = useState(false);
  const erased = item.dadosApagadosEm !== null;
  const hasFile = item.arquivoPath !== null;
  const hasTranscript = item.ui_payload !== null;
  const label = formatPhone(item.numeroDestino);
  const download = async (): Promise<void> => {
    try {
      const { data } = await call(createAudioUrl, { params: { id: itemId } });
      saveUrl(`${data.url}${data.url.includes('?') ? '&' : '?'}baixar=true`, item.arquivoNome ?? undefined);
    } catch (error) {
      toast.error('Erro ao baixar', { description: errorMessage(error, 'Falha ao baixar arquivo.') });
    }
  };
  return (
    <header className="flex items-start justify-between gap-3">
      <div className="flex min-w-0 items-start gap-3">
        <Button variant="outline" size="icon" asChild className="mt-0.5">
          <Link
            to={href(paths.ligacoes, { projectId: projeto.id })}
            aria-label={`Voltar às ligações de ${projeto.nome}`}
          >
            <ArrowLeft aria-hidden="true" />
          </Link>
        </Button>
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h1
              data-route-heading
              tabIndex={-1}
              className="font-semibold text-xl tabular-nums tracking-tight sm:text-2xl"
            >
              {erased
                ? 'Ligação apagada'
                : item.numeroDestino
                  ? label
                  : item.arquivoNome || 'Ligação sem número'}
            </h1>
            {erased ? null : <CallStatus status={item.status} />}
          </div>
          <p className="truncate text-muted-foreground text-sm">
            {[item.nomeEntrevistado, formatDateTime(item.callStartTime ?? item.createdAt), projeto.nome]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {erased ? null : (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline" className="mt-0.5 max-sm:w-11 max-sm:px-0">
              <EllipsisVertical aria-hidden="true" />
              <span className="max-sm:sr-only">Ações</span>
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem
              disabled={!mayProcess || !hasFile || running || isLocked(itemId)}
              onSelect={() => void askAgain({ itemId, modo: 'processar', run: () => process(itemId) })}
            >
              <Play aria-hidden="true" />
              {hasTranscript ? 'Processar novamente' : 'Processar áudio'}
            </DropdownMenuItem>
            <DropdownMenuItem
              disabled={!mayProcess || !hasTranscript || running || regenerating}
              onSelect={() => void askAgain({ itemId, modo: 'regenerar', run: regenerate })}
            >
              <RefreshCw aria-hidden="true" />
              Regenerar análise
            </DropdownMenuItem>
            {item.gravacaoNaTelefonia ? (
              <DropdownMenuItem
                disabled={!mayUpload || isFetching(itemId)}
                onSelect={() => void fetchRecording(itemId)}
              >
                <CloudDownload aria-hidden="true" />
                Buscar gravação
              </DropdownMenuItem>
            ) : null}
            <DropdownMenuItem disabled={!mayUpload || running} onSelect={() => setUploading(true)}>
              <Upload aria-hidden="true" />
              {hasFile ? 'Substituir áudio' : 'Enviar áudio'}
            </DropdownMenuItem>
            <DropdownMenuItem disabled={!hasFile} onSelect={() => void download()}>
              <Download aria-hidden="true" />
              Baixar áudio
            </DropdownMenuItem>
            {mayErase ? (
              <>
                <DropdownMenuSeparator />
                <DropdownMenuItem destructive disabled={running} onSelect={() => setErasing(true)}>
                  <Eraser aria-hidden="true" />
                  Apagar dados da ligação
                </DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {dialog}
      <EraseDialog target={erasing ? { id: itemId, label } : null} onClose={() => setErasing(false)} />
      <UploadDialog
        target={uploading ? { id: itemId, label, arquivoNome: item.arquivoNome } : null}
        onClose={() => setUploading(false)}
        onProcess={process}
      />
    </header>
  );
}

/** What went wrong, in the worker's words, and the ways out. */
function Failure({ itemId, resultado }: { itemId: string; resultado: Resultado }) {
  const { auditoriaItem: item, execucao, projeto } = resultado;
  const { process, isLocked } = useProcessCall();
  const { mayProcess } = useAllowed();
  const { regenerate, busy: regenerating } = useRegenerate(itemId);
  const { askAgain, dialog } = useRunAgain();
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-xl border border-destructive/30 bg-destructive-soft p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <p className="font-semibold text-destructive-text">O processamento desta ligação falhou</p>
        <p>{item.motivo ?? execucao?.motivo ?? 'O motivo não foi informado.'}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Back projetoId={projeto.id} />
        <Button
          disabled={!mayProcess || !item.arquivoPath || isLocked(itemId)}
          onClick={() => void askAgain({ itemId, modo: 'processar', run: () => process(itemId) })}
        >
          <Play aria-hidden="true" />
          Processar novamente
        </Button>
        {item.ui_payload && mayProcess ? (
          <Button
            variant="outline"
            loading={regenerating}
            onClick={() => void askAgain({ itemId, modo: 'regenerar', run: regenerate })}
          >
            {regenerating ? null : <RefreshCw aria-hidden="true" />}
            Regenerar análise
          </Button>
        ) : null}
      </div>
      {dialog}
    </div>
  );
}
