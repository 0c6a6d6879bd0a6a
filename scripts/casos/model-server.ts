/** Tiny model servers that answer like real ones, for the cases of 'provedor' and the contract's tests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Pedido {
  path: string;
  method: string;
  /** The body as parsed JSON; empty if the body is not JSON. */
  corpo: Record<string, unknown>;
  /** The raw body. */
  texto: string;
}

export interface Resposta {
  status?: number;
  tipo?: string;
  /** The answer's body: sent as JSON, or unchanged if it is a text. */
  corpo: unknown;
}

export interface ServidorDeModelos {
  /** Address up to and including /v1. */
  url: string;
  /** Requests for transcriptions and chat completions, in order. */
  pedidos: Pedido[];
  close: () => Promise<void>;
}

export type Conduta = (
  pedido: Pedido,
  response: ServerResponse,
) => Resposta | Promise<Resposta | null> | null;

const COMPUTA = /\/(?:chat\/completions|audio\/transcriptions)$/u;

/**
 * Starts a server on a free port.
 * @param conduta makes the answer to a request; returns null if it has written the response itself
 */
export async function startModelServer(conduta: Conduta): Promise<ServidorDeModelos> {
  const pedidos: Pedido[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const texto = Buffer.concat(chunks).toString('latin1');
    const json = request.headers['content-type']?.includes('json') && texto !== '';
    const pedido: Pedido = {
      path: request.url ?? '',
      method: request.method ?? 'GET',
      corpo: json ? JSON.parse(Buffer.concat(chunks).toString()) : {},
      texto,
    };
    if (COMPUTA.test(pedido.path)) pedidos.push(pedido);
    const given = await conduta(pedido, response);
    if (!given) return;
    response.writeHead(given.status ?? 200, { 'content-type': given.tipo ?? 'application/json' });
    response.end(typeof given.corpo === 'string' ? given.corpo : JSON.stringify(given.corpo));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    pedidos,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Joins the texts of a chat's messages. */
export function textOf({ corpo }: Pedido): string {
  const messages = (corpo.messages ?? []) as { content: string }[];
  return messages.map(({ content }) => content).join('\n');
}

/** Makes a chat completion in OpenAI's format. */
export function completion(
  content: unknown,
  more: { usage?: unknown; finish_reason?: string; message?: Record<string, unknown> } = {},
): Record<string, unknown> {
  const { usage = null, finish_reason = 'stop', message } = more;
  return {
    object: 'chat.completion',
    model: 'modelo',
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', content, ...message } }],
    usage,
  };
}

/** Estimates the number of tokens of Portuguese text or JSON, about as current tokenisers count. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 3.6);

/**
 * Imitates Ollama, which drops the beginning of a prompt that exceeds its context, answers with status 200, and counts
 * only the part read.
 * @param conta number of tokens that the server reports for a prompt that it cut
 */
export function ollama(contexto: number, content: string, conta = contexto): Conduta {
  return (pedido) => {
    const { path } = pedido;
    if (path === '/api/show') return { corpo: { capabilities: ['completion', 'thinking'], model_info: {} } };
    if (path === '/api/ps') return { corpo: { models: [{ name: 'qwen3:4b', context_length: contexto }] } };
    if (path === '/v1/models') return { corpo: { object: 'list', data: [{ id: 'qwen3:4b' }] } };
    if (!path.endsWith('/chat/completions'))
      return { status: 404, corpo: '404 page not found', tipo: 'text/plain' };
    const sent = tokensOf(textOf(pedido));
    const prompt_tokens = sent > contexto ? conta : sent;
    return { corpo: completion(content, { usage: { prompt_tokens, completion_tokens: 60 } }) };
  };
}

/** Imitates speaches, in which a model answers only after a separate POST has loaded it. */
export function speaches(segments: readonly { start: number; end: number; text: string }[]): Conduta {
  const fetched = new Set<string>();
  return ({ path, method, texto }) => {
    const fetching = /^\/v1\/models\/(.+)$/u.exec(path)?.[1];
    if (fetching && method === 'POST') {
      fetched.add(decodeURIComponent(fetching));
      return { corpo: 'ok', tipo: 'text/plain' };
    }
    if (path === '/v1/models') {
      const data = [...fetched].map((id) => ({ id, task: 'automatic-speech-recognition' }));
      return { corpo: { object: 'list', data } };
    }
    if (!path.endsWith('/audio/transcriptions')) return { status: 404, corpo: { detail: 'Not Found' } };
    const model = /name="model"\r\n\r\n([^\r]+)/u.exec(texto)?.[1] ?? '';
    if (!fetched.has(model)) {
      return { status: 404, corpo: { detail: `Model '${model}' is not installed locally.` } };
    }
    const text = segments.map((segment) => segment.text).join(' ');
    return { corpo: { task: 'transcribe', duration: 8, text, segments } };
  };
}

/** Makes a server's conduct: it streams a completion in parts, and waits `pausaMs` before each. */
export const inParts = (partes: readonly string[], pausaMs: number): Conduta =>
  streaming(
    partes.map((content) => ({ content })),
    pausaMs,
  );

/** Makes a server's conduct: it streams the parts `deltas` of a message, and waits `pausaMs` before each. */
export function streaming(deltas: readonly Record<string, unknown>[], pausaMs = 0): Conduta {
  return async ({ path, corpo }, response) => {
    if (path === '/v1/models') return { corpo: { object: 'list', data: [] } };
    if (!corpo.stream) return { corpo: completion(deltas.map(({ content }) => content).join('')) };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    for (const delta of deltas) {
      await new Promise((resolve) => setTimeout(resolve, pausaMs));
      send({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] });
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    send({ choices: [], usage: { prompt_tokens: 20, completion_tokens: deltas.length } });
    response.end('data: [DONE]\n\n');
    return null;
  };
}
