/**
 * Finds sentences that the measured sound contradicts, because a speech model continues to write when it hears nothing.
 */
import { type Interval, intersect, totalMs, unite } from '@escuta/shared/domain/audio/audio-facts';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';
import { isForeign } from '@escuta/shared/domain/transcripts/foreign-words';
import type { MotivoDeDuvida } from '@escuta/shared/domain/transcripts/left-out-speech';

export type Falado = Interval & {
  texto: string;
  /** True if the times are outside the sent sound (`impossibleTimes`). */
  temposImpossiveis?: boolean;
};

export type SomDoCanal = {
  /** This channel's speech; empty if not measured. `outros`: the other channels' speech. */
  fala: readonly Interval[];
  outros: readonly Interval[];
};

/** Returns the size of the text compressed by zlib, bytes. */
export type Compressor = (texto: string) => number;

/**
 * Compression ratio above which a text repeats itself (openai/whisper, transcribe.py: compression_ratio_threshold). A
 * loop must also repeat a phrase (TIMES_IN_A_SENTENCE), unlike a sung refrain.
 */
const COMPRESSION_MAX = 2.4;
/**
 * Number of occurrences in a sentence from which a phrase of 1, 2, 3, 4, or at least 5 words shows a decoder's loop. A
 * loop fills a window of 224 tokens (openai/whisper, decoding.py sample_len; RisorseArtificiali/anti-vocale, issue 74:
 * 20 times in 20 s). Beingpax/VoiceInk, pull request 565, uses 3 repetitions of 5 to 12 words; but people say 'não' a
 * dozen times, and a code may contain 14 zeros.
 */
const TIMES_IN_A_SENTENCE = [24, 10, 6, 5, 4] as const;
const LONGEST_PHRASE = 12;
/**
 * Number of occurrences, in equally long sentences without pauses, from which a phrase of 1, 2, or at least 3 words
 * shows a decoder's loop.
 */
const TIMES_ALIKE = [10, 6, 4] as const;
/** Greatest length difference of equally long sentences, ms: twice Whisper's step of 20 ms. */
const SAME_LENGTH_MS = 40;
const NO_PAUSE_MS = 100;
const ALIKE_SHARE = 0.7;
/** People never repeat 3 or more words this often without a pause. */
const TIMES_DENSE = 8;
/** Least share of measured speech in a stretch without pauses. */
const DENSE = 0.5;
/** Least number of repetitions for which an inhuman pace shows a loop. */
const TIMES_AT_ODD_PACE = 5;
const SLOWEST_WPM = 50;
/** Greatest number of sentences that a loop repeats in turn ('A. B. A. B.' has 2). */
const LONGEST_ROUND = 4;

/**
 * Pace above which nobody speaks, words per minute: conversation has 110 to 180, the record is just over 600
 * (lisabmarshall.com, 'How fast do I speak? (Update)', after the National Center for Voice and Speech).
 */
const FASTEST_WPM = 600;
/** Like FASTEST_WPM, for the pace by measured speech; higher, because the measurement misses parts of a low voice. */
const FASTEST_BY_SOUND_WPM = 900;
/** Least number of words for checking a sentence's pace by its times; WORDS_BY_SOUND: by measured speech. */
const WORDS_BY_TIMES = 8;
const WORDS_BY_SOUND = 12;
const WORDS_TOGETHER = 30;
/** Speech this far outside a sentence's times may belong to it, ms: models' times err by about a second. */
const TIMES_SLACK_MS = 1000;
/** Added to a sentence's length to compute its pace, ms: short lengths have the largest relative error. */
const LENGTH_SLACK_MS = 500;

/** A sentence farther than this from measured speech was never said, ms: 1.5 × TIMES_SLACK_MS. */
const SILENCE_AROUND_MS = 1500;
/** A listener's short words, often measured as the other party's crosstalk (CROSSTALK_MIN_DIFFERENCE_DB). */
const LISTENING = new Set(
  'sim nao uhum aham hum ah ta tah ok okay certo isso e alo pois entendi bom claro sei beleza oi exato perfeito mhm hm'.split(
    ' ',
  ),
);
const LISTENING_MAX = 3;

/** A sentence may begin or end this far outside the sent sound, ms. */
const OUTSIDE_MS = 1000;
/**
 * Greatest distance of the last sentence's end after the sound, ms: Whisper fills its window up to 30 s
 * (linto-ai/whisper-timestamped, issue 6).
 */
const WINDOW_MS = 30_000;
/** Sentences have invented times if this many start at once. */
const AT_ONE_MOMENT = 4;

/**
 * Subtitles that models learned word for word (openai/whisper, discussion 928; JSchmie/ScrAIbe, hallucinations.py).
 * Matches whole phrases, because the words are everyday Portuguese.
 */
const SUBTITLES: readonly RegExp[] = [
  /\bamara org\b/,
  /^legendas? pela comunidade\b/,
  /^(legendas?|transcricao e legendas?) (por )?(adriana zanotto|sonia ruberti|pedro negri)$/,
  /^(traducao e )?legendado por (?:\S+ ?){1,4}$/,
  /^(muito )?obrigad[oa]s? por assistir(em)?( (ao|o|esse|este) video)?$/,
  /^(nao se esqueca de )?(se inscrever|inscreva se|se inscreva) (no|em nosso|no meu|no nosso) canal(?! d[aeo] (?!youtube)).{0,40}$/,
  /^(ate o|nos vemos no|vejo voces no) proximo video$/,
  /^deixe? o? ?seu like.{0,30}$/,
  // Foreign subtitles too short for the language check.
  /^(thank you|thanks)( so much| very much)? for watching( (this|the|my) video)?$/,
  /^(thanks for watching )?(please )?(like and )?subscribe( to (my|our|the) channel)?$/,
  /^(muchas )?gracias por ver (el|este) video$/,
  /^suscribete( al canal)?$/,
  /^sous titrage (st 501|societe radio canada)$/,
  /^vielen dank f(u|ue)rs zuschauen$/,
];

const encoder = new TextEncoder();

const splitWords = (normal: string): string[] => (normal === '' ? [] : normal.split(' '));
const wordsOf = (texto: string): string[] => splitWords(normaliseQuote(texto));

type Read = Falado & { normal: string; words: readonly string[] };

function read(sentence: Falado): Read {
  const normal = normaliseQuote(sentence.texto);
  return { ...sentence, normal, words: splitWords(normal) };
}

/**
 * Marks sentences whose times are outside the sent sound, or whose start many sentences share. Times are ms from the
 * sound's start.
 */
export function impossibleTimes(sentences: readonly Interval[], durationMs: number): boolean[] {
  const beginning = new Map<number, number>();
  for (const { startMs } of sentences) beginning.set(startMs, (beginning.get(startMs) ?? 0) + 1);
  return sentences.map(
    ({ startMs, endMs }) =>
      !(startMs >= -OUTSIDE_MS && startMs < durationMs + OUTSIDE_MS && endMs <= durationMs + WINDOW_MS) ||
      (beginning.get(startMs) ?? 0) >= AT_ONE_MOMENT,
  );
}

/** Measured speech of a channel; finds intervals by binary search, because a channel may contain hours of speech. */
class Speech {
  readonly #intervals: readonly Interval[];
  readonly #before: readonly number[];
  readonly isMeasured: boolean;

  constructor(intervals: readonly Interval[]) {
    this.#intervals = unite(intervals);
    let sum = 0;
    this.#before = this.#intervals.map(({ startMs, endMs }) => {
      sum += endMs - startMs;
      return sum - (endMs - startMs);
    });
    this.isMeasured = intervals.length > 0;
  }

  /** Length of the speech in an interval extended by `aroundMs` on both sides, ms. */
  within({ startMs, endMs }: Interval, aroundMs: number): number {
    return Math.max(0, this.#until(endMs + aroundMs) - this.#until(startMs - aroundMs));
  }

  #until(moment: number): number {
    let low = 0;
    let high = this.#intervals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#intervals[middle]?.startMs ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    const last = this.#intervals[low - 1];
    if (!last) return 0;
    return (this.#before[low - 1] ?? 0) + Math.min(moment, last.endMs) - last.startMs;
  }
}

const spanOf = (sentences: readonly Falado[]): Interval => ({
  startMs: sentences[0]?.startMs ?? 0,
  endMs: sentences.reduce((last, { endMs }) => Math.max(last, endMs), 0),
});

const pace = (words: number, ms: number): number =>
  ms <= 0 ? Number.POSITIVE_INFINITY : (words * 60_000) / ms;

function timesInARow(words: readonly string[], length: number): number {
  let longest = 0;
  let run = 0;
  for (let index = length; index < words.length; index += 1) {
    run = words[index] === words[index - length] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return Math.floor(longest / length) + 1;
}

/**
 * True if only a decoder's loop can have repeated a phrase so often.
 * @param words the sentence's words, normalised
 */
export function isLoop(
  texto: string,
  compressed: Compressor,
  words: readonly string[] = wordsOf(texto),
): boolean {
  if (words.length < 2 * TIMES_IN_A_SENTENCE[4]) return false;
  const repeats = Array.from({ length: LONGEST_PHRASE }, (_, at) => at + 1).some((length) => {
    const times = TIMES_IN_A_SENTENCE[Math.min(length, TIMES_IN_A_SENTENCE.length) - 1] ?? 0;
    return words.length >= times * length && timesInARow(words, length) >= times;
  });
  return repeats && encoder.encode(texto).length / compressed(texto) > COMPRESSION_MAX;
}

type Run = { from: number; to: number; times: number; phraseWords: number };

/** Finds runs of sentences, each equal to the sentence `round` places earlier; `to` is exclusive. */
function roundsOf(texts: readonly string[], counts: readonly number[], round: number): Run[] {
  const runs: Run[] = [];
  for (let index = round; index < texts.length; index += 1) {
    if (texts[index] === '' || texts[index] !== texts[index - round]) continue;
    const from = index - round;
    while (index < texts.length && texts[index] === texts[index - round]) index += 1;
    const phraseWords = counts.slice(from, from + round).reduce((sum, n) => sum + n, 0);
    runs.push({ from, to: index, times: Math.floor((index - from) / round), phraseWords });
  }
  return runs;
}

function isLoopOfSentences(run: Run, sentences: readonly Falado[], speech: Speech): boolean {
  const { times, phraseWords } = run;
  if (times < Math.min(...TIMES_ALIKE)) return false;
  const of = sentences.slice(run.from, run.to);
  const lengths = of.map(({ startMs, endMs }) => endMs - startMs).sort((a, b) => a - b);
  const usual = lengths[lengths.length >> 1] ?? 0;
  const alike = lengths.filter((ms) => Math.abs(ms - usual) <= SAME_LENGTH_MS).length;
  const joined = of
    .slice(1)
    .filter(({ startMs }, at) => startMs - (of[at]?.endMs ?? 0) <= NO_PAUSE_MS).length;
  const isMachined =
    alike >= of.length * ALIKE_SHARE &&
    joined >= (of.length - 1) * ALIKE_SHARE &&
    times >= (TIMES_ALIKE[Math.min(phraseWords, TIMES_ALIKE.length) - 1] ?? 0);
  if (isMachined) return true;
  const span = spanOf(of);
  const spokenMs = speech.within(span, 0);
  const isDense = spokenMs >= (span.endMs - span.startMs) * DENSE;
  if (isDense && times >= TIMES_DENSE && phraseWords >= TIMES_ALIKE.length) return true;
  const wpm = pace(phraseWords * times, spokenMs);
  return times >= TIMES_AT_ODD_PACE && isDense && (wpm < SLOWEST_WPM || wpm > FASTEST_WPM);
}

function isInSilence(sentence: Read, own: Speech, others: Speech): boolean {
  if (!own.isMeasured || own.within(sentence, SILENCE_AROUND_MS) > 0) return false;
  const { words } = sentence;
  const listens = words.length <= LISTENING_MAX && words.every((word) => LISTENING.has(word));
  return !listens || others.within(sentence, TIMES_SLACK_MS) === 0;
}

function isTooFast(sentence: Read, own: Speech): boolean {
  const words = sentence.words.length;
  const lengthMs = sentence.endMs - sentence.startMs;
  return (
    (words >= WORDS_BY_TIMES && pace(words, lengthMs + LENGTH_SLACK_MS) > FASTEST_WPM) ||
    (words >= WORDS_BY_SOUND &&
      own.isMeasured &&
      pace(words, own.within(sentence, TIMES_SLACK_MS) + LENGTH_SLACK_MS) > FASTEST_BY_SOUND_WPM)
  );
}

/** Finds neighbouring sentences that together are too fast, even if each is too short to check. */
function tooFastTogether(sentences: readonly Read[], own: Speech): Set<number> {
  const found = new Set<number>();
  const counts = sentences.map(({ words }) => words.length);
  let words = 0;
  let to = 0;
  for (let from = 0; from < sentences.length; from += 1) {
    while (to < sentences.length && words < WORDS_TOGETHER) {
      words += counts[to] ?? 0;
      to += 1;
    }
    if (words < WORDS_TOGETHER) break;
    const span = spanOf(sentences.slice(from, to));
    const isTooFast =
      pace(words, span.endMs - span.startMs + LENGTH_SLACK_MS) > FASTEST_WPM ||
      (own.isMeasured &&
        pace(words, own.within(span, TIMES_SLACK_MS) + LENGTH_SLACK_MS) > FASTEST_BY_SOUND_WPM);
    if (isTooFast) {
      for (let index = from; index < to; index += 1) found.add(index);
    }
    words -= counts[from] ?? 0;
  }
  return found;
}

/** Reason why each sentence is implausible; null if plausible. Other rules skip sentences with impossible times. */
export function findDoubts(
  given: readonly Falado[],
  som: SomDoCanal,
  compressed: Compressor,
): (MotivoDeDuvida | null)[] {
  const own = new Speech(som.fala);
  const others = new Speech(som.outros);
  const sentences = given.map(read);
  const doubts: (MotivoDeDuvida | null)[] = sentences.map(({ texto, normal, words, temposImpossiveis }) => {
    if (temposImpossiveis) return 'tempos';
    if (SUBTITLES.some((form) => form.test(normal))) return 'legenda';
    if (isLoop(texto, compressed, words)) return 'repeticao';
    return isForeign(texto, words) ? 'lingua' : null;
  });
  const timed = sentences
    .map((_, index) => index)
    .filter((index) => doubts[index] !== 'tempos')
    .sort((a, b) => (sentences[a]?.startMs ?? 0) - (sentences[b]?.startMs ?? 0));
  const inOrder = timed.map((index) => sentences[index] as Read);
  const texts = inOrder.map(({ normal }) => normal);
  const counts = inOrder.map(({ words }) => words.length);
  const doubt = (at: number, motivo: MotivoDeDuvida): void => {
    const index = timed[at] as number;
    doubts[index] ??= motivo;
  };
  for (let round = 1; round <= LONGEST_ROUND; round += 1) {
    for (const run of roundsOf(texts, counts, round)) {
      if (!isLoopOfSentences(run, inOrder, own)) continue;
      for (let at = run.from; at < run.to; at += 1) doubt(at, 'repeticao');
    }
  }
  for (const [at, sentence] of inOrder.entries()) {
    if (isInSilence(sentence, own, others)) doubt(at, 'silencio');
    else if (isTooFast(sentence, own)) doubt(at, 'ritmo');
  }
  // Leaves out sentences that are doubtful for another reason, which prove nothing about their neighbours' pace.
  const rest = timed.filter((index) => doubts[index] === null || doubts[index] === 'ritmo');
  const together = tooFastTogether(
    rest.map((index) => sentences[index] as Read),
    own,
  );
  for (const at of together) doubts[rest[at] as number] = 'ritmo';
  return doubts;
}

/** Length of a channel's measured speech farther than SILENCE_AROUND_MS from every sentence, ms. */
export function unheardMs(sentences: readonly Interval[], speech: readonly Interval[]): number {
  const told = unite(
    sentences.map(({ startMs, endMs }) => ({
      startMs: startMs - SILENCE_AROUND_MS,
      endMs: endMs + SILENCE_AROUND_MS,
    })),
  );
  return totalMs(speech) - totalMs(intersect(speech, told));
}

export type CanalConferido = {
  fala: readonly Interval[];
  mantidas: readonly Falado[];
  deixadas: readonly Falado[];
};

/** Share (0 to 1) of measured speech covered only by dropped sentences; those with impossible times count by words. */
export function shareLeftOut(canais: readonly CanalConferido[]): number {
  let lost = 0;
  let all = 0;
  for (const { fala, mantidas, deixadas } of canais) {
    const spoken = totalMs(fala);
    all += spoken;
    const told = intersect(fala, unite(mantidas));
    const dropped = intersect(fala, unite(deixadas.filter(({ temposImpossiveis }) => !temposImpossiveis)));
    const words = (of: readonly Falado[]): number =>
      of.reduce((sum, { texto }) => sum + wordsOf(texto).length, 0);
    const timeless = words(deixadas.filter(({ temposImpossiveis }) => temposImpossiveis));
    const onlyDropped = totalMs(unite(told, dropped)) - totalMs(told);
    const byWords = timeless === 0 ? 0 : (spoken * timeless) / (words(mantidas) + words(deixadas));
    lost += Math.min(spoken, onlyDropped + byWords);
  }
  return all === 0 ? 0 : lost / all;
}
