import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { HeardFrame } from './heard-frame.tsx';
import type { SoundAddress } from './player-engine.ts';
import { usePlayerEngine } from './use-player.ts';

/** A recording that belongs to no call yet. */
interface File {
  id: string;
  /** Name with its folders. */
  nome: string;
  duracao_ms: number | null;
}
interface Heard extends File {
  address: SoundAddress;
}
export type HearFile = (file: File) => void;

/** A file's name without its folders. */
export const shortName = (nome: string): string => nome.slice(nome.lastIndexOf('/') + 1);

/**
 * Plays recordings that are not matched yet, one at a time. `opening`: id of the recording whose address is being
 * requested.
 * @param addressOf returns the signed address of a recording; must be the same function on each render
 */
export function useHeardFile(addressOf: (id: string) => Promise<SoundAddress>): {
  heard: Heard | null;
  opening: string | null;
  hear: HearFile;
  close: () => void;
} {
  const [heard, setHeard] = useState<Heard | null>(null);
  const [opening, setOpening] = useState<string | null>(null);
  const asked = useRef(0);
  const hear = useCallback<HearFile>(
    async ({ id, nome, duracao_ms }) => {
      asked.current += 1;
      const turn = asked.current;
      setOpening(id);
      try {
        const address = await addressOf(id);
        // Shows this recording, unless another one was chosen before the address came.
        if (asked.current === turn) setHeard({ id, nome, duracao_ms, address });
      } catch (error) {
        if (asked.current !== turn) return;
        toast.error('Não foi possível tocar a gravação.', {
          description: errorMessage(error, 'Falha ao baixar arquivo.'),
        });
      } finally {
        if (asked.current === turn) setOpening(null);
      }
    },
    [addressOf],
  );
  const close = useCallback(() => {
    asked.current += 1;
    setOpening(null);
    setHeard(null);
  }, []);
  return { heard, opening, hear, close };
}

const NO_SILENCES: never[] = [];

/** The player of a list of recordings: stays in view, plays at once. Its `key` must be the recording's id. */
export function HeardFileBar({
  heard,
  addressOf,
  onClose,
}: {
  heard: Heard;
  addressOf: (id: string) => Promise<SoundAddress>;
  onClose: () => void;
}) {
  const engine = usePlayerEngine(heard.id, {
    url: heard.address.url,
    durationMs: heard.duracao_ms,
    stereo: false,
    silences: NO_SILENCES,
    renewUrl: () => addressOf(heard.id),
  });
  useEffect(() => engine?.playFrom(0), [engine]);
  const name = shortName(heard.nome);
  return (
    <HeardFrame
      label={`Gravação ${name}`}
      title={
        <p className="min-w-0 truncate font-medium text-sm" title={heard.nome}>
          {name}
        </p>
      }
      engine={engine}
      onClose={onClose}
    />
  );
}
