import { z } from 'zod';
import { fromStatus } from '../map-error.ts';
import { ProviderError } from '../provider-error.ts';

const RESPOSTA_SEM_FIM =
  'A resposta do provedor de IA passa de 16 MB: não é uma resposta do protocolo. Nada foi gravado dela.';
const RECUSA_SEM_MOTIVO = 'O servidor de IA respondeu com um erro no lugar da resposta';

/**
 * The JSON of an answer with status 200, whatever its media type says: several servers label JSON as text. A body that is not JSON (a
 * proxy's page, a cut connection) is nobody's answer, and may be asked for again.
 * @throws ProviderError resposta_invalida (no JSON), or what an error in the answer's place says
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
    // JSON within a JSON string, as gateways forward what they took for text.
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    throw new ProviderError('resposta_invalida', 'O provedor de IA respondeu algo que não é JSON válido.');
  }
}

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const errorObject = z.object({ code, status: code, type: code, param: z.string().nullish().catch(null) });

/** OpenAI's `{error: {…}}`, `{error: "…"}`, FastAPI's `{detail: …}` and vLLM's `{object: "error", …}`, beside no answer. */
const errorBody = z.object({
  error: z
    .union([errorObject, z.string().min(1)])
    .nullish()
    .catch(null),
  detail: z.unknown().optional(),
  object: z.string().nullish().catch(null),
  code,
});

/** What an error in an answer's place says; null when the body is an answer. */
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

/** An empty text beside an error is no answer; beside none nothing was heard. */
const hasAnswer = (body: unknown): boolean => {
  const { choices, text, segments } = body as { choices?: unknown; text?: unknown; segments?: unknown };
  return (
    (Array.isArray(choices) && choices.length > 0) ||
    (typeof text === 'string' && text !== '') ||
    Array.isArray(segments)
  );
};

/** Names by which gateways tell what kept them from answering, without a number. */
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

/** An error that came with status 200, by the status that it names: one that names none is not asked for again. */
export function errorOf(given: unknown): ProviderError {
  const { data } = errorObject.safeParse(given);
  const named = [data?.code, data?.status, data?.type];
  const status =
    named.map(Number).find((value) => Number.isInteger(value) && value >= 400 && value <= 599) ??
    named.map((value) => PASSAGEIROS[String(value)]).find((value) => value !== undefined);
  const told = { code: String(data?.code ?? data?.type ?? ''), param: data?.param ?? null, type: undefined };
  return fromStatus({ ...told, headers: undefined }, status ?? 400, RECUSA_SEM_MOTIVO);
}

/**
 * Longest answer that is read, bytes: several times what the words and times of the longest piece take, or what a model says and thinks in
 * parts. A longer one is no answer, and is given up where it passes the limit.
 */
const ANSWER_MAX_BYTES = 16 * 1024 * 1024;
/** Of a refusal its beginning is read, bytes, as far as it comes within this, ms: the rest says nothing that is acted on. */
const REFUSAL_MAX_BYTES = 64 * 1024;
const REFUSAL_MAX_MS = 10_000;

/** `fetch` whose answers all have an end (`ANSWER_MAX_BYTES`), and whose refusals have a shape that the client reads (`shaped`). */
export const withLimits =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    if (!answer.body) return answer;
    const headers = new Headers(answer.headers);
    // Of the body as it came, which is another one now.
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    const body = answer.ok ? limited(answer.body) : shaped(await beginningOf(answer.body));
    return new Response(body, { status: answer.status, headers });
  };

function limited(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
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
  // Given up, a body ends where it stands.
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

/**
 * A refusal's text in OpenAI's shape, the only one that its client reads: of vLLM's `{object: "error", …}` and FastAPI's `{detail: …}` it would
 * keep nothing.
 */
function shaped(text: string): string {
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
