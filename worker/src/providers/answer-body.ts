import { z } from 'zod';
import { fromStatus } from './map-error.ts';
import { ProviderError } from './provider-error.ts';

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
 * `fetch` whose refusals all have OpenAI's shape, which is the only one that its client reads: of vLLM's `{object: "error", …}` and FastAPI's
 * `{detail: …}` it would keep nothing.
 */
export const withErrorShape =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    if (answer.ok) return answer;
    const text = await answer.text();
    const headers = new Headers(answer.headers);
    // Of the body as it came, which is another one now.
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    return new Response(shaped(text), { status: answer.status, headers });
  };

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
