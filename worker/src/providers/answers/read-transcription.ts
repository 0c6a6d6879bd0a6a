import type { UsoProvedor } from '@escuta/shared/domain/runs/costs';
import { z } from 'zod';
import { ProviderError } from '../provider-error.ts';
import { readBody } from './answer-body.ts';
import { readTimes } from './answer-times.ts';

/** Whisper's limits for a segment without speech. */
const SEM_FALA = { noSpeechProb: 0.6, avgLogprob: -1 };
/** Pause that ends a sentence if the answer has words but no segments, ms. */
const PAUSA_ENTRE_SENTENCAS_MS = 800;

export type TranscribeAnswer = {
  text: string;
  /** Segments, in ms from the file's start; null without times. `speaker`: the model's speaker label. */
  segments:
    | { text: string; startMs: number; endMs: number; confidence: number | null; speaker: string | null }[]
    | null;
  /** Confidence of the whole answer, 0 to 1. */
  confidence: number | null;
  /** Usage that the provider will bill; null if not reported. */
  usage: UsoProvedor | null;
};

export const tolerantNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*-?\d+(\.\d+)?\s*$/u)
      .transform(Number),
  ])
  .nullish()
  .catch(null);

const segmentSchema = z.object({
  start: z.unknown().optional(),
  end: z.unknown().optional(),
  text: z.string(),
  avg_logprob: tolerantNumber,
  no_speech_prob: tolerantNumber,
  // Servers without speaker labels may send anything here.
  speaker: z
    .union([z.string().max(200), z.number().transform(String)])
    .nullish()
    .catch(null),
});

const transcriptionSchema = z.object({
  text: z.string().nullish(),
  segments: z.array(segmentSchema).nullish(),
  words: z
    .array(z.object({ start: z.unknown().optional(), end: z.unknown().optional(), word: z.string() }))
    .nullish()
    .catch(null),
  logprobs: z
    .array(z.object({ logprob: z.number().optional() }))
    .nullish()
    .catch(null),
  // Usage in an unknown format does not invalidate the text.
  usage: z
    .object({
      type: z.string().nullish(),
      seconds: tolerantNumber,
      input_tokens: tolerantNumber,
      output_tokens: tolerantNumber,
    })
    .nullish()
    .catch(null),
});

const probability = (logprob: number) => Math.min(1, Math.max(0, Math.exp(logprob)));
const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const seconds = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/**
 * Reads a transcription in any server's format (see `npm run casos`, 'provedor').
 * @param soundMs length of the sent sound, ms
 * @param wanted true if times were requested; otherwise, unreadable times are dropped
 * @throws ProviderError ilegivel for an unknown format, or times that cannot belong to this sound
 */
export function readTranscription(answer: unknown, soundMs: number, wanted: boolean): TranscribeAnswer {
  const parsed = transcriptionSchema.safeParse(readBody(answer));
  if (!parsed.success || (typeof parsed.data.text !== 'string' && !parsed.data.segments)) {
    throw new ProviderError('ilegivel', 'O servidor de IA respondeu uma transcrição fora do formato.');
  }
  const { text, logprobs, usage } = parsed.data;
  const unread = !wanted && !readTimes(parsed.data.segments ?? [], soundMs).ok;
  const given = unread ? null : (parsed.data.segments ?? null);
  const spoken = given?.filter((segment) => segment.text.trim() !== '') ?? [];
  const whole = (text ?? spoken.map((segment) => segment.text.trim()).join(' ')).trim();
  const segments =
    spoken.length > 0
      ? addTimes(spoken, soundMs).filter(
          (s) =>
            !((s.no_speech_prob ?? 0) > SEM_FALA.noSpeechProb && (s.avg_logprob ?? 0) < SEM_FALA.avgLogprob),
        )
      : addTimes(sentencesOf(parsed.data.words ?? [], soundMs), soundMs);
  const heard = segments.map((s) => ({
    text: s.text.trim(),
    startMs: s.startMs,
    endMs: s.endMs,
    confidence: typeof s.avg_logprob === 'number' ? probability(s.avg_logprob) : null,
    speaker: s.speaker ?? null,
  }));
  const known = heard.flatMap((s) => (s.confidence === null ? [] : [s.confidence]));
  const tokens = logprobs?.flatMap((t) => (t.logprob === undefined ? [] : [t.logprob])) ?? [];
  const meanLogprob = mean(tokens);
  const untimed = heard.length === 0 && spoken.length === 0 && (given === null || whole !== '');
  return {
    text: whole,
    segments: untimed ? null : heard,
    confidence: meanLogprob === null ? mean(known) : probability(meanLogprob),
    usage: usage ? readUsage(usage) : null,
  };
}

type Segment = z.infer<typeof segmentSchema>;

function addTimes(
  segments: readonly Segment[],
  soundMs: number,
): (Segment & { startMs: number; endMs: number })[] {
  if (segments.length === 0) return [];
  const read = readTimes(segments, soundMs);
  if (!read.ok) {
    const beyond =
      read.last === null
        ? 'que não são números'
        : `até ${seconds.format(read.last)}, fora do som enviado (${seconds.format(soundMs / 1000)} s)`;
    throw new ProviderError(
      'ilegivel',
      `O servidor de IA respondeu uma transcrição com tempos ${beyond}. Nada foi gravado dela.`,
    );
  }
  return segments.map((segment, index) => ({
    ...segment,
    ...(read.times[index] as { startMs: number; endMs: number }),
  }));
}

function sentencesOf(
  words: readonly { start?: unknown; end?: unknown; word: string }[],
  soundMs: number,
): Segment[] {
  const read = readTimes(
    words.map(({ word, ...times }) => ({ ...times, text: word })),
    soundMs,
  );
  if (!read.ok) return [];
  const sentences: Segment[] = [];
  let before: { word: string; endMs: number } | null = null;
  for (const [index, { word }] of words.entries()) {
    const { startMs, endMs } = read.times[index] as { startMs: number; endMs: number };
    const last = sentences.at(-1);
    const goesOn =
      before && !/[.!?…]$/u.test(before.word.trim()) && startMs - before.endMs < PAUSA_ENTRE_SENTENCAS_MS;
    if (last && goesOn) {
      last.text = `${last.text} ${word.trim()}`;
      last.end = endMs / 1000;
    } else sentences.push({ start: startMs / 1000, end: endMs / 1000, text: word.trim() } as Segment);
    before = { word, endMs };
  }
  return sentences.filter(({ text }) => text !== '');
}

function readUsage({
  type,
  seconds: length,
  input_tokens,
  output_tokens,
}: {
  type?: string | null | undefined;
  seconds?: number | null | undefined;
  input_tokens?: number | null | undefined;
  output_tokens?: number | null | undefined;
}): UsoProvedor | null {
  const counted = (value: number | null | undefined): value is number =>
    typeof value === 'number' && value >= 0;
  if (type !== 'tokens' && counted(length)) return { minutos: length / 60 };
  if (counted(input_tokens) && counted(output_tokens)) {
    return { tokensEntrada: input_tokens, tokensSaida: output_tokens };
  }
  return null;
}
