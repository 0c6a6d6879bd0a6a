/** Compares spoken and typed answers by code: 'incompativel' only if unambiguous, null if in doubt. */
import { readNumeral } from '../questionnaire/numerals.ts';
import { readTypedNumber } from '../questionnaire/typed-number.ts';
import type { Comparacao, RespostaFalada } from '../verdicts/verdict.ts';
import type { EstadoCelula } from './sheet-cell.ts';
import { wordsOf } from './words.ts';

export const TIPOS_PERGUNTA = ['escolha', 'multipla', 'numero', 'escala', 'data', 'texto', 'lugar'] as const;
export type TipoPergunta = (typeof TIPOS_PERGUNTA)[number];

export const OPCOES_ESPECIAIS = ['nao_sabe', 'recusa', 'outro'] as const;
export type OpcaoEspecial = (typeof OPCOES_ESPECIAIS)[number];

export type Opcao = { texto: string; sinonimos?: readonly string[]; especial?: OpcaoEspecial | null };
export type PerguntaComparada = {
  tipo: TipoPergunta;
  opcoes: readonly Opcao[];
  unidade?: string | null;
};

/**
 * The typed answer: option indices, or a text (also for '42' or '12/03/1984'). If both are empty, the answer is blank,
 * or `estado` tells why the sheet's cell could not be read.
 */
export type Digitada = { opcoes: readonly number[]; texto: string; estado?: EstadoCelula | null };

/** Correction words, which cancel the words before them. */
const CORRECTION = /\b(?:quer dizer|ou melhor|melhor dizendo|alias|na verdade|corrigindo|digo|nao melhor)\b/;
export const NEGATION = new Set(['nao', 'nem', 'nunca', 'jamais', 'sem', 'menos', 'exceto', 'tirando']);
const VAGUE =
  /\b(?:uns|umas|quase|cerca|aproximadamente|mais|menos|entre|ou|poucos|poucas|meio|meia|tantos|passa|acima|abaixo|metade)\b/;
/** 'duzentos e poucos' means more than the named number. */
const AND_SOME = /\be (?:poucos|poucas|tantos|tantas)\b/;
const UNITS =
  /^(?:anos?|mes|meses|semanas?|dias?|horas?|minutos?|reais|salarios?|minimos?|porcento|cento|duzias?|dezenas?|centenas?)$/;
const MONTHS = [
  'janeiro',
  'fevereiro',
  'marco',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
const ORDINALS = [
  ['primeira', 'primeiro'],
  ['segunda', 'segundo'],
  ['terceira', 'terceiro'],
  ['quarta', 'quarto'],
  ['quinta', 'quinto'],
];

export const plain = (text: string): string[] => wordsOf([text]).map(({ texto }) => texto);

function occurrences(said: readonly string[], phrase: readonly string[]): number[] {
  if (phrase.length === 0) return [];
  return said.flatMap((_, at) => (phrase.every((word, i) => said[at + i] === word) ? [at] : []));
}

/** The words after a quote's last correction; null: the quote ends with a correction. */
export function lastWord(quote: string): string[] | null {
  const words = plain(quote);
  const text = words.join(' ');
  const found = [...text.matchAll(new RegExp(CORRECTION, 'g'))].at(-1);
  if (!found) return words;
  const after = text
    .slice(found.index + found[0].length)
    .trim()
    .split(' ')
    .filter(Boolean);
  return after.length > 0 ? after : null;
}

type Heard = { opcoes: Set<number>; doubtful: boolean };

/** Options in a quote; longer names match first ('muito satisfeito' before 'satisfeito'). */
export function heardOptions(said: readonly string[], opcoes: readonly Opcao[]): Heard {
  const phrases = opcoes
    .flatMap(({ texto, sinonimos = [] }, opcao) =>
      [texto, ...sinonimos].map((text) => ({ opcao, phrase: plain(text) })),
    )
    .filter(({ phrase }) => phrase.length > 0)
    .sort((a, b) => b.phrase.length - a.phrase.length);
  const taken = new Set<number>();
  const heard: Heard = { opcoes: new Set(), doubtful: false };
  for (const { opcao, phrase } of phrases) {
    for (const at of occurrences(said, phrase)) {
      const span = phrase.map((_, i) => at + i);
      if (span.some((index) => taken.has(index))) continue;
      for (const index of span) taken.add(index);
      heard.opcoes.add(opcao);
      // A nearby negation may reverse the option ('não, satisfeito não'), unless the option itself is negative.
      const around = [said[at - 2], said[at - 1], said[at + phrase.length], said[at + phrase.length + 1]];
      const own = phrase.some((word) => NEGATION.has(word));
      if (!own && around.some((word) => word !== undefined && NEGATION.has(word))) heard.doubtful = true;
    }
  }
  return heard;
}

/** Index of the option that an answer names by position ('a primeira', 'letra b'); null: none. */
function heardByPlace(said: readonly string[], count: number): number | null {
  const meant = said.filter((word) => !['a', 'o', 'foi', 'e', 'na', 'no', 'fico', 'com'].includes(word));
  const place = ORDINALS.findIndex((names) => names.includes(meant[0] ?? ''));
  if (meant.length === 1 && place >= 0) return place < count ? place : null;
  const [kind, which = ''] = meant;
  if (meant.length !== 2) return null;
  if (kind === 'opcao' || kind === 'numero' || kind === 'alternativa') {
    const at = Number(which) - 1;
    return Number.isInteger(at) && at >= 0 && at < count ? at : null;
  }
  if (kind === 'letra' && /^[a-z]$/.test(which)) {
    const at = which.charCodeAt(0) - 'a'.charCodeAt(0);
    return at < count ? at : null;
  }
  return null;
}

function compareOptions(
  said: readonly string[],
  pergunta: PerguntaComparada,
  typed: readonly number[],
): Comparacao | null {
  const named = heardOptions(said, pergunta.opcoes);
  const place = named.opcoes.size === 0 ? heardByPlace(said, pergunta.opcoes.length) : null;
  const heard = place === null ? named.opcoes : new Set([place]);
  if (heard.size === 0 || named.doubtful) return null;
  const special = [...heard, ...typed].some((index) => pergunta.opcoes[index]?.especial === 'outro');
  if (special) return null;
  const both = typed.filter((index) => heard.has(index)).length;
  if (pergunta.tipo === 'escolha') {
    if (heard.size > 1) return null;
    return both === 1 ? 'compativel' : 'incompativel';
  }
  if (both === typed.length && both === heard.size) return 'compativel';
  return both === 0 ? 'incompativel' : 'parcial';
}

/** Numbers in a quote. An article ('um') counts as a number only if it is the whole answer. */
function numbersIn(said: readonly string[]): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < said.length; ) {
    const numeral = readNumeral(said, at, said.length === 1);
    if (numeral) numbers.push(numeral.value);
    at += numeral?.length ?? 1;
  }
  return numbers;
}

/** The value of a typed number such as '1.200,00', 'R$ -5' or '42 anos'; null: no number. */
function typedNumber(text: string): number | null {
  const match = /^(\D{0,4})(\d+(?:\.\d+)*(?:,\d+)?)\D*$/.exec(text.trim());
  const value = readTypedNumber(match?.[2] ?? '')?.valor;
  if (!match || value === undefined) return null;
  return /[-−–]/.test(match[1] ?? '') ? -value : value;
}

/** Replaces a minus sign before digits by 'menos', because the comparison drops punctuation. */
const signInWords = (quote: string): string => quote.replace(/(?<![\p{L}\p{N}])[-−](?=\d)/gu, ' menos ');

/** 'sim': said to be negative ('menos cinco'); 'talvez': ambiguous ('mais ou menos cinco'). */
function saidNegative(said: readonly string[]): 'sim' | 'talvez' | null {
  const place = said.findIndex((word) => /^\d+$/.test(word));
  const isNegative = (word: string) => /^negativ[oa]s?$/.test(word);
  if (said.slice(place + 1).some(isNegative)) return 'sim';
  const before = said[place - 2] ?? '';
  const minus = said.filter((word) => word === 'menos').length;
  if (minus === 1 && said[place - 1] === 'menos' && !['ou', 'pelo', 'ao', 'no'].includes(before))
    return 'sim';
  return minus > 0 || said.some(isNegative) ? 'talvez' : null;
}

function compareNumbers(citacao: string, { unidade }: PerguntaComparada, typed: string): Comparacao | null {
  const said = lastWord(signInWords(citacao));
  const value = typedNumber(typed);
  const numbers = numbersIn(said ?? []);
  if (said === null || value === null || numbers.length !== 1) return null;
  const sign = saidNegative(said);
  // Code does not decide if the signs differ, because 'menos' may have been missed, or mean something else.
  if (value < 0 ? sign !== 'sim' : sign === 'sim') return null;
  const spoken = value < 0 ? -(numbers[0] ?? 0) : (numbers[0] ?? 0);
  const rest = value < 0 ? said.filter((word) => word !== 'menos') : said;
  const text = rest.join(' ');
  if (AND_SOME.test(text)) return null;
  if (spoken === value) return 'compativel';
  const own = plain(unidade ?? '').map((word) => word.replace(/s$/, ''));
  const otherUnit = rest.some((word) => UNITS.test(word) && !own.includes(word.replace(/s$/, '')));
  // Code does not decide if one number is a year and the other an age, or for fractions, estimates and other units.
  const year = spoken >= 1900 && spoken <= 2100;
  if (otherUnit || VAGUE.test(text) || year !== (value >= 1900 && value <= 2100)) return null;
  if (rest.some((word) => NEGATION.has(word))) return null;
  return 'incompativel';
}

function compareDays(said: readonly string[], typed: string): Comparacao | null {
  const match = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(typed.trim());
  const month = said.findIndex((word) => MONTHS.includes(word));
  if (!match || month < 0) return null;
  const before = numbersIn(said.slice(0, month).map((word) => (word === 'primeiro' ? '1' : word)));
  const after = numbersIn(said.slice(month + 1));
  const [day, year] = [before.at(-1), after[0]];
  if (day === undefined || before.length > 1 || after.length > 1) return null;
  const sameDay = day === Number(match[1]) && MONTHS.indexOf(said[month] ?? '') + 1 === Number(match[2]);
  if (!sameDay) return said.some((word) => NEGATION.has(word)) ? null : 'incompativel';
  if (year === undefined || match[3] === undefined) return 'compativel';
  if (year < 100) return null;
  return year === Number(match[3]) ? 'compativel' : 'incompativel';
}

function compareTexts(said: readonly string[], typed: string): Comparacao | null {
  const words = plain(typed);
  return words.length > 0 && occurrences(said, words).length > 0 && !said.some((word) => NEGATION.has(word))
    ? 'compativel'
    : null;
}

/** Compares spoken with typed answer by code; null if code cannot decide. `citacao`: the respondent's words. */
export function compareAnswer(
  pergunta: PerguntaComparada,
  { citacao, codigo }: { citacao: string; codigo: RespostaFalada },
  digitada: Digitada,
): Comparacao | null {
  if (digitada.estado) return 'nao_comparavel';
  const typed = digitada.opcoes.length > 0 || digitada.texto.trim() !== '';
  if (codigo === 'ausente' || codigo === 'inaudivel') return typed ? 'so_digitada' : 'nao_comparavel';
  // A blank is correct if the respondent does not know or refuses.
  if (!typed) return codigo === 'nao_sabe' || codigo === 'recusa' ? 'compativel' : 'so_falada';
  const specials = digitada.opcoes.map((index) => pergunta.opcoes[index]?.especial ?? null);
  if (codigo === 'nao_sabe' || codigo === 'recusa') return specials.includes(codigo) ? 'compativel' : null;
  const said = lastWord(citacao);
  if (said === null) return null;
  if (digitada.opcoes.length > 0) {
    const found = compareOptions(said, pergunta, digitada.opcoes);
    // In a numeric scale, '7' is both option and number.
    if (found !== null || pergunta.tipo !== 'escala' || digitada.opcoes.length !== 1) return found;
    return compareNumbers(citacao, pergunta, pergunta.opcoes[digitada.opcoes[0] ?? 0]?.texto ?? '');
  }
  switch (pergunta.tipo) {
    case 'numero':
    case 'escala':
      return compareNumbers(citacao, pergunta, digitada.texto);
    case 'data':
      return compareDays(said, digitada.texto);
    default:
      return compareTexts(said, digitada.texto);
  }
}
