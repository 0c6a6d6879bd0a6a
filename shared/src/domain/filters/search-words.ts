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

/** A text in lower case as NFKC makes it, and where in the text each of its units stands; null: at its own place. */
type Plain = { text: string; places: { de: number; ate: number }[] | null };

/** Nearly every text is what NFKC makes of it, and as long in lower case. */
function plainOf(text: string): Plain {
  const lower = text.toLowerCase();
  if (
    text.length <= TEXTO_MAX &&
    lower.length === text.length &&
    !/\p{M}/u.test(text) &&
    text.normalize('NFKC') === text
  )
    return { text: lower, places: null };
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
  return { text: plain.join(''), places };
}

/** The words of a text, in their order. */
export function wordsOf(given: string): PalavraNoTexto[] {
  const { text, places } = plainOf(given);
  const words: PalavraNoTexto[] = [];
  const add = (palavra: string, first: number, last: number) =>
    words.push({
      palavra,
      de: places ? (places[first]?.de ?? 0) : first,
      ate: places ? (places[last]?.ate ?? 0) : last + 1,
    });
  for (const { 0: found, index } of text.matchAll(PALAVRA)) {
    if (found.length <= PALAVRA_MAX && !/[.-]/.test(found)) {
      add(found, index, index + found.length - 1);
      continue;
    }
    const kept = [...found.matchAll(/[^.-]/gu)].map((one) => index + one.index);
    for (let start = 0; start < kept.length; start += PALAVRA_MAX) {
      const own = kept.slice(start, start + PALAVRA_MAX);
      add(own.map((at) => text.charAt(at)).join(''), own[0] ?? 0, own.at(-1) ?? 0);
    }
  }
  return words;
}
