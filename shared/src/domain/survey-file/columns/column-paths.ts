/** Headings that name the groups around a question, and an option behind it: 'bloco_a/q2/tv', 'bloco_a-q2', 'Mídia/Como se informa?/Rádio'. */

/** Most parts of a heading that are looked at. */
const PARTES = 12;

/** A way to read a heading: the words for a question, and what stands behind it for one of its options (null: nothing). */
export type Caminho = { pergunta: string; opcao: string | null };

/**
 * The ways in which a heading may be a path, the likeliest first: with an option behind the question, then without, the longest question
 * first. The heading as a whole is none of them.
 * @param nomes its parts are names of a program ('grupo-q1'), which hold no blanks: a dash may be a separator, too
 */
export function waysOf(cabecalho: string, nomes: boolean): Caminho[] {
  const text = cabecalho.trim();
  const found = waysBy(text, '/');
  if (nomes && /^[\w.-]+(?:\/[\w.-]+)?$/u.test(text)) {
    const [path = '', opcao] = text.split('/');
    const parts = path.split('-').slice(0, PARTES);
    const from = parts.map((_, at) => parts.slice(at).join('-')).slice(1);
    for (const pergunta of from) found.push({ pergunta, opcao: opcao ?? null });
  }
  return nomes && /^[\w.:-]+$/u.test(text) ? [...found, ...waysBy(text, ':')] : found;
}

function waysBy(text: string, separator: string): Caminho[] {
  const parts = text.split(separator);
  if (parts.length < 2 || parts.length > PARTES) return [];
  const join = (from: number, to = parts.length): string => parts.slice(from, to).join(separator);
  const places = [...parts.keys()];
  const withOption = places.flatMap((from) =>
    places
      .filter((to) => to > from)
      .toReversed()
      .map((to) => ({ pergunta: join(from, to), opcao: join(to) })),
  );
  return [...withOption, ...places.slice(1).map((from) => ({ pergunta: join(from), opcao: null }))];
}
