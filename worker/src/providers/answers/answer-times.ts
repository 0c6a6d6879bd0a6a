/** Converts times in servers' answers to ms from the sound's start. */

/**
 * Times up to this share plus these seconds beyond the sound's end may still be in seconds, because Whisper counts the
 * silence that fills 30 s as sound.
 */
const ALEM = { parte: 0.1, segundos: 30 };
/** Smaller units per second: ms, µs, ns (LocalAI sends a Go duration). */
const UNIDADES = [1000, 1e6, 1e9] as const;
/** Words per second, more than in any speech; a time unit that implies a faster rate is wrong. */
const PALAVRAS_POR_SEGUNDO_MAX = 12;

export type Given = { start?: unknown; end?: unknown; text: string };

/** Reads a time from a number, numeric text or a clock ('00:01:02,500'), without converting units; else null. */
export function readTime(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/s$/u, '').replace(',', '.');
  if (/^\d+(\.\d+)?$/u.test(text)) return Number(text);
  const clock = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/u.exec(text);
  if (!clock) return null;
  return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
}

export type Read =
  | { ok: true; times: { startMs: number; endMs: number }[] }
  | { ok: false; last: number | null };

/**
 * Reads segments' times as seconds or, if the times lie far beyond the sound, in the first smaller unit that fits. A
 * missing end is the next segment's start.
 * @returns `ok` false if a value is no time, or if the latest time (`last`) lies beyond the sound in every unit
 */
export function readTimes(segments: readonly Given[], soundMs: number): Read {
  const starts = segments.map(({ start }) => readTime(start));
  const given = segments.map(({ end }, index) =>
    end === null || end === undefined ? (starts[index + 1] ?? null) : readTime(end),
  );
  if (starts.some((start) => start === null)) return { ok: false, last: null };
  const unreadable = segments.some(
    ({ end }, index) => end !== null && end !== undefined && given[index] === null,
  );
  if (unreadable) return { ok: false, last: null };
  const pairs = starts.map((start, index) => ({ start: start as number, end: given[index] ?? null }));
  const limit = (soundMs / 1000) * (1 + ALEM.parte) + ALEM.segundos;
  const lastOf = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((last, pair) => Math.max(last, of(pair)), 0);
  const last = lastOf(({ start, end }) => Math.max(start, end ?? 0));
  const within = last <= limit;
  const unit =
    within && !isFarTooSlow(segments, pairs)
      ? 1
      : (smallerUnit(segments, pairs, soundMs) ?? (within ? 1 : null));
  if (unit === null && lastOf(({ start }) => start) > limit) return { ok: false, last };
  const ms = (value: number) => Math.round(((value / (unit ?? 1)) * 1e6) / 1e3);
  return {
    ok: true,
    times: pairs.map(({ start, end }) => ({
      startMs: ms(start),
      endMs: Math.max(ms(start), end === null ? soundMs : ms(end)),
    })),
  };
}

type Pair = { start: number; end: number | null };
const wordsIn = (segments: readonly Given[]) =>
  segments.reduce((sum, { text }) => sum + text.split(/\s+/u).filter(Boolean).length, 0);

/** True for whole numbers that, as seconds, give each word ten seconds or more. */
function isFarTooSlow(segments: readonly Given[], pairs: readonly Pair[]): boolean {
  const whole = pairs.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end ?? 0));
  const spoken = pairs.reduce((sum, { start, end }) => sum + Math.max(0, (end ?? start) - start), 0);
  return whole && spoken > 60 && wordsIn(segments) * 10 < spoken;
}

function smallerUnit(segments: readonly Given[], pairs: readonly Pair[], soundMs: number): number | null {
  const soundS = soundMs / 1000;
  const words = wordsIn(segments);
  const fits = (unit: number) => {
    const spans = pairs.map(({ start, end }) => [start / unit, (end ?? soundS * unit) / unit] as const);
    const last = spans.reduce((most, [start, end]) => Math.max(most, start, end), 0);
    const spoken = spans.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0);
    return last <= soundS * (1 + ALEM.parte) + 1 && words <= PALAVRAS_POR_SEGUNDO_MAX * Math.max(spoken, 0.1);
  };
  return UNIDADES.find(fits) ?? null;
}
