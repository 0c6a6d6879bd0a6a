import { getConfronto } from '@escuta/shared/contracts/surveys/confrontos';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { apiQuery } from '../../../lib/network/query.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { RecordingBar } from '../../player/recording-bar.tsx';
import { useClips } from '../../player/use-clips.ts';
import { CellPanel } from './cell-panel.tsx';
import { useMapKeys } from './review-keys.ts';
import { useCellReview, type useRascunhos } from './use-cell-review.ts';

interface OpenCellProps {
  entrevistaId: string;
  perguntaId: string;
  rascunhos: ReturnType<typeof useRascunhos>;
  keysEnabled: boolean;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

/** The open cell: its data, its sound, its keys. */
export function OpenCell({
  entrevistaId,
  perguntaId,
  rascunhos,
  keysEnabled,
  onNext,
  onPrevious,
  onClose,
}: OpenCellProps): ReactNode {
  const query = useQuery({
    ...apiQuery(getConfronto, { params: { id: entrevistaId, perguntaId } }),
    select: (answer) => answer.data,
  });
  const celula = query.data;
  const review = useCellReview(celula, rascunhos, () => void query.refetch());
  const { engine } = useClips(celula ? { itemId: celula.item_id, url: celula.audioUrl } : null);
  const cell = `${entrevistaId} ${perguntaId}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell begins in silence
  useEffect(() => engine?.pause(), [cell]);
  const hear = (fromMs: number, untilMs: number): void => engine?.playClip(fromMs, untilMs);
  const hearAll = (): void => {
    // The server's excerpt already begins 2 s before the question.
    if (celula?.ouvir) hear(celula.ouvir.inicio_ms, celula.ouvir.fim_ms);
  };
  useMapKeys(
    {
      next: onNext,
      previous: onPrevious,
      hear: hearAll,
      toggle: () => engine?.toggle(),
      judge: review.judge,
      digit: review.choose,
      undo: review.undo,
      close: review.pending ? review.cancel : onClose,
    },
    keysEnabled,
  );
  if (query.error && !celula) {
    return (
      <div data-painel-da-resposta>
        <ErrorState
          title="Erro ao carregar a resposta."
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </div>
    );
  }
  if (!celula) {
    return (
      <div data-painel-da-resposta aria-busy="true" className="grid gap-3">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  return (
    <CellPanel
      celula={celula}
      review={review}
      player={engine && celula.audioUrl ? <RecordingBar engine={engine} /> : null}
      onHear={hear}
      onHearAll={hearAll}
      onNext={onNext}
      onPrevious={onPrevious}
    />
  );
}
