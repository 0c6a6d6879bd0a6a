import { sentimentLabel } from '../transcripts/text-analysis.ts';
import type { AnaliseTexto } from './ai-answers.ts';

/** Maximum sentences that one request analyses, because the answer's tokens are limited. */
export const WINDOW_MAX_SENTENCES = 200;

/** Splits a call's sentences into windows of nearly equal size, each of at most `max` sentences. */
export function splitIntoWindows<T>(sentences: readonly T[], max: number = WINDOW_MAX_SENTENCES): T[][] {
  const count = Math.max(1, Math.ceil(sentences.length / max));
  return Array.from({ length: count }, (_, index) =>
    sentences.slice(
      Math.round((index * sentences.length) / count),
      Math.round(((index + 1) * sentences.length) / count),
    ),
  );
}

const VALUE = { positivo: 1, neutro: 0, negativo: -1 } as const;

/** Merges the analyses of a call's windows: joins lists and summaries, averages sentiments. */
export function mergeAnalyses(windows: readonly AnaliseTexto[]): AnaliseTexto {
  const [only] = windows;
  if (only && windows.length === 1) return only;
  const mean = windows.reduce((sum, window) => sum + VALUE[window.sentimento_geral], 0) / windows.length;
  return {
    resumo: windows
      .map(({ resumo }, index) => `Parte ${index + 1} de ${windows.length}: ${resumo.trim()}`)
      .join('\n'),
    sentimento_geral: sentimentLabel(mean),
    sentencas: windows.flatMap(({ sentencas }) => sentencas),
    ofensas: windows.flatMap(({ ofensas }) => ofensas),
    respostas: windows.flatMap(({ respostas }) => respostas),
  };
}

/** Mean sentiment of each quarter of the call; a sentence counts where it starts. Null: a quarter without sentiment. */
export function quarterMeans(
  sentences: readonly { startMs: number; sentimento: number | null }[],
  durationMs: number,
): (number | null)[] {
  const sums = [0, 0, 0, 0];
  const counts = [0, 0, 0, 0];
  for (const { startMs, sentimento } of sentences) {
    if (sentimento === null) continue;
    const quarter = Math.min(3, Math.max(0, Math.floor((4 * startMs) / Math.max(1, durationMs))));
    sums[quarter] = (sums[quarter] as number) + sentimento;
    counts[quarter] = (counts[quarter] as number) + 1;
  }
  return sums.map((sum, quarter) => {
    const count = counts[quarter] as number;
    return count === 0 ? null : Math.round((sum / count) * 1000) / 1000;
  });
}
