import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { UsoProvedor } from '@escuta/shared/domain/costs';
import { getChatCapabilities, getTranscriptionCapabilities } from '@escuta/shared/domain/model-capabilities';
import OpenAI from 'openai';
import { z } from 'zod';
import { toProviderError } from './map-error.ts';
import { ProviderError } from './provider-error.ts';

/** OpenAI's limit for one sound file; compatible servers keep to it. */
export const MAX_AUDIO_BYTES = 25 * 1024 * 1024;

/** Tokens on top of the visible answer for models that think first: thinking counts against the limit. */
export const FOLGA_RACIOCINIO_TOKENS = 4096;

/** Whisper's own rule for a segment without speech: unlikely words where there is probably no voice. */
const SEM_FALA = { noSpeechProb: 0.6, avgLogprob: -1 };

const TIPOS: Readonly<Record<string, string>> = {
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
};

export type ProviderOptions = {
  /** Up to and including `/v1`. */
  baseURL: string;
  /** null: the server wants none (local ones). */
  apiKey: string | null;
  /** From the request to the end of the answer, ms. */
  timeoutMs: number;
};

export type TranscribeRequest = {
  /** Sound file. */
  filePath: string;
  /** Where in it the sound begins, bytes; missing: at its beginning. */
  startByte?: number;
  /** Its extension names the format; missing: the file's own. */
  fileName?: string;
  model: string;
  /** ISO-639-1. */
  language: string;
  /** Left out where the model takes none. */
  prompt?: string;
  /** Asks for the voices to be told apart; only where the model can. */
  voices?: boolean;
  /** Left out where the model takes none; missing: 0. */
  temperature?: number;
  idempotencyKey: string;
  signal: AbortSignal;
};

export type TranscribeAnswer = {
  text: string;
  /** In ms of the file; null where the model gives no times. `speaker`: its label of the voice, where it was asked. */
  segments:
    | { text: string; startMs: number; endMs: number; confidence: number | null; speaker: string | null }[]
    | null;
  /** 0 to 1, of the whole; null where the model gives none. */
  confidence: number | null;
  /** As the provider says it will bill; null when it does not say. */
  usage: UsoProvedor | null;
};

export type CompleteRequest = {
  model: string;
  messages: readonly { role: 'system' | 'user' | 'assistant'; content: string }[];
  schemaName: string;
  jsonSchema: Readonly<Record<string, unknown>>;
  /** Tokens of the visible answer. */
  maxTokens: number;
  temperature: number | null;
  idempotencyKey: string;
  signal: AbortSignal;
};

export type CompleteAnswer = {
  content: string;
  /** The answer was cut at the token limit. */
  truncated: boolean;
  usage: UsoProvedor;
  /** Parameters asked for that the model does not take and that were left out. */
  omitted: string[];
  /** The model that answered, as the provider names it. */
  model: string;
};

export type Provider = {
  /** @throws ProviderError; the reason of `signal` when the caller gave up */
  transcribe(request: TranscribeRequest): Promise<TranscribeAnswer>;
  /** @throws ProviderError; the reason of `signal` when the caller gave up */
  complete(request: CompleteRequest): Promise<CompleteAnswer>;
};

/**
 * A provider that speaks OpenAI's protocol: OpenAI itself, Anthropic at its compatible address, a local server, the
 * demo AI. One attempt per call: retries belong to the pipeline.
 */
export function createProvider(options: ProviderOptions): Provider {
  const client = new OpenAI({
    baseURL: options.baseURL,
    // The client insists on a key; servers that want none ignore it.
    apiKey: options.apiKey ?? 'sem-chave',
    timeout: options.timeoutMs,
    maxRetries: 0,
    // Else the client would read these from the environment, and print bodies when asked to debug.
    organization: null,
    project: null,
    logLevel: 'off',
  });

  const call = async <T>(
    { idempotencyKey, signal }: Pick<CompleteRequest, 'idempotencyKey' | 'signal'>,
    send: (options: OpenAI.RequestOptions) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted();
    // The client's own timeout ends with the headers; this one covers the body too.
    const deadline = AbortSignal.timeout(options.timeoutMs);
    try {
      return await send({
        signal: AbortSignal.any([signal, deadline]),
        headers: { 'Idempotency-Key': idempotencyKey },
      });
    } catch (error) {
      throw toProviderError(error, { caller: signal, deadline });
    }
  };

  return {
    transcribe: async (request) => {
      const body = await transcriptionBody(request);
      const answer: unknown = await call(request, (o) => client.audio.transcriptions.create(body, o));
      return readTranscription(answer);
    },
    complete: async (request) => {
      const { body, omitted } = chatBody(request);
      const answer: unknown = await call(request, (o) => client.chat.completions.create(body, o));
      return { ...readCompletion(answer), omitted };
    },
  };
}

/** `languages` is newer than the client's types. */
type TranscriptionBody = OpenAI.Audio.TranscriptionCreateParamsNonStreaming & { languages?: string[] };

async function transcriptionBody(request: TranscribeRequest): Promise<TranscriptionBody> {
  const { filePath, startByte = 0, fileName = basename(filePath) } = request;
  const size = (await stat(filePath)).size - startByte;
  if (size > MAX_AUDIO_BYTES) {
    const mb = (size / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
    throw new ProviderError('recusado', `O trecho de áudio tem ${mb} MB; o provedor de IA aceita até 25 MB.`);
  }
  const takes = getTranscriptionCapabilities(request.model);
  const type = TIPOS[extname(fileName).toLowerCase()] ?? 'application/octet-stream';
  // Backed by the file, which is read while it is sent: the sound is never whole in memory.
  const blob = await openAsBlob(filePath, { type });
  return {
    file: new File([blob.slice(startByte)], fileName, { type }),
    model: request.model,
    response_format: request.voices ? 'diarized_json' : takes.formato,
    ...(takes.diarizacao && { chunking_strategy: 'auto' as const }),
    ...(takes.idioma === 'language' && { language: request.language }),
    ...(takes.idioma === 'languages' && { languages: [request.language] }),
    ...(takes.prompt && request.prompt !== undefined && { prompt: request.prompt }),
    ...(takes.temperatura && { temperature: request.temperature ?? 0 }),
    ...(takes.formato === 'verbose_json' && { timestamp_granularities: ['segment'] }),
    ...(takes.confianca === 'logprobs' && { include: ['logprobs'] }),
  };
}

const usageSchema = z.union([
  z.object({ type: z.literal('duration'), seconds: z.number().nonnegative() }),
  z.object({
    type: z.literal('tokens'),
    input_tokens: z.number().nonnegative(),
    output_tokens: z.number().nonnegative(),
  }),
]);

const transcriptionSchema = z.object({
  text: z.string(),
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        avg_logprob: z.number().nullish(),
        no_speech_prob: z.number().nullish(),
        // Servers that were not asked for voices, or number them, send what they like: the words stand whatever it is.
        speaker: z
          .union([z.string().max(200), z.number().transform(String)])
          .nullish()
          .catch(null),
      }),
    )
    .nullish(),
  logprobs: z.array(z.object({ logprob: z.number().optional() })).nullish(),
  // A server that counts otherwise does not make its text worthless.
  usage: usageSchema.nullish().catch(null),
});

const probability = (logprob: number) => Math.min(1, Math.max(0, Math.exp(logprob)));
const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function readTranscription(answer: unknown): TranscribeAnswer {
  const parsed = transcriptionSchema.safeParse(answer);
  if (!parsed.success) {
    throw new ProviderError(
      'resposta_invalida',
      'O provedor de IA respondeu uma transcrição fora do formato.',
    );
  }
  const { text, segments, logprobs, usage } = parsed.data;
  const heard = segments
    ?.filter(
      (s) =>
        s.text.trim() !== '' &&
        !((s.no_speech_prob ?? 0) > SEM_FALA.noSpeechProb && (s.avg_logprob ?? 0) < SEM_FALA.avgLogprob),
    )
    .map((s) => ({
      text: s.text.trim(),
      startMs: Math.round(s.start * 1000),
      endMs: Math.round(Math.max(s.start, s.end) * 1000),
      confidence: typeof s.avg_logprob === 'number' ? probability(s.avg_logprob) : null,
      speaker: s.speaker ?? null,
    }));
  const known = heard?.flatMap((s) => (s.confidence === null ? [] : [s.confidence])) ?? [];
  const tokens = logprobs?.flatMap((t) => (t.logprob === undefined ? [] : [t.logprob])) ?? [];
  const meanLogprob = mean(tokens);
  return {
    text: text.trim(),
    segments: heard ?? null,
    confidence: meanLogprob === null ? mean(known) : probability(meanLogprob),
    usage: usage ? billed(usage) : null,
  };
}

function billed(usage: z.infer<typeof usageSchema>): UsoProvedor {
  if (usage.type === 'duration') return { minutos: usage.seconds / 60 };
  return { tokensEntrada: usage.input_tokens, tokensSaida: usage.output_tokens };
}

function chatBody(request: CompleteRequest) {
  const takes = getChatCapabilities(request.model);
  const omitted: string[] = [];
  const { temperature } = request;
  if (temperature !== null && takes.temperaturaMaxima === null) omitted.push('temperature');
  const limit = request.maxTokens + (takes.raciocinio ? FOLGA_RACIOCINIO_TOKENS : 0);
  const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
    model: request.model,
    messages: withSchema(request, takes.saida === 'json_schema'),
    ...(takes.parametroLimite === 'max_tokens' ? { max_tokens: limit } : { max_completion_tokens: limit }),
    ...(temperature !== null &&
      takes.temperaturaMaxima !== null && { temperature: Math.min(temperature, takes.temperaturaMaxima) }),
    ...(takes.esforco !== null && { reasoning_effort: takes.esforco }),
    ...(takes.saida === 'json_object' && { response_format: { type: 'json_object' } }),
    ...(takes.saida === 'json_schema' && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: request.schemaName, strict: true, schema: { ...request.jsonSchema } },
      },
    }),
  };
  return { body, omitted };
}

/** Where the model takes no JSON schema, the schema goes into the rules. */
function withSchema({ messages, schemaName, jsonSchema }: CompleteRequest, native: boolean) {
  if (native) return [...messages];
  const rule = [
    'Responda somente com um objeto JSON que siga exatamente este esquema, sem texto antes nem depois:',
    `<esquema nome="${schemaName}">${JSON.stringify(jsonSchema)}</esquema>`,
  ].join('\n');
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system' as const, content: `${first.content}\n\n${rule}` }, ...rest]
    : [{ role: 'system' as const, content: rule }, ...messages];
}

const completionSchema = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().nonnegative(), completion_tokens: z.number().nonnegative() })
    .nullish(),
});

function readCompletion(answer: unknown): Omit<CompleteAnswer, 'omitted'> {
  const parsed = completionSchema.safeParse(answer);
  const choice = parsed.data?.choices[0];
  if (!parsed.success || choice === undefined) {
    throw new ProviderError('resposta_invalida', 'O provedor de IA respondeu fora do formato do protocolo.');
  }
  if (choice.message.refusal || choice.finish_reason === 'content_filter') {
    throw new ProviderError('recusado', 'O modelo de IA recusou-se a analisar esta gravação.');
  }
  const { usage, model } = parsed.data;
  return {
    content: choice.message.content ?? '',
    truncated: choice.finish_reason === 'length',
    usage: usage ? { tokensEntrada: usage.prompt_tokens, tokensSaida: usage.completion_tokens } : {},
    model: model ?? '',
  };
}
