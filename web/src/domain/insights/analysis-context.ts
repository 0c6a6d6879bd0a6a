import { createContext, useContext } from 'react';
import type { Evidencia } from './insights.ts';

/** Requests that insights, transcript and player of an analysis make of each other. */
export type AnalysisActions = {
  /** Plays from a position, ms; null if there is no recording. */
  playFrom: ((ms: number) => void) | null;
  /** Plays a quote, starting 2 s before it, and shows its sentence. */
  playEvidence: (evidencia: Pick<Evidencia, 'startMs' | 'endMs' | 'sentencaOrdem'>) => void;
  /** Opens 'Compartilhar este momento' for a stretch, ms. Null: sharing is not possible. */
  share: ((stretch: { startMs: number; endMs: number }) => void) | null;
  /** The sentence that a quote last asked for. `nonce` changes, so that the same sentence can be asked for again. */
  focus: { ordem: number; nonce: number } | null;
};

export const AnalysisContext = createContext<AnalysisActions>({
  playFrom: null,
  playEvidence: () => undefined,
  share: null,
  focus: null,
});

export function useAnalysis(): AnalysisActions {
  return useContext(AnalysisContext);
}
