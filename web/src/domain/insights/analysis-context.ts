import { createContext, useContext } from 'react';
import type { Evidencia } from './insights.ts';

/** What insights, transcript and player ask of each other. */
export type AnalysisActions = {
  /** Plays from a position, ms. Null without a recording. */
  playFrom: ((ms: number) => void) | null;
  /** Plays an evidence from 2 s before and shows its sentence. */
  playEvidence: (evidencia: Pick<Evidencia, 'startMs' | 'endMs' | 'sentencaOrdem'>) => void;
  /** The sentence an evidence was asked for last; `nonce` tells one request from the next. */
  focus: { ordem: number; nonce: number } | null;
};

export const AnalysisContext = createContext<AnalysisActions>({
  playFrom: null,
  playEvidence: () => undefined,
  focus: null,
});

export function useAnalysis(): AnalysisActions {
  return useContext(AnalysisContext);
}
