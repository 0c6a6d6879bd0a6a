import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import { useEffect, useRef, useState } from 'react';
import type { Firing } from '../../domain/alerts/firings.ts';
import { titleOf } from '../../domain/alerts/firings.ts';
import { HeardFrame } from '../../domain/player/heard-frame.tsx';
import { useClips } from '../../domain/player/use-clips.ts';
import { toast } from '../../lib/browser/toast.ts';
import { call, errorMessage } from '../../lib/network/api.ts';

export type Reason = Firing['porque'][number];
export type Heard = { firing: Firing; itemId: string; reason: Reason | null; url: string; n: number };

/** Hears reasons of the list, one at a time; without a place in the recording from its beginning. */
export function useHeardFiring() {
  const [heard, setHeard] = useState<Heard | null>(null);
  const asked = useRef(0);
  const hear = async (firing: Firing, reason: Reason | null): Promise<void> => {
    const itemId = firing.item_id;
    if (itemId === null) return;
    asked.current += 1;
    const n = asked.current;
    try {
      const url =
        heard?.itemId === itemId
          ? heard.url
          : (await call(createAudioUrl, { params: { id: itemId } })).data.url;
      // Another one was asked for meanwhile.
      if (asked.current === n) setHeard({ firing, itemId, reason, url, n });
    } catch (error) {
      toast.error(errorMessage(error, 'Não foi possível abrir a gravação.'));
    }
  };
  const stop = (): void => {
    asked.current += 1;
    setHeard(null);
  };
  return { heard, hear, stop };
}

/** The player of the list: stays in view, plays the sentence that was asked for and stops after it. */
export function HeardFiring({ heard, onClose }: { heard: Heard; onClose: () => void }) {
  const { firing, itemId, reason, url, n } = heard;
  const seconds = firing.ligacao?.duracao ?? null;
  const { engine, hear } = useClips({
    itemId,
    url,
    ...(seconds === null ? {} : { durationMs: seconds * 1000 }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sentence asked for again is heard again
  useEffect(() => {
    if (!engine) return;
    if (reason?.start_ms == null) engine.playFrom(0);
    else hear({ startMs: reason.start_ms, endMs: reason.end_ms, sentencaOrdem: null });
  }, [engine, n]);
  return (
    <HeardFrame
      at="bottom"
      label={`Gravação de ${titleOf(firing)}`}
      title={
        <span className="min-w-0 truncate text-sm">
          <span className="font-medium">{titleOf(firing)}</span>
          {reason?.citacao ? <span className="text-muted-foreground"> “{reason.citacao}”</span> : null}
        </span>
      }
      engine={engine}
      onClose={onClose}
    />
  );
}
