import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { completeChat } from './chat.ts';
import { createIdempotencyStore, type Resposta } from './idempotency.ts';
import { badParameter, OpenAiError } from './openai-errors.ts';
import { createMatcher, firstToKnow, type Matcher } from './recognise/matcher.ts';
import { loadSamples, PASTA_DAS_AMOSTRAS, PASTA_DAS_ENTREVISTAS } from './samples.ts';
import { transcribe } from './transcription.ts';
import { MODELOS_DE_TRANSCRICAO, parseTranscriptionRequest } from './transcription-request.ts';

/** OpenAI's limit for a file, bytes. */
const MAX_ARQUIVO = 25 * 1024 * 1024;
const MAX_CORPO_JSON = 4 * 1024 * 1024;
const MODELOS_DE_CHAT = ['gpt-4o-mini', 'gpt-5.6-luna', 'gpt-6-luna', 'claude-haiku-4-5', 'claude-sonnet-5'];

export type PedidoVisto = {
  rota: 'transcricao' | 'analise';
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** An analysis's JSON body; `undefined` for a transcription, whose parts are read later. */
  corpo: unknown;
  /** Number of this route's requests, including this one. */
  numero: number;
};

/**
 * Change that a test makes to an answer. `atrasoMs`: delay before the answer; `status` and `body` replace the answer
 * (nothing is billed); `conteudo` replaces only the model's text.
 */
export type Intervencao = {
  atrasoMs?: number;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  conteudo?: string;
};

export type OpcoesDaDemoAi = {
  /** Folder of the sample calls and true transcripts. */
  pastaDasAmostras?: string;
  latenciaMs?: number;
  /** Called with every request; may replace the answer. For tests. */
  beforeRequest?: (pedido: PedidoVisto) => Intervencao | undefined | Promise<Intervencao | undefined>;
  logger?: boolean;
};

export type Contadores = {
  /** Requests that arrived, even if unanswered or repeated. */
  transcricoes: number;
  analises: number;
  /** Answers that a real provider would have charged. */
  cobradas: number;
};

export type DemoAi = {
  app: FastifyInstance;
  contadores: Readonly<Contadores>;
  /** @returns Base URL for an OpenAI client, ending in `/v1`. */
  listen(options?: { host?: string; port?: number }): Promise<string>;
  close(): Promise<void>;
};

/**
 * The demo AI: an OpenAI-compatible server that transcribes only the sample recordings and answers analyses by rules.
 * Transcriptions wait until the samples' fingerprints are computed; `listen` does not wait.
 */
export async function createDemoAi(opcoes: OpcoesDaDemoAi = {}): Promise<DemoAi> {
  const app = Fastify({
    logger: opcoes.logger ?? false,
    bodyLimit: MAX_CORPO_JSON,
    forceCloseConnections: true,
  });
  await app.register(multipart, {
    limits: { fileSize: MAX_ARQUIVO, files: 1, fields: 40, fieldSize: 64 * 1024 },
  });
  const contadores: Contadores = { transcricoes: 0, analises: 0, cobradas: 0 };
  const idempotency = createIdempotencyStore();

  const pasta = opcoes.pastaDasAmostras ?? PASTA_DAS_AMOSTRAS;
  const makeMatcher = async (folder: string): Promise<Matcher> =>
    createMatcher(await loadSamples(folder), folder);
  const calls = makeMatcher(pasta);
  let interviews: Promise<Matcher> | undefined;
  const matcher = firstToKnow([
    () => calls,
    () => {
      interviews ??= makeMatcher(`${pasta}${PASTA_DAS_ENTREVISTAS}`);
      return interviews;
    },
  ]);
  // Logs the failure, which transcriptions report too, and catches the rejection, which would end the process.
  calls.catch((error: unknown) => app.log.error(error, 'impressões das amostras não puderam ser feitas'));

  app.setErrorHandler((error: unknown, _request, reply) => {
    const known = toOpenAiError(error);
    if (known.status >= 500) app.log.error(error);
    return reply.code(known.status).send(known.toBody());
  });
  app.setNotFoundHandler((request, reply) => {
    const error = new OpenAiError(404, `Rota inexistente: ${request.method} ${request.url}`, {
      code: 'unknown_url',
    });
    return reply.code(404).send(error.toBody());
  });

  const intervene = async (pedido: PedidoVisto, reply: FastifyReply): Promise<Intervencao | 'respondido'> => {
    const wanted = (await opcoes.beforeRequest?.(pedido)) ?? {};
    const delay = wanted.atrasoMs ?? opcoes.latenciaMs ?? 0;
    if (delay > 0) await sleep(delay);
    if (wanted.headers) reply.headers(wanted.headers);
    if (wanted.status === undefined) return wanted;
    await reply.code(wanted.status).send(wanted.body ?? '');
    return 'respondido';
  };

  const answerOnce = async (request: FastifyRequest, fingerprint: string, answer: () => Promise<unknown>) => {
    const { status, body } = await idempotency.once(
      headerOf(request, 'idempotency-key'),
      fingerprint,
      async (): Promise<Resposta> => {
        const body = await answer();
        contadores.cobradas++;
        return { status: 200, body };
      },
    );
    return { status, body };
  };

  app.get('/health', () => ({ status: 'ok', modo: 'demonstracao' }));
  app.get('/demo/contadores', () => contadores);
  app.get('/v1/models', () => ({
    object: 'list',
    data: [...Object.keys(MODELOS_DE_TRANSCRICAO), ...MODELOS_DE_CHAT].map((id) => ({
      id,
      object: 'model',
      created: 1_767_225_600,
      owned_by: 'escuta-demo',
    })),
  }));

  app.post('/v1/chat/completions', async (request, reply) => {
    contadores.analises++;
    const wanted = await intervene(
      { rota: 'analise', headers: request.headers, corpo: request.body, numero: contadores.analises },
      reply,
    );
    if (wanted === 'respondido') return reply;
    const fingerprint = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
    const { body } = await answerOnce(request, `analise:${fingerprint}`, async () => {
      const completion = completeChat(request.body);
      return wanted.conteudo === undefined ? completion : withContent(completion, wanted.conteudo);
    });
    return body;
  });

  app.post('/v1/audio/transcriptions', async (request, reply) => {
    contadores.transcricoes++;
    const wanted = await intervene(
      { rota: 'transcricao', headers: request.headers, corpo: undefined, numero: contadores.transcricoes },
      reply,
    );
    if (wanted === 'respondido') {
      request.raw.resume();
      return reply;
    }
    if (!request.isMultipart()) throw badParameter('file', 'Envie o áudio como multipart/form-data.');
    const folder = await mkdtemp(join(tmpdir(), 'escuta-demo-'));
    try {
      const { file, campos, fingerprint } = await receive(request, folder);
      const pedido = parseTranscriptionRequest(campos);
      const { body } = await answerOnce(request, `transcricao:${fingerprint}`, async () =>
        transcribe(file, pedido, matcher),
      );
      if (typeof body === 'string') reply.type('text/plain; charset=utf-8');
      return body;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  await app.ready();
  return {
    app,
    contadores,
    listen: async ({ host = '127.0.0.1', port = 0 } = {}) => `${await app.listen({ host, port })}/v1`,
    close: () => app.close(),
  };
}

/** Streams the upload to a file and collects the fields; the fingerprint excludes the varying multipart boundary. */
async function receive(request: FastifyRequest, folder: string) {
  const campos = new Map<string, string[]>();
  let file: string | null = null;
  const hash = createHash('sha256');
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') {
        part.file.resume();
        throw badParameter(
          part.fieldname,
          `Parâmetro desconhecido: '${part.fieldname}'.`,
          'unknown_parameter',
        );
      }
      file = join(folder, 'audio');
      const tap = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(part.file, tap, createWriteStream(file));
      if (part.file.truncated) {
        throw new OpenAiError(413, 'O arquivo passa do limite de 25 MB.', {
          param: 'file',
          code: 'file_too_large',
        });
      }
    } else {
      const name = part.fieldname.replace(/\[\]$/, '');
      campos.set(name, [...(campos.get(name) ?? []), String(part.value)]);
    }
  }
  if (file === null) throw badParameter('file', 'Falta o arquivo de áudio.', 'missing_required_parameter');
  hash.update(JSON.stringify([...campos].sort(([a], [b]) => a.localeCompare(b))));
  return { file, campos, fingerprint: hash.digest('hex') };
}

const headerOf = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function withContent(completion: Record<string, unknown>, content: string): Record<string, unknown> {
  const choice = { message: { role: 'assistant', content, refusal: null }, index: 0, logprobs: null };
  return { ...completion, choices: [{ ...choice, finish_reason: 'stop' }] };
}

function toOpenAiError(error: unknown): OpenAiError {
  if (error instanceof OpenAiError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413) {
    return new OpenAiError(413, 'O pedido passa do tamanho máximo.', { code: 'file_too_large' });
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new OpenAiError(statusCode, 'O pedido não pôde ser lido.', { code: 'invalid_request' });
  }
  return new OpenAiError(500, 'Erro interno da IA de demonstração.');
}
