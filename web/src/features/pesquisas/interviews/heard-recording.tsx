import { useEffect } from 'react';
import { HeardFrame } from '../../../domain/player/heard-frame.tsx';
import { useClips } from '../../../domain/player/use-clips.ts';

/** A recording to play. */
export interface Heard {
  itemId: string;
  nome: string;
  /** Signed URL of the sound. */
  url: string;
  /** Length in seconds; null if unknown. */
  duracaoS: number | null;
  /** Start of playing, ms; `n` distinguishes repeated requests for the same start. */
  from: { ms: number; n: number };
}

/** Player of the survey's tab of files. It stays in view, and plays from the requested start. */
export function HeardRecording({ heard, onClose }: { heard: Heard; onClose: () => void }) {
  const { engine } = useClips({
    itemId: heard.itemId,
    url: heard.url,
    ...(heard.duracaoS === null ? {} : { durationMs: heard.duracaoS * 1000 }),
  });
  const { ms, n } = heard.from;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place asked for again is played again
  useEffect(() => engine?.playFrom(ms), [engine, ms, n]);
  return (
    <HeardFrame
      label={`Gravação de ${heard.nome}`}
      title={<p className="min-w-0 truncate font-medium text-sm">{heard.nome}</p>}
      engine={engine}
      onClose={onClose}
    />
  );
}
