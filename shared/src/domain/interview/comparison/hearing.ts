/** Judges a question's sound: where to listen, whether it is audible, whether silence proves anything. */
import { type Interval, intersect, totalMs, unite } from '../../audio/audio-facts.ts';
import { type Alignment, READ_COVERAGE } from './alignment.ts';

export type SentencaOuvida = { texto: string; startMs: number; endMs: number };

/** Lead-in before a reading, ms, because words begin before their recognised time. */
const LEAD_IN_MS = 2000;
/** Minimum transcribed share of a place's speech from which a word missing in the transcript was not said there. */
export const TRANSCRIBED_MIN = 0.9;
/** Shortest word, ms: a shorter gap cannot hide a word. */
const HIDDEN_MIN_MS = 300;
/** Minimum transcribed time, ms, in a place with a gap; a shorter text may be only a cut word. */
const LEFT_MIN_MS = 200;
/** Speech this near to recognised words, ms, counts as transcribed; else half of 'Oito.' would be untranscribed. */
const EDGE_MS = 200;
/** Minimum transcribed share of an audible answer. */
const AUDIBLE_MIN = 0.5;

export type Gravacao = {
  durationMs: number;
  fala: readonly Interval[];
  lacunas: readonly Interval[];
  /** Noise nearly as loud as the voices, where recognition may be wrong. */
  ruido?: readonly Interval[];
  /** True if parts are lost at unknown places, so that the recording cannot prove that something was not said. */
  danificada?: boolean;
};

/** Damage that prevents an accusation. */
export type Dano = 'falha_na_gravacao' | 'ruido';

/** The damage that covers at least HIDDEN_MIN_MS of a place, lost sound before noise; null: none. */
export function damageOf(
  place: Interval,
  { lacunas, ruido = [] }: Pick<Gravacao, 'lacunas' | 'ruido'>,
): Dano | null {
  if (totalMs(intersect([place], lacunas)) >= HIDDEN_MIN_MS) return 'falha_na_gravacao';
  return totalMs(intersect([place], ruido)) >= HIDDEN_MIN_MS ? 'ruido' : null;
}

/** Share of a place's speech that is transcribed, 0 to 1; 1 if the place contains no speech. */
export function transcribedShare(
  place: Interval,
  { fala }: Pick<Gravacao, 'fala'>,
  sentencas: readonly SentencaOuvida[],
): number {
  const spoken = intersect([place], fala);
  if (spoken.length === 0) return 1;
  const texts = unite(
    sentencas
      .filter(({ texto }) => texto.trim() !== '')
      .map(({ startMs, endMs }) => ({ startMs: startMs - EDGE_MS, endMs: endMs + EDGE_MS })),
  );
  return totalMs(intersect(spoken, texts)) / totalMs(spoken);
}

/** True if a place contains a gap or untranscribed speech of HIDDEN_MIN_MS or more. */
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

/** Time, ms, at which a word starts (with `end`: ends), estimated from its position among its sentence's letters. */
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
  /** Stretch to play: from LEAD_IN_MS before the reading to the end of the answer's window. */
  ouvir: Interval;
  /** The answer's window; for an unfound question, the gap where it belongs. */
  resposta: Interval;
};

/** Finds the place to hear a question from, and the place of its answer. `sentencas`: the aligned sentences. */
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

/** True if a place lies at least partly outside gaps, with at least half of its speech transcribed. */
export function isAudible(
  place: Interval,
  gravacao: Gravacao,
  sentencas: readonly SentencaOuvida[],
): boolean {
  const length = totalMs([place]);
  const lost = totalMs(intersect([place], gravacao.lacunas));
  if (length > 0 && lost >= length) return false;
  const texts = sentencas.filter(({ texto }) => texto.trim() !== '');
  if (lost > 0 && totalMs(intersect([place], unite(texts))) < LEFT_MIN_MS) return false;
  return transcribedShare(place, gravacao, sentencas) >= AUDIBLE_MIN;
}

/**
 * True if a question was provably not asked: nothing resembles the question, and the sound is undamaged and
 * transcribed, in the whole interview or between certain readings of the question's neighbours (or up to an end).
 * @param corroborated whether other evidence confirms a neighbour's reading that is no anchor
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
  // Skips neighbours without a reading, because only a reading shows where this question belongs.
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
