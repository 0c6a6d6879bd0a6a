import { z } from 'zod';
import { parseLoosely } from '../providers/answers/loose-json.ts';

/** Marks that end a model's reasoning; the answer follows the last mark. */
const FIM_DO_PENSAMENTO = [
  /<\/\s*(?:think|thinking|thought|thoughts|reasoning|reflection|seed:think|analysis)\s*>/giu,
  /\[\/(?:THINK|THINKING)\]/gu,
  /◁\/think▷/gu,
  // gpt-oss marks its final answer with a channel.
  /<\|channel\|>\s*final\s*(?:<\|constrain\|>\s*\w+\s*)?<\|message\|>/gu,
];
const INICIO_DO_PENSAMENTO =
  /^\s*(?:<\s*(?:think|thinking|thought|thoughts|reasoning|reflection|seed:think|analysis)\s*>|\[(?:THINK|THINKING)\]|◁think▷|<\|channel\|>\s*analysis)/iu;
/** Greatest number of opening braces at which JSON is tried; a text with more braces is prose. */
const TENTATIVAS_MAX = 200;

/** The text after the model's reasoning; null if the reasoning never ended. */
function behindThinking(text: string): string | null {
  const marks = FIM_DO_PENSAMENTO.flatMap((pattern) => [...text.matchAll(pattern)]);
  let end = 0;
  // Limits the number of marks, because models may repeat themselves for pages.
  for (const mark of marks.sort((a, b) => a.index - b.index).slice(-TENTATIVAS_MAX)) {
    if (!isQuoted(text, mark.index, end)) end = mark.index + mark[0].length;
  }
  if (end > 0) return text.slice(end);
  return INICIO_DO_PENSAMENTO.test(text) ? null : text;
}

/** True if the mark stands inside a complete JSON object, which only quotes the mark. */
function isQuoted(text: string, at: number, from: number): boolean {
  const start = text.indexOf('{', from);
  if (start < 0 || start > at) return false;
  const end = closingBrace(text, start);
  return end > at && parseLoosely(text.slice(start, end + 1)) !== undefined;
}

function closingBrace(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** The outermost JSON objects of a model's answer, in order; the reasoning is ignored. */
export function jsonObjectsIn(answer: string): unknown[] {
  const whole = parseLoosely(answer.trim());
  if (whole !== undefined) return [typeof whole === 'string' ? (parseLoosely(whole) ?? whole) : whole];
  const text = behindThinking(answer);
  if (text === null) return [];
  const found: unknown[] = [];
  let at = text.indexOf('{');
  for (let tries = 0; at >= 0 && tries < TENTATIVAS_MAX; tries += 1) {
    const end = closingBrace(text, at);
    const value = end < 0 ? undefined : parseLoosely(text.slice(at, end + 1));
    if (value !== undefined) found.push(value);
    at = text.indexOf('{', value === undefined ? at + 1 : end + 1);
  }
  return found;
}

export type ReadJson<T> = { ok: true; value: T } | { ok: false; problem: string };

const PROBLEM_MAX = 1500;

/**
 * Finds the JSON in an answer that fits a schema. Accepts deviations whose meaning is clear: extra properties, quoted
 * numbers, null for an empty list, options in other case, an object or list around the JSON.
 */
export function readJsonAnswer<T>(schema: z.ZodType<T>, answer: string): ReadJson<T> {
  const objects = jsonObjectsIn(answer);
  if (objects.length === 0) return { ok: false, problem: 'A resposta não é um JSON válido.' };
  const read = objects.map((value) => fitToSchema(schema, value));
  const fitting = read.flatMap((one) => (one.ok ? [one.value] : []));
  const different = new Set(fitting.map((value) => JSON.stringify(value)));
  if (different.size > 1) {
    return { ok: false, problem: 'A resposta traz mais de um JSON, com conteúdos diferentes.' };
  }
  const [value] = fitting;
  if (value !== undefined) return { ok: true, value };
  return read.at(-1) as ReadJson<T>;
}

function fitToSchema<T>(schema: z.ZodType<T>, value: unknown): ReadJson<T> {
  let first: z.ZodError | null = null;
  for (const shape of [value, ...unframe(value)]) {
    const exact = schema.safeParse(shape);
    if (exact.success) return { ok: true, value: exact.data };
    first ??= exact.error;
    const mended = schema.safeParse(mend(shape, exact.error));
    if (mended.success) return { ok: true, value: mended.data };
  }
  const problem = first ? z.prettifyError(first).slice(0, PROBLEM_MAX) : '';
  return { ok: false, problem };
}

/** Unwraps the only value of an object or list: `{"resposta": {…}}`, `[{…}]`. */
function unframe(value: unknown): unknown[] {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const [only] = inner;
  return inner.length === 1 && typeof only === 'object' && only !== null ? [only] : [];
}

const normaliseOption = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_');

/** Returns a copy of the value, with those schema deviations repaired whose meaning is clear. */
function mend(value: unknown, error: z.ZodError): unknown {
  const copy = structuredClone(value);
  for (const issue of error.issues) {
    const place = findHolder(copy, issue.path);
    if (!place) continue;
    const { holder, key } = place;
    if (issue.code === 'unrecognized_keys') {
      const object = (issue.path.length === 0 ? copy : holder[key]) as Record<string, unknown>;
      for (const name of issue.keys) delete object[name];
    } else if (issue.path.length > 0) holder[key] = repairValue(holder[key], issue);
  }
  return copy;
}

function repairValue(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code === 'invalid_type') {
    if (issue.expected === 'array' && value === null) return [];
    const isNumber = typeof value === 'string' && /^\s*-?\d+(?:[.,]\d+)?\s*$/u.test(value);
    if ((issue.expected === 'number' || issue.expected === 'int') && isNumber) {
      return Number(value.replace(',', '.'));
    }
    if (issue.expected === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  }
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const same = issue.values.filter(
      (option) => typeof option === 'string' && normaliseOption(option) === normaliseOption(value),
    );
    if (same.length === 1) return same[0];
  }
  return value;
}

function findHolder(
  root: unknown,
  path: readonly PropertyKey[],
): { holder: Record<PropertyKey, unknown>; key: PropertyKey } | null {
  if (path.length === 0) return { holder: {}, key: '' };
  let holder: unknown = root;
  for (const key of path.slice(0, -1))
    holder = (holder as Record<PropertyKey, unknown> | null | undefined)?.[key];
  if (typeof holder !== 'object' || holder === null) return null;
  return { holder: holder as Record<PropertyKey, unknown>, key: path.at(-1) as PropertyKey };
}
