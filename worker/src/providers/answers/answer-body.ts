import { z } from 'zod';
import { fromStatus } from '../map-error.ts';
import { ProviderError } from '../provider-error.ts';

const RESPOSTA_SEM_FIM =
  'A resposta do provedor de IA passa de 16 MB: não é uma resposta do protocolo. Nada foi gravado dela.';
const RECUSA_SEM_MOTIVO = 'O servidor de IA respondeu com um erro no lugar da resposta';

/**
 * Parses an answer with status 200 as JSON, whatever its media type.
 * @throws ProviderError resposta_invalida (a retry may succeed) if the body is no JSON, or the error sent instead of an
 * answer
 */
export function readBody(answer: unknown): unknown {
  const body = typeof answer === 'string' ? parse(answer) : answer;
  if (body === null || body === undefined) {
    throw new ProviderError('resposta_invalida', 'O provedor de IA respondeu sem conteúdo.');
  }
  const error = errorIn(body);
  if (error) throw error;
  return body;
}

function parse(text: string): unknown {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    // Some gateways send the JSON inside a JSON string.
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    throw new ProviderError('resposta_invalida', 'O provedor de IA respondeu algo que não é JSON válido.');
  }
}

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const errorObject = z.object({ code, status: code, type: code, param: z.string().nullish().catch(null) });

/**
 * Errors sent instead of an answer: OpenAI's `{error: {…}}`, `{error: "…"}`, FastAPI's `{detail: …}` and vLLM's
 * `{object: "error", …}`.
 */
const errorBody = z.object({
  error: z
    .union([errorObject, z.string().min(1)])
    .nullish()
    .catch(null),
  detail: z.unknown().optional(),
  object: z.string().nullish().catch(null),
  code,
});

export function errorIn(body: unknown): ProviderError | null {
  const { data } = errorBody.safeParse(body);
  if (!data || hasAnswer(body)) return null;
  const { error } = data;
  if (error && typeof error === 'object') return errorOf(error);
  if (data.object === 'error') return errorOf({ code: data.code, status: null, type: null, param: null });
  if (error || data.detail !== undefined)
    return errorOf({ code: null, status: null, type: null, param: null });
  return null;
}

/** Empty text beside an error is no answer; without an error, empty text means silence. */
const hasAnswer = (body: unknown): boolean => {
  const { choices, text, segments } = body as { choices?: unknown; text?: unknown; segments?: unknown };
  return (
    (Array.isArray(choices) && choices.length > 0) ||
    (typeof text === 'string' && text !== '') ||
    Array.isArray(segments)
  );
};

/** Gateways' names for temporary errors, with the HTTP status of each. */
const PASSAGEIROS: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  too_many_requests: 429,
  insufficient_quota: 402,
  overloaded_error: 503,
  overloaded: 503,
  service_unavailable: 503,
  server_error: 503,
  internal_error: 500,
  timeout: 504,
};

/** Converts an error sent with status 200 into the error for the status in the body. */
export function errorOf(given: unknown): ProviderError {
  const { data } = errorObject.safeParse(given);
  const named = [data?.code, data?.status, data?.type];
  const status =
    named.map(Number).find((value) => Number.isInteger(value) && value >= 400 && value <= 599) ??
    named.map((value) => PASSAGEIROS[String(value)]).find((value) => value !== undefined);
  const told = { code: String(data?.code ?? data?.type ?? ''), param: data?.param ?? null, type: undefined };
  return fromStatus({ ...told, headers: undefined }, status ?? 400, RECUSA_SEM_MOTIVO);
}

/** Largest answer, bytes; several times an answer about the longest sound. */
const ANSWER_MAX_BYTES = 16 * 1024 * 1024;
/** Bytes read of a refusal, and the time limit for reading, ms. */
const REFUSAL_MAX_BYTES = 64 * 1024;
const REFUSAL_MAX_MS = 10_000;

/** Wraps `fetch`: limits answers' size, and converts refusals into the OpenAI client's format. */
export const withLimits =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    if (!answer.body) return answer;
    const headers = new Headers(answer.headers);
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    const body = answer.ok ? limitSize(answer.body) : shapeAsOpenAi(await beginningOf(answer.body));
    return new Response(body, { status: answer.status, headers });
  };

function limitSize(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = ANSWER_MAX_BYTES;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      left -= chunk.length;
      if (left < 0) throw new ProviderError('ilegivel', RESPOSTA_SEM_FIM);
      controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(count);
}

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  // The bytes read before cancelling are used.
  const giveUp = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(giveUp, REFUSAL_MAX_MS);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      size += part.value.length;
      if (size >= REFUSAL_MAX_BYTES) giveUp();
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, REFUSAL_MAX_BYTES).toString();
}

/** Converts a refusal into the only format that OpenAI's client reads. */
function shapeAsOpenAi(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof body !== 'object' || body === null || 'error' in body) return text;
  const { detail } = body as { detail?: unknown };
  return JSON.stringify({ error: { message: typeof detail === 'string' ? detail : '', ...body } });
}
