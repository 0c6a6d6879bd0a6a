const PARTES = 12;

/** A heading read as question and option. `opcao`: null if the heading names none. */
export type Caminho = { pergunta: string; opcao: string | null };

/**
 * Possible readings of a heading as a path ('bloco_a/q2/tv'), likeliest first: with an option, then without; longest
 * question first. The whole heading is never the question.
 * @param nomes true if the parts are program names ('grupo-q1') without blanks, so that a dash may separate them
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
