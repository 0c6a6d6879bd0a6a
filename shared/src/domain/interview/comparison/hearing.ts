/** What a recording lets one say about a question: where to listen, whether anything can be heard, whether silence proves anything. */
import { type Interval, intersect, totalMs, unite } from '../../audio/audio-facts.ts';
import { type Alignment, READ_COVERAGE } from './alignment.ts';

/** A sentence as a transcription gives it, with its times in the recording. */
export type SentencaOuvida = { texto: string; startMs: number; endMs: number };

/** A person who listens hears this much before a reading, ms: words begin before they are recognised. */
const LEAD_IN_MS = 2000;
/** What was not said in a place is proven only where at least this share of its speech has a text. */
export const TRANSCRIBED_MIN = 0.9;
/** A word takes at least so long, ms. */
const HIDDEN_MIN_MS = 300;
/** Text beside a gap of the recording that is shorter than this, ms, is the end of a word that was cut. */
const LEFT_MIN_MS = 200;
/**
 * Speech begins before the first word that is recognised and dies away after the last: so much of it, ms, belongs to the text beside it.
 * Without that, 'Oito.' would be half unheard.
 */
const EDGE_MS = 200;
/** An answer's window is inaudible when less than this share of its speech has a text. */
const AUDIBLE_MIN = 0.5;

export type Gravacao = {
  durationMs: number;
  /** Where speech is, by its sound, in order and apart. */
  fala: readonly Interval[];
  /** Where the recording has nothing: pauses of the recorder, parts that never came. In order and apart. */
  lacunas: readonly Interval[];
  /** Where noise is nearly as loud as the voices: what was understood there may be wrong. Missing: nowhere. */
  ruido?: readonly Interval[];
  /** Parts of it were lost, and nobody knows where: it proves no absence. Missing: none. */
  danificada?: boolean;
};

/** What keeps a place from accusing anybody: sound that is missing, or noise over it. */
export type Dano = 'falha_na_gravacao' | 'ruido';

/** The damage of a place that lasts as long as a word; null where it is sound. */
export function damageOf(
  place: Interval,
  { lacunas, ruido = [] }: Pick<Gravacao, 'lacunas' | 'ruido'>,
): Dano | null {
  if (totalMs(intersect([place], lacunas)) >= HIDDEN_MIN_MS) return 'falha_na_gravacao';
  return totalMs(intersect([place], ruido)) >= HIDDEN_MIN_MS ? 'ruido' : null;
}

/** How much of the speech in a place has a text, 0 to 1; 1 where nobody speaks. */
export function transcribedShare(
  place: Interval,
  { fala }: Pick<Gravacao, 'fala'>,
  sentencas: readonly SentencaOuvida[],
): number {
  const spoken = intersect([place], fala);
  if (spoken.length === 0) return 1;
  // Sentences of two speakers overlap: what both cover counts once.
  const texts = unite(
    sentencas
      .filter(({ texto }) => texto.trim() !== '')
      .map(({ startMs, endMs }) => ({ startMs: startMs - EDGE_MS, endMs: endMs + EDGE_MS })),
  );
  return totalMs(intersect(spoken, texts)) / totalMs(spoken);
}

/** Whether a place holds a gap of the recording, or speech of some length that gave no text: something was said that nobody knows. */
export function hidesSpeech(
  place: Interval,
  { fala, lacunas }: Pick<Gravacao, 'fala' | 'lacunas'>,
  sentencas: readonly SentencaOuvida[],
): boolean {
  const texts = unite(sentencas.filter(({ texto }) => texto.trim() !== ''));
  const spoken = intersect([place], fala);
  const unheard = totalMs(spoken) - totalMs(intersect(spoken, texts));
  return unheard >= HIDDEN_MIN_MS || totalMs(intersect([place], lacunas)) >= HIDDEN_MIN_MS;
}

/** When a word is said, ms: its sentence's time, shared out by letters. `end`: when it has been said. */
function timeOf(
  { words }: Pick<Alignment, 'words'>,
  index: number,
  sentencas: readonly SentencaOuvida[],
  end = false,
): number | null {
  const word = words[index];
  const sentenca = word && sentencas[word.sentenca];
  if (!word || !sentenca) return null;
  const share = (end ? word.fim : word.inicio) / Math.max(1, sentenca.texto.length);
  return Math.round(sentenca.startMs + (sentenca.endMs - sentenca.startMs) * share);
}

export type Trecho = {
  /** From a little before the reading to the next one: what a person hears. */
  ouvir: Interval;
  /** Where the answer stands; of a question that was not found, the gap in which it would have been asked. */
  resposta: Interval;
};

/** Where to listen for one question. Sentences are those that were aligned, in their order. */
export function excerptOf(
  alignment: Alignment,
  question: number,
  sentencas: readonly SentencaOuvida[],
  durationMs: number,
): Trecho {
  const reading = alignment.readings[question];
  const { from, to } = alignment.windows[question] ?? { from: 0, to: 0 };
  const before = from > 0 ? timeOf(alignment, from - 1, sentencas, true) : 0;
  const startMs = before ?? durationMs;
  const endMs = Math.max(startMs, timeOf(alignment, to, sentencas) ?? durationMs);
  const heardFrom = reading ? (timeOf(alignment, reading.from, sentencas) ?? startMs) : startMs;
  return { ouvir: { startMs: Math.max(0, heardFrom - LEAD_IN_MS), endMs }, resposta: { startMs, endMs } };
}

/**
 * Whether a place of a recording can be heard at all: not within a gap of it, and at least half of its speech with a text.
 * By the sound alone: no model is asked whether it understood.
 */
export function isAudible(
  place: Interval,
  gravacao: Gravacao,
  sentencas: readonly SentencaOuvida[],
): boolean {
  const length = totalMs([place]);
  const lost = totalMs(intersect([place], gravacao.lacunas));
  if (length > 0 && lost >= length) return false;
  // What is left beside a gap of the recording says nothing by itself.
  const texts = sentencas.filter(({ texto }) => texto.trim() !== '');
  if (lost > 0 && totalMs(intersect([place], unite(texts))) < LEFT_MIN_MS) return false;
  return transcribedShare(place, gravacao, sentencas) >= AUDIBLE_MIN;
}

/**
 * Whether it is proven that a question was not asked. Either the nearest ones found before and after it were found by themselves,
 * nothing like it stands between them, and what was said there is known; the recording's own beginning or end stands for a neighbour
 * only where nothing of it is missing. Or nothing like it stands anywhere in the interview, and all that was said is known.
 *
 * @param corroborated whether something else says that a question was read where alignment found it between others
 */
export function provesAbsence(
  alignment: Alignment,
  question: number,
  gravacao: Gravacao,
  sentencas: readonly SentencaOuvida[],
  corroborated: (question: number) => boolean = () => false,
): boolean {
  const { readings, best, anywhere } = alignment;
  if (gravacao.danificada) return false;
  if (readings[question] || (best[question] ?? 0) >= READ_COVERAGE) return false;
  const isKnown = (place: Interval): boolean =>
    intersect([place], gravacao.lacunas).length === 0 &&
    damageOf(place, gravacao) === null &&
    transcribedShare(place, gravacao, sentencas) >= TRANSCRIBED_MIN;
  const whole = { startMs: 0, endMs: gravacao.durationMs };
  const someFound = readings.some((reading) => reading?.anchor === true);
  if (someFound && (anywhere[question] ?? 0) < READ_COVERAGE && isKnown(whole)) return true;
  // A neighbour that was not asked either (or does not apply) proves nothing and hides nothing: the next one found counts.
  const before = readings.findLastIndex((reading, index) => index < question && reading !== null);
  const after = readings.findIndex((reading, index) => index > question && reading !== null);
  if (before < 0 && after < 0) return false;
  const holds = (index: number): boolean => {
    const reading = readings[index];
    return !reading || ((reading.anchor || corroborated(index)) && !reading.outOfOrder);
  };
  if (!holds(before) || !holds(after)) return false;
  return isKnown(excerptOf(alignment, question, sentencas, gravacao.durationMs).resposta);
}
