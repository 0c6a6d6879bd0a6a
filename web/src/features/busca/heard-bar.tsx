import type { ConversaAchada } from '@escuta/shared/contracts/calls/busca';
import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { HeardFrame } from '../../domain/player/heard-frame.tsx';
import { useClips } from '../../domain/player/use-clips.ts';
import { toast } from '../../lib/browser/toast.ts';
import { call, errorMessage } from '../../lib/network/api.ts';
import { momentPath, nameOf, type Trecho } from './hit-card.tsx';

/** What is heard of the list. */
export type Heard = { conversa: ConversaAchada; trecho: Trecho; url: string; n: number };

/** Hears excerpts of the list, one at a time: the address of a recording is asked for when its first one is. */
export function useHeard() {
  const [heard, setHeard] = useState<Heard | null>(null);
  const asked = useRef(0);
  const hear = async (conversa: ConversaAchada, trecho: Trecho): Promise<void> => {
    asked.current += 1;
    const n = asked.current;
    try {
      const url =
        heard?.conversa.item_id === conversa.item_id
          ? heard.url
          : (await call(createAudioUrl, { params: { id: conversa.item_id } })).data.url;
      // Another one was asked for meanwhile.
      if (asked.current === n) setHeard({ conversa, trecho, url, n });
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
export function HeardBar({ heard, onClose }: { heard: Heard; onClose: () => void }) {
  const { conversa, trecho, url, n } = heard;
  const { engine, hear } = useClips({
    itemId: conversa.item_id,
    url,
    ...(conversa.duracao_s === null ? {} : { durationMs: conversa.duracao_s * 1000 }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sentence asked for again is heard again
  useEffect(() => {
    if (engine) hear({ startMs: trecho.startMs, endMs: trecho.endMs, sentencaOrdem: trecho.ordem });
  }, [engine, n]);
  const name = nameOf(conversa);
  return (
    <HeardFrame
      at="bottom"
      label={`Gravação de ${name}`}
      title={
        <Link
          to={momentPath(conversa.item_id, trecho.startMs)}
          className="focus-ring min-w-0 truncate rounded-sm font-medium text-sm hover:underline"
        >
          {name}
        </Link>
      }
      engine={engine}
      onClose={onClose}
    />
  );
}
