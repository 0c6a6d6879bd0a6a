import type { Interval } from '@escuta/shared/domain/audio/audio-facts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { sentenceAt } from './playback.ts';
import { PlayerEngine, type PlayerOptions, type PlayerState } from './player-engine.ts';

/** Creates the player and destroys it with the page. `key` identifies the recording: a new key creates a new player. */
export function usePlayerEngine(key: string | null, options: PlayerOptions | null): PlayerEngine | null {
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  // The signed URL changes with every answer of the API; only another recording may interrupt the sound.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (key === null || options === null) return;
    const created = new PlayerEngine(options);
    setEngine(created);
    return () => {
      created.destroy();
      setEngine(null);
    };
  }, [key]);
  const { durationMs = null, stereo = false, silences = NO_SILENCES } = options ?? {};
  useEffect(() => {
    engine?.setFacts({ durationMs, stereo, silences });
  }, [engine, durationMs, stereo, silences]);
  return engine;
}

const NO_SILENCES: readonly Interval[] = [];
const noSubscription = () => () => undefined;

/** The player's state; re-renders when it changes, not as time passes. */
export function usePlayerState(engine: PlayerEngine): PlayerState {
  return useSyncExternalStore(engine.subscribe, engine.getState);
}

/** A value derived from the position; re-renders only when the value changes. `derive` must return a primitive. */
export function usePlayerTime<T extends number | string | boolean>(
  engine: PlayerEngine | null,
  derive: (ms: number) => T,
): T {
  return useSyncExternalStore(engine ? engine.onTime : noSubscription, () =>
    derive(engine ? engine.getTimeMs() : 0),
  );
}

/** Index of the sentence that is heard; -1 at the position 0, so that nothing is marked before the first play. */
export function useCurrentSentence(engine: PlayerEngine | null, lines: readonly Interval[]): number {
  return usePlayerTime(engine, (ms) => (ms === 0 ? -1 : sentenceAt(lines, ms)));
}
