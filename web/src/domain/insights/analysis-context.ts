import { createContext, useContext } from 'react';
import type { Evidencia } from './insights.ts';

/** Calls between insights, transcript and player. */
export type AnalysisActions = {
  /** Plays from a position, ms. Null without a recording. */
  playFrom: ((ms: number) => void) | null;
  /** Plays an evidence from 2 s before and shows its sentence. */
  playEvidence: (evidencia: Pick<Evidencia, 'startMs' | 'endMs' | 'sentencaOrdem'>) => void;
  /** Opens 'Compartilhar este momento' for a stretch, ms. Null: sharing is not possible. */
  share: ((stretch: { startMs: number; endMs: number }) => void) | null;
  /** The last sentence requested by an evidence; `nonce` distinguishes repeated requests. */
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
