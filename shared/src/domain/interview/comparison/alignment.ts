/**
 * Finds each question's reading by local alignment (Smith-Waterman), best match first. Words of a reading are not
 * matched again. The remaining questions are then sought only between the readings of their neighbours, so that an
 * unasked question is not found in the reading of a similar question.
 */
import { isFunctionWord, likeness, spokenText, type Word, wordsOf } from './words.ts';

/** Coverage (share of a question's words heard) from which a reading is accepted anywhere. */
export const ANCHOR_COVERAGE = 0.8;
/** Coverage from which a reading is accepted between the readings of the neighbouring questions. */
export const READ_COVERAGE = 0.45;
/** The median coverage of readings accepted anywhere, minus this, is a lower threshold for poor recognition. */
const ANCHOR_TOLERANCE = 0.15;
/** A place is contested if another question fits it with a coverage at most this much lower. */
const RIVAL_MARGIN = 0.12;

/** A match is a repetition of another question if the words cover the other question better by more than this. */
const REPEAT_BETTER = 0.05;
/** Number of words before and after a match that are also searched for the repeated question. */
const REPEAT_MARGIN = 4;

const REPEATED = 0xffff;
/** Minimum coverage of an earlier occurrence that counts as a question's first reading. */
const FIRST_COVERAGE = 0.75;
/** Maximum other words between the two occurrences of a question. */
const FIRST_WITHIN = 12;

const FUNCTION_WEIGHT = 0.25;
/** Costs: an omission or a substitution costs this share of the word's weight; an insertion costs a fixed amount. */
const OMISSION = 0.3;
const SUBSTITUTION = 0.35;
const INSERTION = 0.18;
/** Extra cost of an inserted word that begins a sentence, because a reading rarely continues after another speaker. */
const SENTENCE_BREAK = 0.25;

/** A question's reading; `from` and `to`: indices of its first and last word in the transcript. */
export type Reading = {
  from: number;
  to: number;
  coverage: number;
  /** Content words of the question that were not heard, normalised. */
  missing: string[];
  /** Content words that the speaker added to the question, normalised. */
  added: string[];
  /** True if the reading was found without its neighbours' readings. */
  anchor: boolean;
  /** True if the question was read before an earlier or after a later question. */
  outOfOrder: boolean;
  /** The reading's immediate repetition. */
  again?: { from: number; to: number };
};

export type Alignment = {
  words: Word[];
  readings: (Reading | null)[];
  /** For each question: coverage of its reading, or of the best match in the gap where the question belongs. */
  best: number[];
  /** For each question: best coverage among the words that no reading claims. */
  anywhere: number[];
  /** For each question: its answer's window, `to` exclusive; for an unfound question, the gap where it belongs. */
  windows: { from: number; to: number }[];
};

type Term = { index: number; weight: number };
type Match = { from: number; to: number; coverage: number; heard: boolean[]; used: boolean[] };

class Likeness {
  readonly #rows: Float32Array[];

  constructor(asked: readonly string[], said: readonly string[]) {
    this.#rows = asked.map((a) => Float32Array.from(said, (b) => likeness(a, b)));
  }

  row(index: number): Float32Array {
    return this.#rows[index] ?? new Float32Array();
  }
}

function numbered(texts: Iterable<string>): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const text of texts) if (!numbers.has(text)) numbers.set(text, numbers.size);
  return numbers;
}

class Aligner {
  readonly #said: Int32Array;
  readonly #passing: Float32Array;
  readonly #questions: Term[][];
  readonly #texts: string[][];
  readonly #likeness: Likeness;
  readonly #words: readonly Word[];
  /** For each word, the question that claims it: index + 1, 0 for none, REPEATED for a repetition. */
  readonly #claimed: Uint16Array;

  constructor(questions: readonly string[], words: readonly Word[]) {
    this.#words = words;
    this.#texts = questions.map((text) => wordsOf([spokenText(text)]).map(({ texto }) => texto));
    const asked = numbered(this.#texts.flat());
    const said = numbered(words.map(({ texto }) => texto));
    this.#said = Int32Array.from(words, ({ texto }) => said.get(texto) ?? 0);
    this.#likeness = new Likeness([...asked.keys()], [...said.keys()]);
    const inQuestions = new Map<string, number>();
    for (const texts of this.#texts)
      for (const text of new Set(texts)) inQuestions.set(text, (inQuestions.get(text) ?? 0) + 1);
    const all = Math.log(questions.length + 1);
    this.#questions = this.#texts.map((texts) =>
      texts.map((text) => ({
        index: asked.get(text) ?? 0,
        // A word that all questions contain distinguishes none, so its weight is low (inverse document frequency).
        weight:
          (isFunctionWord(text) ? FUNCTION_WEIGHT : 1) *
          Math.max(0.2, 1 - Math.log(inQuestions.get(text) ?? 1) / all),
      })),
    );
    this.#passing = Float32Array.from(words, ({ sentenca }, at) =>
      at > 0 && words[at - 1]?.sentenca !== sentenca ? INSERTION + SENTENCE_BREAK : INSERTION,
    );
    this.#claimed = new Uint16Array(words.length);
  }

  get count(): number {
    return this.#questions.length;
  }

  /** Best match of a question among the unclaimed words of [from, to). */
  match(question: number, from = 0, to = this.#words.length): Match | null {
    const terms = this.#questions[question] ?? [];
    const rows = terms.length;
    const columns = to - from;
    if (rows === 0 || columns <= 0) return null;
    const width = columns + 1;
    const score = new Float32Array((rows + 1) * width);
    /** Step to each cell: 1 matched, 2 replaced, 3 omitted, 4 inserted. */
    const step = new Uint8Array((rows + 1) * width);
    let best = 0;
    let bestAt = 0;
    for (let i = 1; i <= rows; i += 1) {
      const { index, weight } = terms[i - 1] as Term;
      const alike = this.#likeness.row(index);
      for (let j = 1; j <= columns; j += 1) {
        const at = i * width + j;
        if (this.#claimed[from + j - 1]) continue;
        const like = alike[this.#said[from + j - 1] ?? 0] ?? 0;
        const before = score[at - width - 1] ?? 0;
        let value = like > 0 ? before + weight * like : before - SUBSTITUTION * weight;
        let how = like > 0 ? 1 : 2;
        const omitted = (score[at - width] ?? 0) - OMISSION * weight;
        if (omitted > value) [value, how] = [omitted, 3];
        const inserted = (score[at - 1] ?? 0) - (this.#passing[from + j - 1] ?? 0);
        if (inserted > value) [value, how] = [inserted, 4];
        if (value <= 0) continue;
        score[at] = value;
        step[at] = how;
        if (value > best) [best, bestAt] = [value, at];
      }
    }
    return best > 0 ? this.#trace(terms, step, bestAt, { from, width }) : null;
  }

  #trace(
    terms: readonly Term[],
    step: Uint8Array,
    end: number,
    { from, width }: { from: number; width: number },
  ): Match {
    const heard = terms.map(() => false);
    const last = from + (end % width) - 1;
    let first = last;
    let weight = 0;
    const used = new Map<number, boolean>();
    for (let at = end; step[at]; ) {
      const how = step[at];
      const term = Math.floor(at / width) - 1;
      const word = from + (at % width) - 1;
      if (how === 1) {
        const { index, weight: own } = terms[term] as Term;
        weight += own * (this.#likeness.row(index)[this.#said[word] ?? 0] ?? 0);
        heard[term] = true;
        used.set(word, true);
        first = word;
      }
      at -= how === 3 ? width : how === 4 ? 1 : width + 1;
    }
    const total = terms.reduce((sum, one) => sum + one.weight, 0);
    return {
      from: first,
      to: last,
      coverage: total > 0 ? weight / total : 0,
      heard,
      used: Array.from({ length: last - first + 1 }, (_, i) => used.get(first + i) ?? false),
    };
  }

  /** True if a match only repeats another found question that fits the words clearly better. */
  repeats(found: Match, readings: readonly (Reading | null)[]): boolean {
    const from = Math.max(0, found.from - REPEAT_MARGIN);
    const to = Math.min(this.#words.length, found.to + 1 + REPEAT_MARGIN);
    return readings.some(
      (reading, other) =>
        reading !== null && (this.match(other, from, to)?.coverage ?? 0) > found.coverage + REPEAT_BETTER,
    );
  }

  claim(question: number, { from, to }: { from: number; to: number }): void {
    this.#claimed.fill(question + 1, from, to + 1);
  }

  take({ from, to }: { from: number; to: number }): void {
    this.#claimed.fill(REPEATED, from, to + 1);
  }

  isFree({ from, to }: { from: number; to: number }): boolean {
    for (let word = from; word <= to; word += 1) if (this.#claimed[word]) return false;
    return true;
  }

  reading(question: number, found: Match, anchor: boolean): Reading {
    const texts = this.#texts[question] ?? [];
    const meant = (text: string) => !isFunctionWord(text);
    return {
      from: found.from,
      to: found.to,
      coverage: found.coverage,
      missing: texts.filter((text, i) => !found.heard[i] && meant(text)),
      added: this.#words
        .slice(found.from, found.to + 1)
        .flatMap(({ texto }, i) => (!found.used[i] && meant(texto) ? [texto] : [])),
      anchor,
      outOfOrder: false,
    };
  }
}

/** The longest sequence of questions read in the questionnaire's order. */
function inOrder(readings: readonly (Reading | null)[]): Set<number> {
  const placed = readings.flatMap((reading, question) => (reading ? [{ question, from: reading.from }] : []));
  const length = placed.map(() => 1);
  const before = placed.map(() => -1);
  let last = -1;
  for (const [i, one] of placed.entries()) {
    for (let j = 0; j < i; j += 1) {
      if ((placed[j]?.from ?? 0) < one.from && (length[j] ?? 0) + 1 > (length[i] ?? 0)) {
        length[i] = (length[j] ?? 0) + 1;
        before[i] = j;
      }
    }
    if (last < 0 || (length[i] ?? 0) > (length[last] ?? 0)) last = i;
  }
  const chain = new Set<number>();
  for (let at = last; at >= 0; at = before[at] ?? -1) chain.add(placed[at]?.question ?? -1);
  return chain;
}

/** Number of readings with which a reading at `from` would be out of order. */
function inversions(question: number, from: number, readings: readonly (Reading | null)[]): number {
  return readings.filter(
    (other, index) => other && index !== question && index < question !== other.from < from,
  ).length;
}

function gapOf(
  question: number,
  readings: readonly (Reading | null)[],
  chain: ReadonlySet<number>,
  end: number,
): { from: number; to: number } {
  let from = 0;
  let to = end;
  for (const [index, reading] of readings.entries()) {
    if (!reading || !chain.has(index)) continue;
    if (index < question) from = Math.max(from, reading.to + 1);
    if (index > question) {
      to = reading.from;
      break;
    }
  }
  return { from, to: Math.max(from, to) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Anchors all questions with coverage `threshold` or more; contested places (RIVAL_MARGIN) come last. */
function anchor(aligner: Aligner, readings: (Reading | null)[], threshold: number): void {
  const open = new Map<number, Match>();
  for (const [question, reading] of readings.entries()) {
    const found = reading ? null : aligner.match(question);
    if (found && found.coverage >= threshold) open.set(question, found);
  }
  while (open.size > 0) {
    const contended = (question: number, one: Match): boolean =>
      [...open].some(
        ([other, match]) =>
          other !== question &&
          match.from <= one.to &&
          one.from <= match.to &&
          match.coverage >= one.coverage - RIVAL_MARGIN,
      );
    const candidates = [...open].map(([question, found]) => ({
      question,
      found,
      contended: contended(question, found),
      wrong: inversions(question, found.from, readings),
    }));
    candidates.sort(
      (a, b) =>
        Number(a.contended) - Number(b.contended) ||
        (a.contended ? a.wrong - b.wrong : 0) ||
        b.found.coverage - a.found.coverage ||
        a.question - b.question,
    );
    const { question, found } = candidates[0] as (typeof candidates)[number];
    open.delete(question);
    if (aligner.repeats(found, readings)) aligner.take(found);
    else {
      readings[question] = aligner.reading(question, found, true);
      aligner.claim(question, found);
    }
    const again = readings[question] ? null : aligner.match(question);
    if (again && again.coverage >= threshold) open.set(question, again);
    for (const [other, match] of [...open]) {
      if (aligner.isFree(match)) continue;
      const again = aligner.match(other);
      if (again && again.coverage >= threshold) open.set(other, again);
      else open.delete(other);
    }
  }
}

/** Places the remaining questions between their found neighbours, best match first. */
function fill(aligner: Aligner, readings: (Reading | null)[], best: number[], end: number): void {
  for (;;) {
    const chain = inOrder(readings);
    const found = readings.flatMap((reading, question) => {
      if (reading) return [];
      const gap = gapOf(question, readings, chain, end);
      const match = aligner.match(question, gap.from, gap.to);
      best[question] = match?.coverage ?? 0;
      return match && match.coverage >= READ_COVERAGE ? [{ question, match }] : [];
    });
    found.sort((a, b) => b.match.coverage - a.match.coverage || a.question - b.question);
    const [first] = found;
    if (!first) return;
    if (aligner.repeats(first.match, readings)) {
      aligner.take(first.match);
      continue;
    }
    readings[first.question] = aligner.reading(first.question, first.match, false);
    aligner.claim(first.question, first.match);
  }
}

/** Moves a question that was read twice in a row (after a 'Como?') to its first reading. */
function firstOfTwo(aligner: Aligner, readings: (Reading | null)[]): void {
  for (const [question, reading] of readings.entries()) {
    if (!reading) continue;
    const { from, to } = reading;
    const after = readings.reduce(
      (end, other) => (other && other.to < from ? Math.max(end, other.to + 1) : end),
      0,
    );
    const first = aligner.match(question, after, from);
    if (!first || first.coverage < FIRST_COVERAGE || from - first.to > FIRST_WITHIN) continue;
    if (aligner.repeats(first, readings.with(question, null))) continue;
    readings[question] = { ...reading, from: first.from, to: first.to, again: { from, to } };
    aligner.claim(question, first);
  }
}

/**
 * Finds each question's reading and its answer's window. Speed: about 3,000,000 cells (question words × interview
 * words) per second.
 * @param questions as read aloud, in the questionnaire's order
 * @param sentencas in spoken order
 */
export function alignQuestions(questions: readonly string[], sentencas: readonly string[]): Alignment {
  const words = wordsOf(sentencas);
  const aligner = new Aligner(questions, words);
  const readings: (Reading | null)[] = questions.map(() => null);
  const best = questions.map(() => 0);
  anchor(aligner, readings, ANCHOR_COVERAGE);
  const anchored = readings.flatMap((reading) => (reading ? [reading.coverage] : []));
  const lower = median(anchored) - ANCHOR_TOLERANCE;
  if (anchored.length >= 3 && lower < ANCHOR_COVERAGE) anchor(aligner, readings, lower);
  fill(aligner, readings, best, words.length);
  firstOfTwo(aligner, readings);
  const chain = inOrder(readings);
  for (const [question, reading] of readings.entries()) {
    if (!reading) continue;
    best[question] = reading.coverage;
    reading.outOfOrder = !chain.has(question);
  }
  const anywhere = readings.map((reading, question) =>
    reading ? reading.coverage : (aligner.match(question)?.coverage ?? 0),
  );
  const starts = readings.flatMap((reading) => (reading ? [reading.from] : [])).toSorted((a, b) => a - b);
  const windows = readings.map((reading, question) => {
    if (!reading) return gapOf(question, readings, chain, words.length);
    return { from: reading.to + 1, to: starts.find((start) => start > reading.to) ?? words.length };
  });
  return { words, readings, best, anywhere, windows };
}
