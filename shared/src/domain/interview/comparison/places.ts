import type { Canal } from '../../profiles/roles.ts';
import {
  type Claim,
  EvidenceChecker,
  normaliseQuote,
  type SentencaCitavel,
} from '../../transcripts/evidence.ts';
import type { OrigemPapel } from '../confront/roles.ts';
import { type ConteudoVersao, type PerguntaCongelada, wholeText } from '../questionnaire/questionnaire.ts';
import { type Alignment, alignQuestions, READ_COVERAGE, type Reading } from './alignment.ts';
import { endOfReading, endsAsQuestion } from './reading-ends.ts';
import { isFunctionWord, isHesitation, likeness, wordsOf } from './words.ts';

export type SentencaConfrontada = SentencaCitavel & {
  /** The original transcription, if a person corrected `texto`. */
  textoOriginal?: string | null;
  /** Source of the role; missing: the channel. */
  papelOrigem?: OrigemPapel | null;
  /** Certainty of the role, 0 to 1; missing: 1. */
  papelConfianca?: number | null;
};

export type Vao = { from: number; to: number };

export type CitacaoAchada = Vao & {
  indices: number[];
  sentencas: number[];
  /** The words in force: the quote, or its sentences as a person corrected them. */
  texto: string;
  /** True if only the uncorrected text contains the quote. */
  corrigida: boolean;
  canal: Canal;
  startMs: number;
  endMs: number;
};

export class QuoteFinder {
  readonly #sentences: readonly SentencaConfrontada[];
  readonly #words: Alignment['words'];
  readonly #now: EvidenceChecker;
  readonly #before: EvidenceChecker | null;
  readonly #indexOf: ReadonlyMap<number, number>;

  constructor(sentences: readonly SentencaConfrontada[], words: Alignment['words']) {
    this.#sentences = sentences;
    this.#words = words;
    this.#now = new EvidenceChecker(sentences);
    const corrected = sentences.some(({ texto, textoOriginal }) => (textoOriginal ?? texto) !== texto);
    this.#before = corrected
      ? new EvidenceChecker(sentences.map((one) => ({ ...one, texto: one.textoOriginal ?? one.texto })))
      : null;
    this.#indexOf = new Map(sentences.map(({ ordem }, index) => [ordem, index]));
  }

  find(claim: Claim): CitacaoAchada | null {
    const now = this.#now.sentencesOf(claim);
    const ordens = now ?? this.#before?.sentencesOf(claim);
    if (!ordens) return null;
    const indices = ordens.flatMap((ordem) => this.#indexOf.get(ordem) ?? []);
    const all = indices.map((index) => this.#sentences[index] as SentencaConfrontada);
    const first = all[0];
    if (!first) return null;
    const texto = now ? claim.citacao : all.map((one) => one.texto).join(' ');
    return {
      ...(this.#span(indices, now ? claim.citacao : null) ?? { from: -1, to: -1 }),
      indices,
      sentencas: [...ordens],
      texto,
      corrigida: !now,
      canal: first.canal,
      startMs: first.startMs,
      endMs: Math.max(...all.map(({ endMs }) => endMs)),
    };
  }

  /** Range of a quote's words; all words of its sentences if `quote` is null or cuts through a word. */
  #span(indices: readonly number[], quote: string | null): Vao | null {
    const held = new Set(indices);
    const own = this.#words.flatMap(({ sentenca }, at) => (held.has(sentenca) ? [at] : []));
    const [from, to] = [own[0], own.at(-1)];
    if (from === undefined || to === undefined) return null;
    const asked = quote === null ? [] : wordsOf([quote]).map(({ texto }) => texto);
    for (let at = 0; asked.length > 0 && at + asked.length <= own.length; at += 1) {
      if (asked.every((word, i) => this.#words[own[at + i] as number]?.texto === word))
        return { from: own[at] as number, to: own[at + asked.length - 1] as number };
    }
    return { from, to };
  }
}

const BETWEEN_OPTIONS = 3;
/** Minimum options that form a list; a single option may be the answer. */
const OPTIONS_MIN = 2;

/** Minimum options that form a read list. Multiple choice needs most options, because an answer may be a list, too. */
function listLength({ tipo, lerOpcoes }: PerguntaCongelada, options: number): number {
  if (tipo !== 'multipla') return OPTIONS_MIN;
  return lerOpcoes ? Math.max(OPTIONS_MIN, Math.floor(options / 2) + 1) : Number.POSITIVE_INFINITY;
}
const OPTION_LIKENESS = 0.7;
/** Maximum hesitation words between an option's words ('deixa eu ver'). */
const HESITATION_MAX = 3;

/** Number of an option's words at `at`, including hesitations; 0: another word is there. */
function optionAt(words: Alignment['words'], at: number, end: number, option: readonly string[]): number {
  let next = at;
  for (const [i, word] of option.entries()) {
    const isAlike = (index: number) => {
      const said = words[index]?.texto ?? '';
      return said === word || likeness(said, word) >= OPTION_LIKENESS;
    };
    const passed = next;
    while (
      i > 0 &&
      next - passed < HESITATION_MAX &&
      !isAlike(next) &&
      isHesitation(words[next]?.texto ?? '')
    )
      next += 1;
    if (next >= end || !isAlike(next)) return 0;
    next += 1;
  }
  return next - at;
}

type Listada = Vao & { option: number };

/**
 * Removes the answer at the end of a list of read options: an option in a new sentence after a question mark ('Ônibus,
 * Metrô, Carro? – A pé.').
 */
function withoutAnswer(
  list: readonly Listada[],
  words: Alignment['words'],
  textos: readonly string[],
): Listada[] {
  const sentenceOf = (word: number): number => words[word]?.sentenca ?? -1;
  const cut = list.findIndex(({ from }, at) => {
    const last = list[at - 1];
    if (!last || sentenceOf(last.to) === sentenceOf(from) || sentenceOf(from - 1) === sentenceOf(from))
      return false;
    return endsAsQuestion(textos[sentenceOf(last.to)] ?? '');
  });
  const end = list.at(-1);
  const goesOn =
    end && sentenceOf(end.to + 1) !== sentenceOf(end.to) && endsAsQuestion(textos[sentenceOf(end.to)] ?? '');
  return cut < 0 || goesOn ? [...list] : list.slice(0, cut);
}

/** Options read after a question, and their last word (`to`). Fewer options than `needed` count as an answer. */
function optionsAfter(
  words: Alignment['words'],
  { from, to }: Vao,
  options: readonly (readonly string[])[],
  { needed, textos, anyOrder }: { needed: number; textos: readonly string[]; anyOrder: boolean },
): { read: Set<number>; to: number } {
  const found: Listada[] = [];
  let last = from - 1;
  let next = 0;
  for (let at = from; at < to && at <= last + 1 + BETWEEN_OPTIONS; ) {
    let length = 0;
    for (let option = next; option < options.length && length === 0; option += 1) {
      if (found.some((one) => one.option === option)) continue;
      length = optionAt(words, at, to, options[option] as readonly string[]);
      if (length > 0) {
        found.push({ option, from: at, to: at + length - 1 });
        // If the options were rotated, any option may follow any other.
        next = anyOrder ? 0 : option + 1;
      }
    }
    if (length > 0) last = at + length - 1;
    at += Math.max(1, length);
  }
  const list = found.length >= needed ? withoutAnswer(found, words, textos) : [];
  return { read: new Set(list.map(({ option }) => option)), to: list.at(-1)?.to ?? from - 1 };
}

export type Preparo = {
  perguntas: readonly PerguntaCongelada[];
  alignment: Alignment;
  quotes: QuoteFinder;
  /** For each question, the unheard options (indices); empty if its options are not read aloud. */
  opcoesFaltando: number[][];
};

/** Ends each reading before its answer, where the answer's window then starts. */
function withoutAnswers(
  alignment: Alignment,
  perguntas: readonly PerguntaCongelada[],
  textos: readonly string[],
): Alignment {
  const windows = [...alignment.windows];
  const readings = alignment.readings.map((reading, question) => {
    const window = windows[question];
    if (!reading || !window) return reading;
    const to = endOfReading(reading, alignment.words, perguntas[question] as PerguntaCongelada, textos);
    if (to === reading.to) return reading;
    windows[question] = { from: to + 1, to: window.to };
    return { ...reading, to };
  });
  return { ...alignment, readings, windows };
}

/** Finds readings with their options, and the answer windows, by words alone. */
export function placeQuestions(
  perguntas: readonly PerguntaCongelada[],
  textos: readonly string[],
): Pick<Preparo, 'alignment' | 'opcoesFaltando'> {
  const alignment = withoutAnswers(
    alignQuestions(
      perguntas.map(({ texto }) => texto),
      textos,
    ),
    perguntas,
    textos,
  );
  const windows = [...alignment.windows];
  const opcoesFaltando = perguntas.map((pergunta, question): number[] => {
    const { opcoes, lerOpcoes } = pergunta;
    const reading = alignment.readings[question];
    const window = windows[question];
    if (!reading || !window || opcoes.length < OPTIONS_MIN) return [];
    const stem = ` ${normaliseQuote(wholeText(pergunta))} `;
    const named = opcoes.map((opcao, option) => ({
      option,
      words: wordsOf([opcao.texto]).map((word) => word.texto),
      inStem: stem.includes(` ${normaliseQuote(opcao.texto)} `),
      especial: opcao.especial !== null,
    }));
    const listed = named.filter(({ inStem, especial }) => !inStem && !especial);
    const list = optionsAfter(
      alignment.words,
      window,
      listed.map(({ words }) => words),
      { needed: listLength(pergunta, listed.length), textos, anyOrder: pergunta.rodizio !== undefined },
    );
    // Options read aloud belong to the reading, so the answer's window begins after them.
    if (list.to >= window.from) windows[question] = { from: list.to + 1, to: window.to };
    if (!lerOpcoes) return [];
    const read = new Set([...list.read].map((at) => listed[at]?.option));
    return named.flatMap(({ option, words, inStem, especial }) =>
      especial || (inStem ? !misses(reading, words) : read.has(option)) ? [] : [option],
    );
  });
  const placed = { ...alignment, windows };
  return { alignment: placed, opcoesFaltando: readOnceInBatteries(perguntas, placed, opcoesFaltando) };
}

/**
 * A battery's options are read once, with the stem or any item, so unheard options are reported only at the first item.
 */
function readOnceInBatteries(
  perguntas: readonly PerguntaCongelada[],
  { words, readings }: Alignment,
  opcoesFaltando: readonly number[][],
): number[][] {
  const missing = [...opcoesFaltando];
  for (const [start, { bateria, opcoes }] of perguntas.entries()) {
    if (!bateria || perguntas[start - 1]?.bateria?.id === bateria.id) continue;
    const items = perguntas.flatMap((one, at) => (one.bateria?.id === bateria.id ? [at] : []));
    const read = items
      .flatMap((at) => (readings[at] ? [{ at, from: readings[at].from }] : []))
      .sort((a, b) => a.from - b.from);
    const [first] = read;
    if (!first) continue;
    const before = Math.max(-1, ...readings.slice(0, start).flatMap((one) => one?.to ?? [])) + 1;
    const withStem = ` ${words
      .slice(before, first.from)
      .map(({ texto }) => texto)
      .join(' ')} `;
    const isSaid = (option: number) =>
      withStem.includes(
        ` ${wordsOf([opcoes[option]?.texto ?? ''])
          .map(({ texto }) => texto)
          .join(' ')} `,
      );
    const inNone = (missing[first.at] ?? []).filter(
      (option) => !isSaid(option) && read.every(({ at }) => opcoesFaltando[at]?.includes(option)),
    );
    for (const at of items) missing[at] = at === first.at ? inNone : [];
  }
  return missing;
}

/**
 * Aligns an interview. This takes long, so a correction of roles reuses the result.
 * @param sentencas in spoken order
 */
export function prepareConfront(
  { perguntas }: ConteudoVersao,
  sentencas: readonly SentencaConfrontada[],
): Preparo {
  const placed = placeQuestions(
    perguntas,
    sentencas.map(({ texto }) => texto),
  );
  return { perguntas, ...placed, quotes: new QuoteFinder(sentencas, placed.alignment.words) };
}

/** True if a reading omits a content word of an option. `words`: the option, which is part of the question's text. */
function misses(reading: Reading, words: readonly string[]): boolean {
  return words.some((word) => !isFunctionWord(word) && reading.missing.includes(word));
}

/** For each word, the index of the question whose reading contains it, or −1. */
function claimedWords({ words, readings }: Alignment): Int32Array {
  const claimed = new Int32Array(words.length).fill(-1);
  for (const [question, reading] of readings.entries())
    if (reading) claimed.fill(question, reading.from, reading.to + 1);
  return claimed;
}

function resembles(texto: string, words: Alignment['words'], { from, to }: Vao): boolean {
  const said = words.slice(from, to + 1).map((word) => word.texto);
  return (alignQuestions([texto], [said.join(' ')]).best[0] ?? 0) >= READ_COVERAGE;
}

const within = (span: Vao, { from, to }: Vao): boolean => span.from < to && span.to >= from;

function isAnsweredElsewhere(
  { tipo, opcoes }: Pick<PerguntaCongelada, 'tipo' | 'opcoes'>,
  words: Alignment['words'],
  { from, to }: Vao,
): boolean {
  const said = words.slice(from, to).map(({ texto }) => texto);
  if (opcoes.length > 0) {
    const named = opcoes.map(
      ({ texto }) =>
        ` ${wordsOf([texto])
          .map((word) => word.texto)
          .join(' ')} `,
    );
    return named.some((option) => ` ${said.join(' ')} `.includes(option));
  }
  if (tipo !== 'texto') return said.some((word) => /^\d+$/.test(word));
  return said.some((word) => !isFunctionWord(word) && !isHesitation(word));
}

/**
 * Ends each reading where call A's quote of the reading ends, because alignment may include similar words of the
 * answer. A quoted answer inside a reading shortens the reading, unless the words after the reading are the answer.
 * @param leituras each question's quoted reading
 * @param respostas each question's quoted answer
 */
export function withQuotedEnds(
  alignment: Alignment,
  perguntas: readonly Pick<PerguntaCongelada, 'tipo' | 'opcoes'>[],
  leituras: readonly (CitacaoAchada | null)[],
  respostas: readonly (CitacaoAchada | null)[],
): Alignment {
  const windows = [...alignment.windows];
  const readings = alignment.readings.map((found, question) => {
    const [quote, answer, window] = [leituras[question], respostas[question], windows[question]];
    if (!found || !quote || !window || quote.from > found.to || quote.to <= found.from) return found;
    const isBefore = !answer || answer.from > quote.to;
    const goesOn = quote.to > found.to && quote.to < window.to && isBefore;
    const isAnswer =
      answer &&
      isBefore &&
      answer.from <= found.to &&
      (answer.to > found.to ||
        !isAnsweredElsewhere(perguntas[question] as PerguntaCongelada, alignment.words, {
          from: found.to + 1,
          to: window.to,
        }));
    if (!goesOn && !isAnswer) return found;
    windows[question] = { from: goesOn ? Math.max(window.from, quote.to + 1) : quote.to + 1, to: window.to };
    return { ...found, to: quote.to };
  });
  return { ...alignment, readings, windows };
}

/**
 * Adds paraphrased readings, which only the extraction (call A) quotes. The quote must lie in the question's gap or
 * resemble the question, and lie outside other readings.
 * @param leituras each question's quoted reading
 * @param respostas each question's quoted answer
 */
export function withQuotedReadings(
  alignment: Alignment,
  perguntas: readonly Pick<PerguntaCongelada, 'texto'>[],
  leituras: readonly (CitacaoAchada | null)[],
  respostas: readonly (CitacaoAchada | null)[],
): Alignment {
  const claimed = claimedWords(alignment);
  const readings = [...alignment.readings];
  for (const [question, quote] of leituras.entries()) {
    const gap = alignment.windows[question];
    const found = readings[question];
    if (!quote || quote.from < 0 || found || !gap) continue;
    const inGap = quote.from >= gap.from && quote.to < gap.to;
    if (!inGap && !resembles(perguntas[question]?.texto ?? '', alignment.words, quote)) continue;
    if (claimed.slice(quote.from, quote.to + 1).some((owner) => owner >= 0)) continue;
    readings[question] = {
      from: quote.from,
      to: quote.to,
      coverage: alignment.best[question] ?? 0,
      missing: [],
      added: [],
      anchor: false,
      outOfOrder: !inGap,
    };
    claimed.fill(question, quote.from, quote.to + 1);
  }
  const starts = readings.flatMap((reading) => (reading ? [reading.from] : [])).toSorted((a, b) => a - b);
  const windows = alignment.windows.map((window, question) => {
    const reading = readings[question];
    if (!reading) return window;
    // A list of options that overlaps the quoted answer is the answer, so the window begins with the list.
    const answer = respostas[question];
    const read = alignment.readings[question] === reading ? window.from : reading.to + 1;
    const from = answer && answer.from > reading.to ? Math.min(read, answer.from) : read;
    const next = starts.find((start) => start > reading.to) ?? alignment.words.length;
    return { from, to: Math.max(from, next) };
  });
  return { ...alignment, readings, windows };
}

/** True if a quote overlaps an answer window. */
export function standsIn(quote: Vao, place: Vao): boolean {
  return quote.from >= 0 && within(quote, place);
}
