import { getResultadoCompleto } from '@escuta/shared/contracts/resultados';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnalysisActions } from '../../components/insights/analysis-context.ts';
import type { Evidencia } from '../../components/insights/insights.ts';
import { apiQuery } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

/** Heard before a quote, as on the analysis page, s. */
const LEAD_S = 2;
/** Heard after it, s. */
const TAIL_S = 1;

/** Lets quotes of a call be heard where there is no player; the recording ends with the quote. */
export function useEvidencePlayer(itemId: string): {
  canalAgente: 'left' | 'right';
  actions: AnalysisActions;
} {
  const call = useQuery({
    ...apiQuery(getResultadoCompleto, { params: { id: itemId } }),
    select: ({ data }) => ({ audioUrl: data.audioUrl, canalAgente: data.projeto.canalAgente }),
  });
  const audio = useRef<HTMLAudioElement | null>(null);
  const until = useRef(Number.POSITIVE_INFINITY);
  const [focus, setFocus] = useState<AnalysisActions['focus']>(null);
  const url = call.data?.audioUrl ?? null;
  useEffect(() => {
    if (url === null) return;
    const element = new Audio();
    element.preload = 'none';
    element.src = url;
    element.ontimeupdate = () => {
      if (element.currentTime >= until.current) element.pause();
    };
    audio.current = element;
    return () => {
      element.pause();
      element.removeAttribute('src');
      audio.current = null;
    };
  }, [url]);
  const actions = useMemo<AnalysisActions>(
    () => ({
      playFrom: null,
      focus,
      playEvidence: ({ startMs, endMs, sentencaOrdem }: Evidencia) => {
        if (sentencaOrdem !== null) {
          setFocus((old) => ({ ordem: sentencaOrdem, nonce: (old?.nonce ?? 0) + 1 }));
        }
        const element = audio.current;
        if (!element || startMs === null) {
          toast.info('Esta ligação não tem gravação para ouvir.');
          return;
        }
        until.current = (endMs ?? startMs) / 1000 + TAIL_S;
        element.currentTime = Math.max(0, startMs / 1000 - LEAD_S);
        element.play().catch(() => toast.error('Não foi possível tocar a gravação.'));
      },
    }),
    [focus],
  );
  return { canalAgente: call.data?.canalAgente ?? 'left', actions };
}
