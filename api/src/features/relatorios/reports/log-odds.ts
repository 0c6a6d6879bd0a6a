/** A word, how often it was said in the period and in the one before it. */
export type Contagem = { palavra: string; agora: number; antes: number };
export type Destaque = Contagem & {
  /** Log-odds ratio in standard deviations: above 0 it was said more than before, below 0 less. */
  z: number;
};

/** Beyond this a difference is more than chance makes of one word in twenty. */
export const Z_NOTAVEL = 1.96;

/** How many words the prior weighs: what both periods together say of a word counts as much as this many words said in each. */
const PRIOR = 1000;

/**
 * Which words tell the period from the one before it: the log-odds ratio with an informative Dirichlet prior, in standard deviations
 * (Monroe, Colaresi & Quinn 2008, "Fightin' Words", Political Analysis 16:372, equations 16 and 22), the prior being the words of both
 * periods together. Unlike shares or ratios it brings up neither the commonest words nor those said twice. The most telling first;
 * `totals`: words said in each period, of which the given are only some.
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
