/** The transcript as a single list in order of time, over all speakers and channels. */
import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { CANAIS, FALANTE_LABEL, type Falante } from '@escuta/shared/domain/profiles/roles';
import type { Canal } from '../../../domain/player/player-engine.ts';

type UiPayload = NonNullable<ResultadoCompleto['auditoriaItem']['ui_payload']>;
type Channel = NonNullable<UiPayload['left']>;
type Sentence = Channel['sentences'][number];

export type { Canal };

/** A sentence with its channel. Its times are ms from the start of the recording. */
export type TranscriptLine = Sentence & {
  canal: Canal;
  /** True if the sentence starts a turn; false if it continues the speaker's turn after only a short pause. */
  firstOfTurn: boolean;
};

/** Pause between two sentences of a speaker from which the page starts a new turn, ms. */
export const TURN_BREAK_MS = 8000;

/** Sentences of both channels by start time; sentences that start together are sorted by number. */
export function mergeChannels(payload: UiPayload | null): TranscriptLine[] {
  if (!payload) return [];
  const lines: TranscriptLine[] = [];
  for (const canal of CANAIS) {
    const channel = payload[canal];
    for (const sentence of channel?.sentences ?? []) {
      lines.push({ ...sentence, canal, firstOfTurn: true });
    }
  }
  lines.sort((a, b) => a.startMs - b.startMs || a.ordem - b.ordem);
  for (let i = 1; i < lines.length; i += 1) {
    const line = lines[i] as TranscriptLine;
    const before = lines[i - 1] as TranscriptLine;
    line.firstOfTurn =
      before.canal !== line.canal ||
      before.falante !== line.falante ||
      line.startMs - before.endMs >= TURN_BREAK_MS;
  }
  return lines;
}

/** Name of a speaker in Portuguese, as the page shows it: 'Agente'. */
export function speakerLabel(falante: Falante): string {
  return FALANTE_LABEL[falante];
}

/** The whole transcript as plain text for the clipboard: 'm:ss Agente: …' for each sentence. */
export function transcriptText(lines: readonly TranscriptLine[], clock: (ms: number) => string): string {
  return lines.map((line) => `${clock(line.startMs)} ${speakerLabel(line.falante)}: ${line.text}`).join('\n');
}

/** All words of each speaker as one text, without times. Sorted by channel, then by each speaker's first word. */
export function speakerTexts(lines: readonly TranscriptLine[]): { label: string; text: string }[] {
  return CANAIS.flatMap((canal) => {
    const own = lines.filter((line) => line.canal === canal);
    return [...new Set(own.map(({ falante }) => falante))].map((falante) => ({
      label: speakerLabel(falante),
      text: own.flatMap((line) => (line.falante === falante ? [line.text] : [])).join(' '),
    }));
  });
}

/** Half-open range of characters [start, end). */
export type TextRange = { start: number; end: number };

/** Lower case without accents; one output character for each input character, so that positions stay valid. */
export function fold(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i);
    const plain = unit.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    folded += plain.length === 1 ? plain : unit;
  }
  return folded;
}

/** Every occurrence of `term` in `text`, ignoring accents and case, without overlaps. */
export function findAll(text: string, term: string): TextRange[] {
  const needle = fold(term);
  if (needle === '') return [];
  const hay = fold(text);
  const ranges: TextRange[] = [];
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) {
    ranges.push({ start: at, end: at + needle.length });
  }
  return ranges;
}

const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Occurrences of whole words or expressions (offensive ones), ignoring accents and case. */
export function findWords(text: string, terms: readonly string[]): TextRange[] {
  const ranges = terms.flatMap((term) =>
    findAll(text, term.trim()).filter(
      ({ start, end }) => !isWordCharacter(text.charAt(start - 1)) && !isWordCharacter(text.charAt(end)),
    ),
  );
  return ranges.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A match of the search: index of the line, and range of characters. */
export type SearchMatch = TextRange & { line: number };

/** Every match of a search, in reading order; none for a blank term. */
export function searchTranscript(lines: readonly TranscriptLine[], term: string): SearchMatch[] {
  const wanted = term.trim();
  if (wanted === '') return [];
  return lines.flatMap((line, index) =>
    findAll(line.text, wanted).map((range) => ({ ...range, line: index })),
  );
}

/** Index of the match after `current` in a direction, wrapping at the ends; -1 without matches. */
export function stepMatch(count: number, current: number, direction: 1 | -1): number {
  if (count === 0) return -1;
  if (current < 0) return direction === 1 ? 0 : count - 1;
  return (current + direction + count) % count;
}

export type Segment = {
  text: string;
  /** Index of the segment's first character in the sentence. */
  start: number;
  ofensa: boolean;
  /** Index in `matches` of the match that covers the segment; -1 if no match does. */
  match: number;
};

/** Cuts a sentence at the ends of highlights, because offensive words and search matches may overlap. */
export function segmentText(
  text: string,
  ofensas: readonly TextRange[],
  matches: readonly TextRange[],
): Segment[] {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...ofensas, ...matches]) {
    cuts.add(Math.max(0, start));
    cuts.add(Math.min(text.length, end));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  const covers = (ranges: readonly TextRange[], at: number) =>
    ranges.findIndex(({ start, end }) => start <= at && at < end);
  const segments: Segment[] = [];
  for (let i = 0; i + 1 < sorted.length; i += 1) {
    const start = sorted[i] as number;
    segments.push({
      text: text.slice(start, sorted[i + 1]),
      start,
      ofensa: covers(ofensas, start) !== -1,
      match: covers(matches, start),
    });
  }
  return segments;
}
