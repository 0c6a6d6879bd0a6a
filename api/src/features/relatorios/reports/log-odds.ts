/** A word's counts in the period and in the previous one. */
export type Contagem = { palavra: string; agora: number; antes: number };
export type Destaque = Contagem & {
  /** Log-odds ratio in standard deviations; above 0: more frequent than in the previous period. */
  z: number;
};

/** Threshold of significance at 5 %. */
export const Z_NOTAVEL = 1.96;

/** Weight of the prior, in words: the word's frequency over both periods weighs like this many words of each period. */
const PRIOR = 1000;

/**
 * Ranks the words that distinguish a period: log-odds ratio with an informative Dirichlet prior (Monroe, Colaresi &
 * Quinn 2008, "Fightin' Words", Political Analysis 16:372, equations 16 and 22). `totals`: all words of each period.
 */
export function logOdds(words: readonly Contagem[], totals: { agora: number; antes: number }): Destaque[] {
  const said = totals.agora + totals.antes;
  if (totals.agora === 0 || totals.antes === 0) return [];
  return words
    .map((word) => {
      const alpha = (PRIOR * (word.agora + word.antes)) / said;
      const now = Math.log((word.agora + alpha) / (totals.agora + PRIOR - word.agora - alpha));
      const before = Math.log((word.antes + alpha) / (totals.antes + PRIOR - word.antes - alpha));
      const deviation = Math.sqrt(1 / (word.agora + alpha) + 1 / (word.antes + alpha));
      return { ...word, z: (now - before) / deviation };
    })
    .filter(({ z }) => Number.isFinite(z))
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z) || a.palavra.localeCompare(b.palavra, 'pt-BR'));
}
