import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '../../lib/browser/toast.ts';
import { call, errorMessage } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { HeardFrame } from './heard-frame.tsx';
import { type Clip, useClips } from './use-clips.ts';

/** Address of a conversation's page, at a given second. */
export const momentPath = (itemId: string, ms: number) =>
  `${href(paths.analiseLigacao, { itemId })}?t=${Math.floor(ms / 1000)}`;

/** A call of a list. `key`: identifies its row if the list has several rows of a call; `name`: its name in the list. */
export type HeardCall = { itemId: string; key: string; name: string; durationMs: number | null };
/** The excerpt that is playing. `n` changes with each request, so that the same excerpt can be requested again. */
export type Heard = { call: HeardCall; clip: Clip; url: string; n: number };

/** Plays excerpts of a list, one at a time. The first excerpt of a recording requests the recording's address. */
export function useHeardMoment() {
  const [heard, setHeard] = useState<Heard | null>(null);
  const asked = useRef(0);
  const hear = async (one: HeardCall, clip: Clip): Promise<void> => {
    asked.current += 1;
    const n = asked.current;
    try {
      const url =
        heard?.call.itemId === one.itemId
          ? heard.url
          : (await call(createAudioUrl, { params: { id: one.itemId } })).data.url;
      // Plays this excerpt, unless another one was chosen before the address came.
      if (asked.current === n) setHeard({ call: one, clip, url, n });
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

/** The player of a list: stays in view, plays the chosen excerpt and stops after it. */
export function HeardMoment({ heard, onClose }: { heard: Heard; onClose: () => void }) {
  const { call: of, clip, url, n } = heard;
  const { engine, hear } = useClips({
    itemId: of.itemId,
    url,
    ...(of.durationMs === null ? {} : { durationMs: of.durationMs }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sentence asked for again is heard again
  useEffect(() => {
    if (engine) hear(clip);
  }, [engine, n]);
  return (
    <HeardFrame
      at="bottom"
      label={`Gravação de ${of.name}`}
      title={
        <Link
          to={momentPath(of.itemId, clip.startMs ?? 0)}
          className="focus-ring min-w-0 truncate rounded-sm font-medium text-sm hover:underline"
        >
          {of.name}
        </Link>
      }
      engine={engine}
      onClose={onClose}
    />
  );
}
