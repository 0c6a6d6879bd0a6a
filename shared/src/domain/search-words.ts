/**
 * Words as the search counts them: the mirror of the database's `escuta_palavras`, with the place of each in its text, so that what
 * was found can be marked (tests/integration/busca.test.ts holds the two together).
 */

const LETRA = 'a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ';
const PALAVRA = new RegExp(
  `(?<![${LETRA}0-9])[a-z]-(?=[a-z])[${LETRA}]+|[${LETRA}]+|[0-9]+(?:\\.[0-9]{3}(?![0-9]))*`,
  'gu',
);
/** A longer word is several: no text can make an index entry that PostgreSQL refuses. */
const PALAVRA_MAX = 30;
/** What PostgreSQL reads of one sentence, in characters. */
const TEXTO_MAX = 100_000;

/** A word in lower case, and where it stands in the text (offsets of a JavaScript string, `ate` exclusive). */
export type PalavraNoTexto = { palavra: string; de: number; ate: number };

/** The words of a text, in their order. */
export function wordsOf(text: string): PalavraNoTexto[] {
  const plain: string[] = [];
  const places: { de: number; ate: number }[] = [];
  let characters = 0;
  // A letter with the accents that follow it is one, as NFKC makes it.
  for (const { 0: cluster, index } of text.matchAll(/\P{M}\p{M}*|^\p{M}+/gsu)) {
    characters += [...cluster].length;
    if (characters > TEXTO_MAX) break;
    for (const unit of cluster.normalize('NFKC').toLowerCase()) {
      for (let i = 0; i < unit.length; i++) {
        plain.push(unit.charAt(i));
        places.push({ de: index, ate: index + cluster.length });
      }
    }
  }
  const words: PalavraNoTexto[] = [];
  for (const { 0: found, index } of plain.join('').matchAll(PALAVRA)) {
    const kept = [...found.matchAll(/[^.-]/gu)].map((one) => index + one.index);
    for (let start = 0; start < kept.length; start += PALAVRA_MAX) {
      const own = kept.slice(start, start + PALAVRA_MAX);
      words.push({
        palavra: own.map((at) => plain[at]).join(''),
        de: places[own[0] ?? 0]?.de ?? 0,
        ate: places[own.at(-1) ?? 0]?.ate ?? 0,
      });
    }
  }
  return words;
}
