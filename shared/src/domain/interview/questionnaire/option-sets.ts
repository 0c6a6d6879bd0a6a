/**
 * Several options said beside several typed ones, option by option. What was said and not typed is proven by the words that name it;
 * what was typed and not said only by an answer that ends: nothing is left in it in which the option could have been said.
 */
import {
  heardOptions,
  lastWord,
  NEGATION,
  type Opcao,
  type PerguntaComparada,
  plain,
} from '../comparison/compare-answer.ts';
import { isFunctionWord, isHesitation, likeness } from '../comparison/words.ts';

/** Indices of options. */
export type DiferencaDeOpcoes = { naoMarcadas: number[]; naoDitas: number[] };

export type OpcoesOuvidas = DiferencaDeOpcoes & {
  /** What was not typed is proven; so is what was not said, where the answer names a closed list. */
  listaFechada: boolean;
};

/** A word that was misheard is still an option's, where call A heard that option. */
const MISHEARD = 0.7;
/** From this likeness on, any word may be one of an option's that was misheard. */
const MAYBE_MISHEARD = 0.4;
const SHORT = 4;

/** Said of an option, these say that it is not quite so. */
const HEDGED =
  /\b(?:as vezes|de vez em quando|raramente|raro|quase nunca|nunca|antigamente|antes|talvez|acho|parece|pouco|eventualmente|costumava)\b/;
/** Something more may be meant than what is named. */
const OPEN =
  /\b(?:tambem|alem|ainda|mais|tudo|todos|todas|qualquer|resto|etc|ambos|ambas|os 2|as 2|demais|outr[oa]s?|coisas|quase)\b/;
/** The list is at its end, or the interviewer asks whether it is. */
const CLOSING =
  /\b(?:mais nada|nada mais|nao mais|so isso|e isso|mais algum(?:a|as|ns)?|mais alguem|algo mais)\b/g;
const ONLY = /\b(?:so|somente|apenas|unicamente)\b/;
const CLOSED = /\b(?:mais nada|nada mais|so isso)\b/;
const CONNECTS = new Set(['e', 'ou', 'com', 'mais', 'tambem', 'alem', 'inclusive']);
/** Words beside an answer that name nothing. */
const NAMES_NOTHING = new Set(
  (
    'sempre mesmo apenas somente unicamente uso usei usamos vou fui compro visito gosto tenho foi foram sao digo ' +
    'certo certa obrigada obrigado proxima proximo entendi anotado anotei vamos ok pronto agora seguinte perfeito legal otimo ' +
    'nao coisa isso moca moco mais nada algum alguma alguem'
  ).split(' '),
);

const isMeant = (word: string): boolean =>
  !isFunctionWord(word) && !isHesitation(word) && !NAMES_NOTHING.has(word);

/** How alike two words are, 0 to 1, without likeness()'s threshold. */
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

/** Whether all words of an option that matter stand in a quote, as far as they were understood. */
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
 * The difference between what was said and typed, where the respondent's words and the value that call A heard name the same options;
 * null where they do not, where a word may turn one of them round, or where 'outro', 'não sabe' or a refusal is among them.
 *
 * @param lugar what else was said in the place of the answer; null where some of it is not known, so that no list is closed
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

/** Whether nothing in an answer, nor beside it, can be an option that it does not name. */
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
  // 'A, B e C': the last of a list has an 'e' before it.
  const before = list.slice(places.at(-2) ?? 0, last).filter((word) => word === 'e' || word === 'ou');
  return before.length > 0 && !list.slice(0, last).some((word) => NEGATION.has(word));
}
