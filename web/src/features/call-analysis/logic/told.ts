/** The space after a sentence's final mark (. ! ? …), or after a closing quote that follows this mark. */
const AFTER_SENTENCE = /(?<=[.!?…][”"]?)\s+/u;

const sentencesOf = (text: string): string[] => text.trim().split(AFTER_SENTENCE).filter(Boolean);

/**
 * Summaries of insights for paper. The call's own summary is printed above them and says most of the same sentences.
 * @param summary the call's summary
 * @returns each insight's summary without the sentences printed before it; '' if no sentence is left
 */
export function untold(summary: string | null | undefined, ofInsights: readonly (string | null)[]): string[] {
  const told = new Set(sentencesOf(summary ?? ''));
  return ofInsights.map((text) => {
    const fresh = sentencesOf(text ?? '').filter((sentence) => !told.has(sentence));
    for (const sentence of fresh) told.add(sentence);
    return fresh.join(' ');
  });
}
