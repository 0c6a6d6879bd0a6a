import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import {
  type CapacidadesChat,
  getChatCapabilities,
  getTranscriptionCapabilities,
  type ProtocoloDeclarado,
} from '@escuta/shared/domain/runs/model-capabilities';
import OpenAI from 'openai';
import { withLimits } from './answers/answer-body.ts';
import { readStream } from './answers/answer-stream.ts';
import { type ReadCompletion, readCompletion } from './answers/read-completion.ts';
import { readTranscription, type TranscribeAnswer } from './answers/read-transcription.ts';
import { Lifeline, patientFetch } from './lifeline.ts';
import { toProviderError } from './map-error.ts';
import { askChecked, type ChatBody } from './prompt-cut.ts';
import { ProviderError } from './provider-error.ts';
import { Refusals } from './refused-parameters.ts';

/** OpenAI's limit for a sound file, bytes; compatible servers share the limit. */
export const MAX_AUDIO_BYTES = 25 * 1024 * 1024;

/** Node's `fetch` abandons an answer after this time, ms. */
const FETCH_MAX_MS = 300_000;

/** Tokens added to the limit for reasoning models, because their reasoning counts towards it. */
export const FOLGA_RACIOCINIO_TOKENS = 4096;

const TIPOS: Readonly<Record<string, string>> = {
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
};

export type ProviderOptions = {
  /** Address up to and including `/v1`. */
  baseURL: string;
  apiKey: string | null;
  /** Time limit for the whole answer, ms; at a self-hosted server, for each silence. */
  timeoutMs: number;
};

type AnyRequest = {
  model: string;
  /** The catalogue's statements about the model's server; null if the model's name decides. */
  protocol?: ProtocoloDeclarado | null | undefined;
  idempotencyKey: string;
  signal: AbortSignal;
};

export type TranscribeRequest = AnyRequest & {
  filePath: string;
  /** Start of the sound within the file, bytes; default 0. */
  startByte?: number;
  /** Name whose extension states the format; default: the file's name. */
  fileName?: string;
  /** Length of the sound, ms; times beyond this length are not in seconds. */
  durationMs: number;
  /** ISO 639-1 code. */
  language: string;
  prompt?: string;
  /** Requests speaker labels; allowed only if the model can give them. */
  voices?: boolean;
  /** Temperature, default 0; not sent to a model that accepts none. */
  temperature?: number;
};

export type CompleteRequest = AnyRequest & {
  messages: readonly { role: 'system' | 'user' | 'assistant'; content: string }[];
  schemaName: string;
  jsonSchema: Readonly<Record<string, unknown>>;
  /** The schema with limits on lengths and numbers, for servers that declare support. */
  boundedSchema?: Readonly<Record<string, unknown>>;
  /** Writes the schema into the system message for a model that ignored it. */
  schemaInPrompt?: boolean;
  maxTokens: number;
  temperature: number | null;
};

export type CompleteAnswer = Omit<ReadCompletion, 'cachedTokens'> & {
  omitted: string[];
};

export type Provider = {
  /** @throws ProviderError; the reason of `signal` if the caller aborted */
  transcribe(request: TranscribeRequest): Promise<TranscribeAnswer>;
  /** @throws ProviderError; the reason of `signal` if the caller aborted */
  complete(request: CompleteRequest): Promise<CompleteAnswer>;
};

/**
 * A provider with OpenAI's protocol. Makes one attempt per call, because the pipeline retries. Repeats a call without a
 * parameter that the provider refused (a refusal costs nothing), and omits the parameter from then on.
 */
export function createProvider(options: ProviderOptions): Provider {
  const connect = (send: typeof fetch, timeout: number) =>
    new OpenAI({
      baseURL: options.baseURL,
      // The client requires a key; servers without one ignore it.
      apiKey: options.apiKey ?? 'sem-chave',
      timeout,
      maxRetries: 0,
      // Without these options, the client reads the environment, and logs bodies in debug mode.
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: withLimits(send),
    });
  const client = connect(fetch, options.timeoutMs);
  const patient = connect(patientFetch, 2 ** 31 - 1);
  const refusals = new Refusals();

  const call = async <T>(
    { idempotencyKey, signal, protocol }: AnyRequest,
    send: (client: OpenAI, options: OpenAI.RequestOptions, life: Lifeline) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted();
    // This limit also covers the body; the client's own timeout ends at the headers.
    const life = new Lifeline({ ...options, own: protocol?.proprio === true });
    try {
      const all = AbortSignal.any([signal, life.signal]);
      const headers = { 'Idempotency-Key': idempotencyKey };
      const slow = protocol?.proprio || options.timeoutMs > FETCH_MAX_MS;
      return await send(slow ? patient : client, { signal: all, headers }, life);
    } catch (error) {
      throw toProviderError(error, { caller: signal, deadline: life.signal });
    } finally {
      life.end();
    }
  };

  /** Requests a stream from a self-hosted server, because the parts show that it is working. */
  const completeOnce = async (request: CompleteRequest, body: ChatBody): Promise<ReadCompletion> =>
    readCompletion(
      await call(request, async (from, o, life) => {
        if (!request.protocol?.proprio) return from.chat.completions.create(body, o);
        const stream = { ...body, stream: true as const, stream_options: { include_usage: true } };
        return readStream(await from.chat.completions.create(stream, o).asResponse(), () => life.seen());
      }),
    );

  return {
    transcribe: async (request) => {
      const { answer, format } = await refusals.negotiate(request.model, async (refused) => {
        const body = await transcriptionBody(request, refused);
        const answer = await call<unknown>(request, (from, o) => from.audio.transcriptions.create(body, o));
        return { answer, format: body.response_format };
      });
      return readTranscription(answer, request.durationMs, format !== 'json');
    },
    complete: (request) =>
      refusals.negotiate(request.model, async (refused) => {
        const { body, omitted } = chatBody(request, refused);
        const { cachedTokens: _, ...answer } = await askChecked(
          { baseURL: options.baseURL, contexto: request.protocol?.contexto ?? null, body },
          (asked) => completeOnce(request, asked),
        );
        return { ...answer, omitted };
      }),
  };
}

/** The client's request body with `languages`, which is newer than the client's types. */
type TranscriptionBody = OpenAI.Audio.TranscriptionCreateParamsNonStreaming & { languages?: string[] };

async function transcriptionBody(
  request: TranscribeRequest,
  refused: ReadonlySet<string>,
): Promise<TranscriptionBody> {
  const { filePath, startByte = 0, fileName = basename(filePath) } = request;
  const size = (await stat(filePath)).size - startByte;
  if (size > MAX_AUDIO_BYTES) {
    const mb = (size / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
    throw new ProviderError('recusado', `O trecho de áudio tem ${mb} MB; o provedor de IA aceita até 25 MB.`);
  }
  const takes = getTranscriptionCapabilities(request.model, request.protocol);
  const formato = refused.has('response_format') ? 'json' : takes.formato;
  const type = TIPOS[extname(fileName).toLowerCase()] ?? 'application/octet-stream';
  // The blob reads from the file, so the whole sound is never in memory.
  const blob = await openAsBlob(filePath, { type });
  return {
    file: new File([blob.slice(startByte)], fileName, { type }),
    model: request.model,
    response_format: request.voices ? 'diarized_json' : formato,
    ...(takes.diarizacao && { chunking_strategy: 'auto' as const }),
    ...(takes.idioma === 'language' && { language: request.language }),
    ...(takes.idioma === 'languages' && { languages: [request.language] }),
    ...(takes.prompt && request.prompt !== undefined && { prompt: request.prompt }),
    ...(takes.temperatura && !refused.has('temperature') && { temperature: request.temperature ?? 0 }),
    ...(formato === 'verbose_json' &&
      !refused.has('timestamp_granularities') && { timestamp_granularities: ['segment'] }),
    ...(takes.confianca === 'logprobs' && { include: ['logprobs'] }),
  };
}

function withoutRefused(takes: CapacidadesChat, refused: ReadonlySet<string>): CapacidadesChat {
  return {
    ...takes,
    ...(refused.has('response_format') && { saida: 'texto' }),
    ...(refused.has('temperature') && { temperaturaMaxima: null }),
    ...(refused.has('reasoning_effort') && { esforco: null }),
    ...(refused.has('max_completion_tokens') && { parametroLimite: 'max_tokens' }),
    ...(refused.has('max_tokens') && { parametroLimite: 'max_completion_tokens' }),
  };
}

function chatBody(request: CompleteRequest, refused: ReadonlySet<string>) {
  const asked = getChatCapabilities(request.model, request.protocol);
  const takes = withoutRefused(asked, refused);
  const omitted: string[] = [];
  const { temperature } = request;
  if (temperature !== null && takes.temperaturaMaxima === null) omitted.push('temperature');
  if (asked.saida !== 'texto' && takes.saida === 'texto') omitted.push('response_format');
  const bounded = request.protocol?.limites && !refused.has('limites') ? request.boundedSchema : undefined;
  const schema = { ...(bounded ?? request.jsonSchema) };
  const limit = request.maxTokens + (takes.raciocinio ? FOLGA_RACIOCINIO_TOKENS : 0);
  const body: ChatBody = {
    model: request.model,
    messages: withSchema(request, takes.saida === 'json_schema' && !request.schemaInPrompt),
    ...(takes.parametroLimite === 'max_tokens' ? { max_tokens: limit } : { max_completion_tokens: limit }),
    ...(temperature !== null &&
      takes.temperaturaMaxima !== null && { temperature: Math.min(temperature, takes.temperaturaMaxima) }),
    ...(takes.esforco !== null && { reasoning_effort: takes.esforco }),
    ...(takes.saida === 'json_object' && { response_format: { type: 'json_object' } }),
    ...(takes.saida === 'json_schema' && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: request.schemaName, strict: true, schema },
      },
    }),
  };
  return { body, omitted };
}

/** Adds the schema to the system message if the model does not accept schemas, or ignored it. */
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
