import { createAudioUrlDoPreparo } from '@escuta/shared/contracts/preparos';
import { X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { RecordingBar } from '../../domain/player/recording-bar.tsx';
import { usePlayerEngine } from '../../domain/player/use-player.ts';
import { call, errorMessage } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { type Gravacao, shortName } from './words.ts';

/** A recording that somebody asked to hear before saying whose it is. */
export interface Heard {
  id: string;
  nome: string;
  duracaoMs: number | null;
  /** Signed. */
  url: string;
}

export type Hear = (gravacao: Pick<Gravacao, 'id' | 'nome' | 'duracao_ms'>) => void;

/** One recording at a time. `opening`: the one whose address is asked for. */
export function useHeard(preparoId: string): {
  heard: Heard | null;
  opening: string | null;
  hear: Hear;
  close: () => void;
} {
  const [heard, setHeard] = useState<Heard | null>(null);
  const [opening, setOpening] = useState<string | null>(null);
  const hear = useCallback<Hear>(
    async ({ id, nome, duracao_ms }) => {
      setOpening(id);
      try {
        const { data } = await call(createAudioUrlDoPreparo, { params: { id: preparoId, gravacaoId: id } });
        setHeard({ id, nome, duracaoMs: duracao_ms, url: data.url });
      } catch (error) {
        toast.error('Não foi possível tocar a gravação.', {
          description: errorMessage(error, 'Falha ao baixar arquivo.'),
        });
      } finally {
        setOpening(null);
      }
    },
    [preparoId],
  );
  const close = useCallback(() => setHeard(null), []);
  return { heard, opening, hear, close };
}

const NO_SILENCES: never[] = [];

/** The player of the dry run: stays in view, plays at once. */
export function HeardBar({
  preparoId,
  heard,
  onClose,
}: {
  preparoId: string;
  heard: Heard;
  onClose: () => void;
}) {
  const engine = usePlayerEngine(heard.id, {
    url: heard.url,
    durationMs: heard.duracaoMs,
    stereo: false,
    silences: NO_SILENCES,
    renewUrl: async () =>
      (await call(createAudioUrlDoPreparo, { params: { id: preparoId, gravacaoId: heard.id } })).data.url,
  });
  useEffect(() => engine?.playFrom(0), [engine]);
  const name = shortName(heard.nome);
  return (
    <section
      aria-label={`Gravação ${name}`}
      className="sticky top-2 z-20 grid gap-2 rounded-xl border bg-card p-3 shadow-card"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate font-medium text-sm" title={heard.nome}>
          {name}
        </p>
        <Button variant="ghost" size="icon-sm" aria-label="Fechar o player" onClick={onClose}>
          <X />
        </Button>
      </div>
      {engine ? <RecordingBar engine={engine} /> : null}
    </section>
  );
}
