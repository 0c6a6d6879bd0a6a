import {
  heardOptions,
  lastWord,
  NEGATION,
  type Opcao,
  type PerguntaComparada,
  plain,
} from '../comparison/compare-answer.ts';
import { isFunctionWord, isHesitation, likeness } from '../comparison/words.ts';

export type DiferencaDeOpcoes = { naoMarcadas: number[]; naoDitas: number[] };

export type OpcoesOuvidas = DiferencaDeOpcoes & {
  /** True if the spoken list is closed: options typed but not in the list were not said. */
  listaFechada: boolean;
};

/** Similarity from which a misheard word is an option's name, if the extraction (call A) found that option. */
const MISHEARD = 0.7;
/** Similarity from which a word may be a misheard option. */
const MAYBE_MISHEARD = 0.4;
const SHORT = 4;

const HEDGED =
  /\b(?:as vezes|de vez em quando|raramente|raro|quase nunca|nunca|antigamente|antes|talvez|acho|parece|pouco|eventualmente|costumava)\b/;
const OPEN =
  /\b(?:tambem|alem|ainda|mais|tudo|todos|todas|qualquer|resto|etc|ambos|ambas|os 2|as 2|demais|outr[oa]s?|coisas|quase)\b/;
/** Words that close a list, or ask whether it is complete. */
const CLOSING =
  /\b(?:mais nada|nada mais|nao mais|so isso|e isso|mais algum(?:a|as|ns)?|mais alguem|algo mais)\b/g;
const ONLY = /\b(?:so|somente|apenas|unicamente)\b/;
const CLOSED = /\b(?:mais nada|nada mais|so isso)\b/;
const CONNECTS = new Set(['e', 'ou', 'com', 'mais', 'tambem', 'alem', 'inclusive']);
const NAMES_NOTHING = new Set(
  (
    'sempre mesmo apenas somente unicamente uso usei usamos vou fui compro visito gosto tenho foi foram sao digo ' +
    'certo certa obrigada obrigado proxima proximo entendi anotado anotei vamos ok pronto agora seguinte perfeito legal otimo ' +
    'nao coisa isso moca moco mais nada algum alguma alguem'
  ).split(' '),
);

const isMeant = (word: string): boolean =>
  !isFunctionWord(word) && !isHesitation(word) && !NAMES_NOTHING.has(word);

/** Similarity, 0 to 1, without likeness()'s threshold. */
function roughly(a: string, b: string): number {
  if (a === b) return 1;
  if (Math.min(a.length, b.length) < SHORT) return 0;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / Math.max(a.length, b.length);
}

const phrasesOf = ({ texto, sinonimos = [] }: Opcao): string[][] =>
  [texto, ...sinonimos].map(plain).filter((phrase) => phrase.length > 0);

function isNamedRoughly(said: readonly string[], opcao: Opcao): boolean {
  return phrasesOf(opcao).some((phrase) => {
    const meant = phrase.filter(isMeant);
    return (
      meant.length > 0 &&
      meant.every((word) => said.some((other) => other === word || likeness(other, word) >= MISHEARD))
    );
  });
}

/**
 * The difference between spoken and typed options; null: the words are doubtful, or quote and value disagree.
 * @param lugar other words in the answer's window; null: some are unknown, so that no list is closed
 */
export function compareOptionSets(
  pergunta: PerguntaComparada,
  { citacao, valor, lugar }: { citacao: string; valor: readonly string[]; lugar: string | null },
  typed: readonly number[],
): OpcoesOuvidas | null {
  const { opcoes } = pergunta;
  const said = lastWord(citacao);
  if (said === null || valor.length === 0) return null;
  const heard = new Set(valor.map((text) => opcoes.findIndex(({ texto }) => texto === text)));
  if (heard.has(-1) || [...heard, ...typed].some((index) => opcoes[index]?.especial)) return null;
  const named = heardOptions(said, opcoes);
  if (named.doubtful || HEDGED.test(said.join(' '))) return null;
  if ([...named.opcoes].some((index) => !heard.has(index))) return null;
  const isNamed = (index: number): boolean =>
    named.opcoes.has(index) || isNamedRoughly(said, opcoes[index] as Opcao);
  if (![...heard].every(isNamed)) return null;
  const naoDitas = typed.filter((index) => !heard.has(index));
  return {
    naoMarcadas: [...heard].filter((index) => !typed.includes(index)).toSorted((a, b) => a - b),
    naoDitas,
    listaFechada:
      lugar !== null &&
      isClosedList(said, plain(lugar), {
        ditas: [...heard].map((index) => opcoes[index] as Opcao),
        naoDitas: naoDitas.map((index) => opcoes[index] as Opcao),
      }),
  };
}

function isClosedList(
  said: readonly string[],
  beside: readonly string[],
  { ditas, naoDitas }: { ditas: readonly Opcao[]; naoDitas: readonly Opcao[] },
): boolean {
  const all = [...said, ...beside];
  if (OPEN.test(all.join(' ').replaceAll(CLOSING, ' '))) return false;
  const own = ditas.flatMap(phrasesOf).flat();
  const isOwn = (word: string) => own.some((other) => other === word || likeness(other, word) >= MISHEARD);
  const others = naoDitas.flatMap(phrasesOf).flat().filter(isMeant);
  if (all.some((word) => !isOwn(word) && others.some((other) => roughly(word, other) >= MAYBE_MISHEARD)))
    return false;
  if (all.some((word) => isMeant(word) && !isOwn(word))) return false;
  const list = said.join(' ').replaceAll(CLOSING, ' ').split(' ').filter(Boolean);
  const places = list.flatMap((word, at) => (isMeant(word) && isOwn(word) ? [at] : []));
  const last = places.at(-1);
  if (last === undefined || CONNECTS.has(list[last + 1] ?? '')) return false;
  if (ditas.length === 1 || ONLY.test(list.join(' ')) || CLOSED.test(all.join(' '))) return true;
  // A closed list has 'e' or 'ou' before its last item: 'A, B e C'.
  const before = list.slice(places.at(-2) ?? 0, last).filter((word) => word === 'e' || word === 'ou');
  return before.length > 0 && !list.slice(0, last).some((word) => NEGATION.has(word));
}
