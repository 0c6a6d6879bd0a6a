import { createAudioUrl } from '@escuta/shared/contracts/auditoria-items';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnalysisActions } from '../../components/insights/analysis-context.ts';
import type { Evidencia } from '../../components/insights/insights.ts';
import { evidenceStart } from '../../components/player/playback.ts';
import { usePlayerEngine } from '../../components/player/use-player.ts';
import { call } from '../../lib/api.ts';
import { audibleEvidence, type Ouvivel, type ParaRevisar } from './queue-rules.ts';

/** How long a quote is heard beyond its last word, ms. */
const TAIL_MS = 1200;

/** The sound of the insight in focus: one evidence after the other, each stopping at its end. */
export function useListening(insight: ParaRevisar | null, next: ParaRevisar | null) {
  const itemId = insight?.itemId ?? null;
  const audioUrl = insight?.audioUrl ?? null;
  // Several insights of one call share its player: going from one to the next does not load the recording again.
  const engine = usePlayerEngine(
    audioUrl && itemId ? itemId : null,
    audioUrl && itemId
      ? {
          url: audioUrl,
          durationMs: null,
          stereo: false,
          silences: NO_SILENCES,
          renewUrl: async () => (await call(createAudioUrl, { params: { id: itemId } })).data.url,
        }
      : null,
  );
  const [focus, setFocus] = useState<AnalysisActions['focus']>(null);
  const position = useRef(-1);
  const stopAt = useRef<number | null>(null);
  const id = insight?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another insight starts anew, in silence
  useEffect(() => {
    position.current = -1;
    stopAt.current = null;
    setFocus(null);
    engine?.pause();
  }, [id]);

  useEffect(
    () =>
      engine?.onTime((ms) => {
        if (stopAt.current === null || ms < stopAt.current) return;
        stopAt.current = null;
        engine.pause();
      }),
    [engine],
  );

  const hear = useCallback(
    ({ startMs, endMs, sentencaOrdem }: Ouvivel) => {
      stopAt.current = endMs + TAIL_MS;
      engine?.playFrom(evidenceStart(startMs));
      if (sentencaOrdem !== null)
        setFocus((before) => ({ ordem: sentencaOrdem, nonce: (before?.nonce ?? 0) + 1 }));
    },
    [engine],
  );
  const evidences = useMemo(() => (insight ? audibleEvidence(insight) : []), [insight]);
  const playNext = useCallback(() => {
    if (evidences.length === 0) return;
    position.current = (position.current + 1) % evidences.length;
    hear(evidences[position.current] as Ouvivel);
  }, [evidences, hear]);
  const toggle = useCallback(() => {
    stopAt.current = null;
    engine?.toggle();
  }, [engine]);

  const actions = useMemo<AnalysisActions>(
    () => ({
      playFrom: null,
      playEvidence: ({ startMs, endMs, sentencaOrdem }: Evidencia) => {
        if (startMs === null) return;
        const at = evidences.findIndex(
          (one) => one.startMs === startMs && one.sentencaOrdem === sentencaOrdem,
        );
        if (at !== -1) position.current = at;
        hear({ startMs, endMs: endMs ?? startMs, sentencaOrdem });
      },
      focus,
    }),
    [evidences, hear, focus],
  );

  // The next call's recording is on its way while this one is judged.
  const nextUrl = next && next.itemId !== itemId ? next.audioUrl : null;
  const nextItem = next?.itemId ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signed address changes with every answer, the recording does not
  useEffect(() => {
    if (!nextUrl) return;
    const audio = new Audio();
    audio.preload = 'auto';
    audio.src = nextUrl;
    return () => {
      audio.removeAttribute('src');
      audio.load();
    };
  }, [nextItem]);

  return { engine, actions, playNext, toggle, evidenceCount: evidences.length };
}

const NO_SILENCES: readonly { startMs: number; endMs: number }[] = [];
