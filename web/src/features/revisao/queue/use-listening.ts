import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AnalysisActions } from '../../../domain/insights/analysis-context.ts';
import { type Clip, useClips } from '../../../domain/player/use-clips.ts';
import { audibleEvidence, type Ouvivel, type ParaRevisar } from './queue-rules.ts';

/** Plays the quotes of an insight, one after the other, each up to its end. */
export function useListening(insight: ParaRevisar | null, next: ParaRevisar | null) {
  // Insights of the same call share its player, so that the recording loads once.
  const {
    engine,
    hear,
    actions: clips,
    forget,
  } = useClips(insight && { itemId: insight.itemId, url: insight.audioUrl });
  const position = useRef(-1);
  const id = insight?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another insight starts anew, in silence
  useEffect(() => {
    position.current = -1;
    forget();
    engine?.pause();
  }, [id]);

  const evidences = useMemo(() => (insight ? audibleEvidence(insight) : []), [insight]);
  const playNext = useCallback(() => {
    if (evidences.length === 0) return;
    position.current = (position.current + 1) % evidences.length;
    hear(evidences[position.current] as Ouvivel);
  }, [evidences, hear]);
  const toggle = useCallback(() => engine?.toggle(), [engine]);

  const actions = useMemo<AnalysisActions>(
    () => ({
      ...clips,
      playFrom: null,
      playEvidence: (clip: Clip) => {
        const at = evidences.findIndex(
          (one) => one.startMs === clip.startMs && one.sentencaOrdem === clip.sentencaOrdem,
        );
        if (at !== -1) position.current = at;
        hear(clip);
      },
    }),
    [evidences, hear, clips],
  );

  // Loads the next call's recording while this call is judged.
  const nextUrl = next && next.itemId !== insight?.itemId ? next.audioUrl : null;
  const nextItem = next?.itemId ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signed address changes, the recording does not
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
