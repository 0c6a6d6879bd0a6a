import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toast } from '../../lib/browser/toast.ts';
import { call } from '../../lib/network/api.ts';
import type { AnalysisActions } from '../insights/analysis-context.ts';
import type { Evidencia } from '../insights/insights.ts';
import { reportHeard } from './heard-report.ts';
import { evidenceEnd, evidenceStart } from './playback.ts';
import type { PlayerEngine, RecordingFacts } from './player-engine.ts';
import { usePlayerEngine } from './use-player.ts';

export interface Recording extends Partial<RecordingFacts> {
  itemId: string;
  /** Signed URL of the recording, which differs in each answer of the API; null if there is no recording. */
  url: string | null;
  /** Tells several recordings of an item apart; by default the item's id. */
  key?: string;
}

/** The stretch of a quote, and its sentence. */
export type Clip = Pick<Evidencia, 'startMs' | 'endMs' | 'sentencaOrdem'>;

/**
 * Player of a call and its quotes: each quote plays from 2 s before its first word and stops after its last. A refetch
 * or an expired address does not interrupt the sound; only another recording makes a new player.
 */
export function useClips(recording: Recording | null): {
  engine: PlayerEngine | null;
  hear: (clip: Clip) => void;
  /** Seeks to a moment without playing, and marks its sentence. */
  stand: (ms: number, ordem: number | null) => void;
  /** Actions for insights and transcript (AnalysisContext). */
  actions: AnalysisActions;
  /** Forgets the requested sentence. */
  forget: () => void;
} {
  const { itemId, url = null } = recording ?? {};
  const engine = usePlayerEngine(
    itemId && url ? (recording?.key ?? itemId) : null,
    itemId && url
      ? {
          url,
          durationMs: recording?.durationMs ?? null,
          stereo: recording?.stereo ?? false,
          silences: recording?.silences ?? NO_SILENCES,
          renewUrl: async () => (await call(createAudioUrl, { params: { id: itemId } })).data,
        }
      : null,
  );
  useEffect(() => (engine && itemId ? reportHeard(engine, itemId) : undefined), [engine, itemId]);
  const [focus, setFocus] = useState<AnalysisActions['focus']>(null);
  const mark = useCallback((ordem: number | null) => {
    if (ordem !== null) setFocus((before) => ({ ordem, nonce: (before?.nonce ?? 0) + 1 }));
  }, []);
  const hear = useCallback(
    ({ startMs, endMs, sentencaOrdem }: Clip) => {
      mark(sentencaOrdem);
      if (!engine) toast.info('Não há gravação para ouvir.');
      else if (startMs !== null) engine.playClip(evidenceStart(startMs), evidenceEnd(endMs ?? startMs));
    },
    [engine, mark],
  );
  const stand = useCallback(
    (ms: number, ordem: number | null) => {
      engine?.seek(ms);
      mark(ordem);
    },
    [engine, mark],
  );
  const playFrom = useCallback((ms: number) => engine?.playFrom(ms), [engine]);
  const actions = useMemo<AnalysisActions>(
    () => ({ playFrom: engine ? playFrom : null, playEvidence: hear, share: null, focus }),
    [engine, playFrom, hear, focus],
  );
  const forget = useCallback(() => setFocus(null), []);
  return { engine, hear, stand, actions, forget };
}

const NO_SILENCES: RecordingFacts['silences'] = [];
