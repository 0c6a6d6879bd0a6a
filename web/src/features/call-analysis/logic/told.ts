/** Ends of sentences: a stop, with the quote that closes after it, before a space. */
const AFTER_SENTENCE = /(?<=[.!?…][”"]?)\s+/u;

const sentencesOf = (text: string): string[] => text.trim().split(AFTER_SENTENCE).filter(Boolean);

/**
 * Summaries for paper, where the call's own summary stands above the insights' and most of their sentences repeat it.
 * @param summary the call's summary
 * @returns each insight's summary without the sentences printed before it; '' if nothing is left
 */
export function untold(summary: string | null | undefined, ofInsights: readonly (string | null)[]): string[] {
  const told = new Set(sentencesOf(summary ?? ''));
  return ofInsights.map((text) => {
    const fresh = sentencesOf(text ?? '').filter((sentence) => !told.has(sentence));
    for (const sentence of fresh) told.add(sentence);
    return fresh.join(' ');
  });
}
