import { decodePeaks } from '@escuta/shared/domain/audio/audio-peaks';
import type { Secao } from '@escuta/shared/domain/profiles/definition';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CallFirings } from '../../domain/alerts/call-firings.tsx';
import { AnalysisContext } from '../../domain/insights/analysis-context.ts';
import { itemOfPage } from '../../domain/items/item.ts';
import { useItemActions } from '../../domain/items/use-item-actions.tsx';
import { SHARE_MOMENT } from '../../domain/moments/share-moment.ts';
import type { Stretch } from '../../domain/moments/stretch.ts';
import { sentenceAt, skippableSilences } from '../../domain/player/playback.ts';
import type { PlayerEngine } from '../../domain/player/player-engine.ts';
import { type Clip, useClips } from '../../domain/player/use-clips.ts';
import { OnDemand } from '../../kit/on-demand.tsx';
import { useMedia } from '../../lib/browser/media.ts';
import { usePrinting } from '../../lib/browser/printing.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { useOffer } from '../../lib/page/offers.ts';
import { formatDurationMs, formatNumber } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Failure } from './failure.tsx';
import { FormerRecordings } from './former-recordings.tsx';
import { Header } from './header.tsx';
import { InsightCard } from './insights/insight-card.tsx';
import { insightsSummary } from './logic/insights-summary.ts';
import { readMoment } from './logic/moment.ts';
import { isRunning } from './logic/progress.ts';
import { untold } from './logic/told.ts';
import { mergeChannels, speakerLabel, type TranscriptLine } from './logic/transcript.ts';
import { NotProcessed } from './not-processed.tsx';
import { Legend, PlayerBar, playerRows } from './player/player-bar.tsx';
import { PrintedWaveform } from './player/printed-waveform.tsx';
import { Section } from './section.tsx';
import { Costs } from './sections/costs.tsx';
import { EarlierVerdicts } from './sections/earlier-verdicts.tsx';
import { InterviewReview } from './sections/interview-review.tsx';
import { LeftOut } from './sections/left-out.tsx';
import { CallFacts, type Resultado } from './sections/overview.tsx';
import { Result } from './sections/result.tsx';
import { RunProgress } from './sections/run-progress.tsx';
import { Timeline } from './sections/timeline.tsx';
import { Transcript } from './transcript/transcript-section.tsx';

function usePeaks(resultado: Resultado) {
  const { picosUrl, execucao, auditoriaItem } = resultado;
  return useQuery({
    // The key leaves out the signed address, which changes with every response; the peaks change only with the run.
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

/** Up to this number of insights, the column of the insights is shorter than the transcript beside it. */
const FEW_INSIGHTS = 2;

/** The analysis of a call, also while incomplete: player, transcript, insights, facts, costs and times. */
export function LoadedAnalysis({ itemId, resultado }: { itemId: string; resultado: Resultado }) {
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
  const printing = usePrinting();

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

  // Sets the height of the sticky player as a CSS variable for the content below; zoom and errors change the height.
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
    (evidencia: Clip) => {
      hear(evidencia);
      if (evidencia.sentencaOrdem !== null) setOpen((now) => ({ ...now, transcricao: true }));
    },
    [hear],
  );
  const [sharing, setSharing] = useState<Stretch | null>(null);
  const mayShare = engine !== null;
  const actions = useMemo(
    () => ({ ...clips, playEvidence, share: mayShare ? setSharing : null }),
    [clips, playEvidence, mayShare],
  );
  useMoment(engine, lines, stand);
  const highlight = useMemo(() => {
    const line = focus ? lines.find(({ ordem }) => ordem === focus.ordem) : undefined;
    return line ? { startMs: line.startMs, endMs: line.endMs } : null;
  }, [focus, lines]);

  const running = isRunning(execucao) || item.status === 'processando';
  const mayCorrect = useCan()('result', 'update') && item.perfil === 'ligacao' && !running;
  const failed = item.status === 'erro';
  const acted = itemOfPage(item, running);
  const { of, dialogs } = useItemActions('pagina');
  const acts = of(acted);
  useOffer({ heading: `Ações ${acted.phrase}`, actions: acts });
  const insights = resultado.insightTemplatesUsados;
  const hasResult = fatosAudio !== null || lines.length > 0 || insights.length > 0;

  const printed = untold(
    analiseTexto?.resumo,
    insights.map(({ resultado: { insight } }) => insight.resumo),
  );

  // The folded sections go into the shorter column: under the transcript with many insights, else under the insights.
  const isLong = insights.length > FEW_INSIGHTS;
  const rest = (
    <>
      {item.entrevistaId ? <InterviewReview entrevistaId={item.entrevistaId} /> : null}
      <EarlierVerdicts itemId={itemId} />
      <Section
        title={pagina.dados}
        summary={fatosAudio ? formatDurationMs(fatosAudio.durationMs) : undefined}
        {...section('dados')}
      >
        <CallFacts resultado={resultado} />
        {fatosAudio ? <Legend facts={fatosAudio} /> : null}
      </Section>
      <Section title="Análise de custos" unprinted {...section('custos')}>
        <Costs custos={resultado.custos} />
      </Section>
      <Section
        title="Linha do tempo"
        unprinted
        summary={resultado.timeline.length > 0 ? formatNumber(resultado.timeline.length) : undefined}
        {...section('linha')}
      >
        <Timeline timeline={resultado.timeline} />
      </Section>
    </>
  );

  return (
    <AnalysisContext.Provider value={actions}>
      <div ref={page} className="on-paper @container grid grid-cols-1 gap-3">
        <Header resultado={resultado} actions={acts} />
        {dialogs}
        {item.temGravacoesAnteriores ? <FormerRecordings itemId={itemId} nome={pagina.nome} /> : null}
        {failed ? <Failure resultado={resultado} actions={acts} /> : null}
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
        {mayShare ? (
          <OnDemand
            part={SHARE_MOMENT}
            open={sharing !== null}
            props={{
              itemId,
              stretch: sharing,
              durationMs: fatosAudio?.durationMs ?? (item.callDuration ?? 0) * 1000,
              temFrases: lines.length > 0,
              onHear: ({ startMs, endMs }) => engine?.playClip(startMs, endMs),
              onClose: () => setSharing(null),
            }}
          />
        ) : null}
        {printing && peaks.data && fatosAudio ? (
          <PrintedWaveform
            peaks={peaks.data}
            durationMs={fatosAudio.durationMs}
            rows={playerRows(fatosAudio, projeto.canalAgente, item.perfil)}
          />
        ) : null}
        {!hasResult && !running && !failed ? <NotProcessed resultado={resultado} actions={acts} /> : null}

        {insights.length > 0 || analiseTexto ? (
          <Section title="Visão geral" {...section('visao')}>
            <Result resultado={resultado} />
            {item.perfil === 'ligacao' ? (
              <CallFirings itemId={itemId} canPlay={engine !== null} className="mt-3" />
            ) : null}
          </Section>
        ) : null}
        {/* On a phone insights come before the transcript; side by side the transcript is at the left, under the player. */}
        <div className="grid grid-cols-1 items-start gap-3 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] @4xl:grid-rows-[auto_1fr]">
          <div className="@4xl:col-start-2 @4xl:row-start-1">
            <Section
              title="Insights de IA"
              summary={insights.length > 0 ? insightsSummary(insights) : undefined}
              {...section('insights')}
            >
              {insights.length > 0 ? (
                <div className="grid grid-cols-1 gap-2">
                  {insights.map((usado, index) => (
                    <InsightCard key={usado.id} usado={usado} printed={printed[index] ?? ''} />
                  ))}
                </div>
              ) : (
                <MissingPart running={running}>{pagina.semInsights}</MissingPart>
              )}
            </Section>
          </div>
          <div
            className={cn(
              'grid grid-cols-1 gap-3 print:order-first @4xl:col-start-1 @4xl:row-span-2 @4xl:row-start-1',
              engine && 'print:static @4xl:sticky @4xl:top-[calc(3.5rem+var(--altura-do-player)+0.75rem)]',
            )}
          >
            <Section
              title="Transcrição"
              summary={lines.length > 0 ? plural(lines.length, 'frase', 'frases') : undefined}
              {...section('transcricao')}
            >
              <LeftOut resultado={resultado} />
              {lines.length > 0 ? (
                <Transcript
                  itemId={itemId}
                  engine={engine}
                  mayCorrect={mayCorrect}
                  lines={lines}
                  confidence={[item.ui_payload?.left, item.ui_payload?.right].flatMap((channel) =>
                    channel ? [{ label: speakerLabel(channel.papel), value: channel.confidence }] : [],
                  )}
                />
              ) : (
                <MissingPart running={running}>{pagina.semTranscricao}</MissingPart>
              )}
            </Section>
            {isLong ? rest : null}
          </div>
          {isLong ? null : (
            <div className="grid grid-cols-1 gap-3 @4xl:col-start-2 @4xl:row-start-2">{rest}</div>
          )}
        </div>
      </div>
    </AnalysisContext.Provider>
  );
}

/** Opens the page at the moment in the address: seeks the player and marks the sentence, once for each moment. */
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

function MissingPart({ running, children }: { running: boolean; children: ReactNode }) {
  return (
    <p className="rounded-lg border border-dashed px-4 py-8 text-center text-muted-foreground">
      {running ? 'O resultado aparece aqui assim que a etapa terminar.' : children}
    </p>
  );
}
