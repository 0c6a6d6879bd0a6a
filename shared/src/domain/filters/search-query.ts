/** Parses searches over conversations: words (all by the same speaker), "phrases", -exclusions and OR. */
import { wordsOf } from './search-words.ts';

export const BUSCA_CARACTERES_MAX = 200;
export const BUSCA_TERMOS_MAX = 20;

export type Termo = { palavras: readonly string[]; nao: boolean };
/** Alternatives, joined by OR; each is a list of terms that must all match. */
export type Consulta = readonly (readonly Termo[])[];

export type ConsultaLida = { consulta: Consulta } | { erro: string };

const PECA = /\s+|(-*)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu;

/** Parses a search as typed. `erro`: the reason, shown to the user, why the search is invalid. */
export function parseSearch(text: string): ConsultaLida {
  if (text.length > BUSCA_CARACTERES_MAX)
    return { erro: `Use no máximo ${BUSCA_CARACTERES_MAX} caracteres na busca.` };
  const alternativas: Termo[][] = [[]];
  for (const [, menos, frase, palavra] of text.replace(/[“”„]/gu, '"').matchAll(PECA)) {
    if (palavra === 'OR' && !menos) {
      if (alternativas.at(-1)?.length) alternativas.push([]);
      continue;
    }
    const palavras = wordsOf(frase ?? palavra ?? '').map((one) => one.palavra);
    if (palavras.length > 0) alternativas.at(-1)?.push({ palavras, nao: Boolean(menos) });
  }
  const consulta = alternativas.filter((termos) => termos.length > 0);
  const termos = consulta.flat();
  if (termos.length === 0) return { erro: 'Digite ao menos uma palavra.' };
  if (termos.length > BUSCA_TERMOS_MAX) return { erro: `Use no máximo ${BUSCA_TERMOS_MAX} termos na busca.` };
  if (consulta.some((all) => all.every(({ nao }) => nao)))
    return { erro: 'O sinal “-” só exclui resultados: inclua também uma palavra a encontrar.' };
  return { consulta };
}

export const wordsAsked = (consulta: Consulta): string[] => [
  ...new Set(consulta.flat().flatMap(({ palavras }) => palavras)),
];

export type Radicais = ReadonlyMap<string, readonly string[]>;

/** Writes a PostgreSQL tsquery; a word matches any of the index entries that `radicais` lists for the word. */
export function tsqueryOf(consulta: Consulta, radicais: Radicais): string {
  const word = (palavra: string) =>
    `(${(radicais.get(palavra) ?? [palavra]).map((one) => `'${one.replace(/['\\]/gu, '')}'`).join('|')})`;
  const term = ({ palavras, nao }: Termo) => `${nao ? '!' : ''}(${palavras.map(word).join('<->')})`;
  return consulta.map((termos) => `(${termos.map(term).join('&')})`).join('|');
}

/** Upper bound of the number of matching sides (agent or client of a call); `docs`: number of sides with a word. */
export function mostSides(consulta: Consulta, docs: (palavra: string) => number): number {
  return consulta
    .map((termos) =>
      Math.min(...termos.filter(({ nao }) => !nao).flatMap(({ palavras }) => palavras.map(docs))),
    )
    .reduce((sum, n) => sum + n, 0);
}

export type Achado = { posicao: number; palavras: number; termo: number };

/** Finds the terms in an indexed text, sorted by position. `lugares`: positions of each index entry. */
export function placesFound(
  consulta: Consulta,
  radicais: Radicais,
  lugares: Readonly<Record<string, readonly number[]>>,
): Achado[] {
  const placesOf = (palavra: string) =>
    new Set((radicais.get(palavra) ?? []).flatMap((radical) => lugares[radical] ?? []));
  const wanted = consulta.flat().filter(({ nao }) => !nao);
  const found = wanted.flatMap(({ palavras }, termo) => {
    const [first, ...next] = palavras.map(placesOf);
    return [...(first ?? [])]
      .filter((at) => next.every((places, index) => places.has(at + index + 1)))
      .map((posicao) => ({ posicao, palavras: palavras.length, termo }));
  });
  return found.sort((a, b) => a.posicao - b.posicao || b.palavras - a.palavras);
}

/** A sentence to show, and its matched words' indices, from 0. */
export type TrechoEscolhido = { frase: number; palavras: number[] };

/**
 * Chooses up to `max` sentences: one per term (longest term first), then others. `marcos`: each sentence's first word.
 */
export function chooseExcerpts(
  achados: readonly Achado[],
  marcos: readonly number[],
  max = 3,
): TrechoEscolhido[] {
  const sentenceOf = (posicao: number) => {
    let low = 0;
    let high = marcos.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((marcos[middle] ?? 0) <= posicao) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const chosen = new Set<number>();
  const take = (achado: Achado) => {
    if (chosen.size < max) chosen.add(sentenceOf(achado.posicao));
  };
  const terms = [...new Set(achados.map(({ termo }) => termo))]
    .map((termo) => achados.find((one) => one.termo === termo))
    .filter((one) => one !== undefined)
    .sort((a, b) => b.palavras - a.palavras || a.posicao - b.posicao);
  for (const achado of [...terms, ...achados]) take(achado);
  const words = new Map([...chosen].map((frase) => [frase, new Set<number>()]));
  for (const { posicao, palavras } of achados) {
    for (let at = posicao; at < posicao + palavras; at++) {
      const frase = sentenceOf(at);
      words.get(frase)?.add(at - (marcos[frase] ?? 1));
    }
  }
  return [...words]
    .sort(([a], [b]) => a - b)
    .map(([frase, own]) => ({ frase, palavras: [...own].sort((a, b) => a - b) }));
}

/** Replaces numbers of four or more digits by '####', because a stored query must not contain personal numbers. */
export const maskedSearch = (text: string): string => text.replace(/\d(?:[\s./-]*\d){3,}/gu, '####');
