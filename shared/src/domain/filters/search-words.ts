/** Splits text into words with positions, like the SQL function `escuta_palavras` (tests/integration/busca.test.ts). */

const LETRA = 'a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ';
const PALAVRA = new RegExp(
  `(?<![${LETRA}0-9])[a-z]-(?=[a-z])[${LETRA}]+|[${LETRA}]+|[0-9]+(?:\\.[0-9]{3}(?![0-9]))*`,
  'gu',
);
/** Maximum characters of a word; longer words are split, so that PostgreSQL accepts every index entry. */
const PALAVRA_MAX = 30;
/** Number of a text's characters that PostgreSQL reads. */
const TEXTO_MAX = 100_000;

/** A word in lower case with its JavaScript string offsets, `ate` exclusive. */
export type PalavraNoTexto = { palavra: string; de: number; ate: number };

/** A text in NFKC and lower case, with each unit's original position; `places`: null if no position changed. */
type Plain = { text: string; places: { de: number; ate: number }[] | null };

/** Omits the table of positions for a text that is already in NFKC and has the same length in lower case. */
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
  // A letter and its accents form one cluster, as in NFKC.
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
