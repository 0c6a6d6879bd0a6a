import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CompleteRequest, createProvider, FOLGA_RACIOCINIO_TOKENS, type Provider } from './client.ts';
import { readRetryAfter } from './map-error.ts';
import { ProviderError } from './provider-error.ts';

const CHAVE = 'sk-segredo-123';
const FALA = 'minha senha é girassol';

type Answer = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  raw?: string;
  afterMs?: number;
};

let server: Server;
let provider: Provider;
let folder: string;
let sound: string;
let answer: Answer;
let requests = 0;
let received = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'provedor-'));
  sound = join(folder, 'left.flac');
  await writeFile(sound, 'som');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  requests = 0;
  server = createServer((request, response) => {
    requests++;
    received = '';
    request.setEncoding('latin1').on('data', (part: string) => {
      received += part;
    });
    request.on('end', () => {
      const { status = 200, headers = {}, body, raw, afterMs = 0 } = answer;
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(raw ?? JSON.stringify(body));
      }, afterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  provider = createProvider({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: CHAVE, timeoutMs: 10_000 });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const chat = (change: Partial<CompleteRequest> = {}) =>
  provider.complete({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: FALA }],
    schemaName: 'insight',
    jsonSchema: { type: 'object' },
    maxTokens: 100,
    temperature: 0.2,
    idempotencyKey: 'k',
    signal: new AbortController().signal,
    ...change,
  });

const transcribe = (filePath = sound) =>
  provider.transcribe({
    filePath,
    durationMs: 20_000,
    model: 'whisper-1',
    language: 'pt',
    idempotencyKey: 'k',
    signal: new AbortController().signal,
  });

async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

const openAiError = (
  status: number,
  error: Record<string, unknown>,
  headers?: Record<string, string>,
): Answer => ({
  status,
  body: { error: { message: `Incorrect: ${CHAVE} ${FALA}`, type: 'invalid_request_error', ...error } },
  ...(headers && { headers }),
});

describe('errors', () => {
  it.each([
    ['limite', true, openAiError(429, { code: 'rate_limit_exceeded' })],
    ['sem_saldo', false, openAiError(429, { code: 'insufficient_quota' })],
    ['sem_saldo', false, openAiError(402, {})],
    ['credenciais', false, openAiError(401, { code: 'invalid_api_key' })],
    ['credenciais', false, openAiError(403, {})],
    ['recusado', false, openAiError(400, { code: 'unsupported_value', param: 'messages' })],
    ['recusado', false, openAiError(400, { code: 'content_filter', param: 'prompt' })],
    ['cortado', false, openAiError(400, { code: 'context_length_exceeded', param: 'messages' })],
    ['recusado', false, openAiError(404, { code: 'model_not_found', param: 'model' })],
    ['recusado', false, openAiError(413, {})],
    ['nao_reconhecida', false, openAiError(400, { code: 'demo_audio_desconhecido', param: 'file' })],
    ['indisponivel', true, openAiError(500, {})],
    ['indisponivel', true, openAiError(529, {})],
    [
      'indisponivel',
      true,
      { status: 502, raw: '<html>bad gateway</html>', headers: { 'content-type': 'text/html' } },
    ],
    ['indisponivel', true, openAiError(409, {})],
    ['recusado', false, openAiError(409, { code: 'idempotency_key_reused' })],
    ['resposta_invalida', true, { raw: '{"choices": [' }],
    // Complete, paid answers: a retry would give nothing better.
    ['ilegivel', false, { body: { choices: [] } }],
    ['ilegivel', false, { body: { choices: null } }],
    ['ilegivel', false, { body: { resposta: 'tudo certo' } }],
    ['limite', true, { body: { error: { code: 429, message: FALA } } }],
    ['indisponivel', true, { body: { object: 'error', code: 503, message: FALA } }],
    ['recusado', false, { body: { error: FALA } }],
    ['resposta_invalida', true, { raw: '' }],
    ['resposta_invalida', true, { raw: '<html>', headers: { 'content-type': 'text/html' } }],
  ] as [string, boolean, Answer][])('%s, retryable %s: %o', async (kind, retryable, given) => {
    answer = given;
    const error = await failureOf(chat());
    expect({ kind: error.kind, retryable: error.retryable }).toEqual({ kind, retryable });
    const told = JSON.stringify({ ...error, message: error.message, stack: error.stack });
    expect(told).not.toContain(CHAVE);
    expect(told).not.toContain(FALA);
    expect(error.mensagem).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect(requests).toBe(1);
  });

  it('leaves out what a server refuses, once and from then on, and gives up on what it cannot do without', async () => {
    answer = openAiError(400, { code: 'unsupported_value', param: 'temperature' });
    expect(await failureOf(chat())).toMatchObject({ kind: 'recusado', parameter: 'temperature' });
    expect(requests).toBe(2);
    expect(received).not.toContain('temperature');
    answer = { body: { choices: [{ message: { content: '{}' }, finish_reason: 'stop' }] } };
    expect(await chat()).toMatchObject({ content: '{}', omitted: ['temperature'] });
    expect(requests).toBe(3);
  });

  it('names the parameter and the code a provider complains of', async () => {
    answer = openAiError(400, { code: 'unsupported_value', param: 'messages[0].name' });
    expect((await failureOf(chat())).mensagem).toContain('«messages[0].name»');
    answer = openAiError(400, { code: `tudo sobre ${FALA}`, param: null });
    expect((await failureOf(chat())).mensagem).toBe('O provedor de IA recusou o pedido.');
  });

  it('takes a refused connection for an outage', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(chat())).toMatchObject({ kind: 'indisponivel', retryable: true, status: null });
  });

  it('takes a connection that breaks in the middle of the answer for an outage', async () => {
    const broken = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"id"');
      setTimeout(() => response.destroy(), 20);
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const { port } = broken.address() as AddressInfo;
    provider = createProvider({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: null, timeoutMs: 2000 });
    expect(await failureOf(chat())).toMatchObject({ kind: 'indisponivel' });
    broken.close();
  });

  it('gives up on an answer that does not come in time', async () => {
    answer = { body: {}, afterMs: 2000 };
    const { port } = server.address() as AddressInfo;
    provider = createProvider({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: CHAVE, timeoutMs: 150 });
    expect(await failureOf(chat())).toMatchObject({ kind: 'tempo', retryable: true, status: null });
  });

  it('ends an answer that never ends at the time limit', async () => {
    const dripping = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const { port } = dripping.address() as AddressInfo;
    provider = createProvider({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: null, timeoutMs: 200 });
    expect(await failureOf(chat())).toMatchObject({ kind: 'tempo' });
    dripping.closeAllConnections();
    dripping.close();
  });

  const endless = async (status: number, type: string, piece: string, own: boolean) => {
    const pouring = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': type });
      const pour = () => {
        while (response.write(piece));
      };
      response.on('drain', pour);
      pour();
    });
    await new Promise<void>((resolve) => pouring.listen(0, '127.0.0.1', resolve));
    const { port } = pouring.address() as AddressInfo;
    provider = createProvider({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: null, timeoutMs: 30_000 });
    const failure = await failureOf(chat(own ? { protocol: { origem: 'formulario', proprio: true } } : {}));
    pouring.closeAllConnections();
    pouring.close();
    return failure;
  };
  const EVENT = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(60_000) } }] })}\n\n`;

  it('gives up an answer that passes the limit of bytes, whole or in parts, and asks for it no more', async () => {
    const long = { kind: 'ilegivel', retryable: false, mensagem: expect.stringContaining('16 MB') };
    expect(await endless(200, 'application/json', ' '.repeat(65_536), false)).toMatchObject(long);
    expect(await endless(200, 'text/event-stream', EVENT, true)).toMatchObject(long);
  });

  it('reads the beginning of a refusal that never ends', async () => {
    const refused = { kind: 'indisponivel', status: 503 };
    expect(await endless(503, 'text/html', 'x'.repeat(65_536), false)).toMatchObject(refused);
    expect(await endless(503, 'text/html', 'x'.repeat(65_536), true)).toMatchObject(refused);
  });

  it('gives the caller back its own reason when it gives up', async () => {
    answer = { body: {}, afterMs: 2000 };
    const controller = new AbortController();
    const reason = new Error('o worker vai parar');
    setTimeout(() => controller.abort(reason), 30);
    await expect(chat({ signal: controller.signal })).rejects.toBe(reason);
  });

  it('reports Retry-After of a 429 and of a 503', async () => {
    answer = openAiError(429, {}, { 'retry-after': '7' });
    expect((await failureOf(chat())).retryAfterMs).toBe(7000);
    answer = openAiError(503, {}, { 'retry-after': '2' });
    expect((await failureOf(chat())).retryAfterMs).toBe(2000);
  });

  it('takes a refusal in the answer for a refusal', async () => {
    const message = { role: 'assistant', content: null, refusal: 'não posso' };
    answer = { body: { choices: [{ message, finish_reason: 'stop' }] } };
    expect(await failureOf(chat())).toMatchObject({ kind: 'recusado' });
  });

  it('sends a sound that lies within a file from its own first byte on, by the name that it is given', async () => {
    const kept = join(folder, 'objeto');
    await writeFile(kept, 'cabeçalho da guarda|som');
    answer = { body: { text: 'Bom dia', duration: 1, segments: [] } };
    await provider.transcribe({
      filePath: kept,
      startByte: Buffer.byteLength('cabeçalho da guarda|'),
      fileName: 'som.flac',
      durationMs: 1000,
      model: 'whisper-1',
      language: 'pt',
      idempotencyKey: 'k',
      signal: new AbortController().signal,
    });
    expect(received).toContain('filename="som.flac"');
    expect(received).toContain('audio/flac');
    expect(received).toContain('\r\n\r\nsom\r\n');
    expect(received).not.toContain('guarda');
  });

  it('sends no file beyond the limit of 25 MB', async () => {
    const large = join(folder, 'grande.wav');
    await writeFile(large, '');
    await truncate(large, 26 * 1024 * 1024);
    const error = await failureOf(transcribe(large));
    expect(error).toMatchObject({ kind: 'recusado', retryable: false });
    expect(error.mensagem).toContain('26 MB');
    expect(requests).toBe(0);
  });
});

describe('readRetryAfter', () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);
  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:10 GMT' }, 10_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': '9', 'retry-after-ms': '120' }, 120],
    [{ 'retry-after': '999999999' }, 3_600_000],
    [{ 'retry-after': 'daqui a pouco' }, null],
    [{}, null],
  ] as [Record<string, string>, number | null][])('%o', (headers, expected) => {
    expect(readRetryAfter(new Headers(headers), now)).toBe(expected);
  });
});

describe('answers', () => {
  it('reads whisper: times in ms, confidence, minutes, and no segment without speech', async () => {
    const segment = { id: 0, seek: 0, tokens: [], temperature: 0, compression_ratio: 1 };
    answer = {
      body: {
        text: ' Bom dia. Legendas.',
        segments: [
          {
            ...segment,
            start: 1.25,
            end: 2.5,
            text: ' Bom dia.',
            avg_logprob: Math.log(0.9),
            no_speech_prob: 0.01,
          },
          { ...segment, start: 8, end: 9, text: ' Legendas.', avg_logprob: -1.4, no_speech_prob: 0.92 },
        ],
        usage: { type: 'duration', seconds: 90 },
      },
    };
    const heard = await transcribe();
    expect(heard.segments).toEqual([
      { text: 'Bom dia.', startMs: 1250, endMs: 2500, confidence: expect.closeTo(0.9, 5), speaker: null },
    ]);
    expect(heard.confidence).toBeCloseTo(0.9);
    expect(heard.usage).toEqual({ minutos: 1.5 });
  });

  it('reads who speaks, as the published description gives it', async () => {
    const segment = (id: number, start: number, end: number, text: string, speaker: string) => ({
      type: 'transcript.text.segment',
      id: `seg_00${id}`,
      start,
      end,
      text,
      speaker,
    });
    answer = {
      body: {
        task: 'transcribe',
        duration: 12.8,
        text: 'Bom dia. Oi.',
        segments: [segment(1, 0, 5.2, ' Bom dia.', 'A'), segment(2, 5.2, 12.8, 'Oi.', 'B')],
        usage: { type: 'duration', seconds: 13 },
      },
    };
    expect((await transcribe()).segments).toEqual([
      { text: 'Bom dia.', startMs: 0, endMs: 5200, confidence: null, speaker: 'A' },
      { text: 'Oi.', startMs: 5200, endMs: 12_800, confidence: null, speaker: 'B' },
    ]);
  });

  it.each([
    [0, '0'],
    [1.5, '1.5'],
    [{ id: 'A' }, null],
    ['A'.repeat(201), null],
    [false, null],
  ])('keeps the text of a server that labels a voice %j', async (speaker, expected) => {
    answer = { body: { text: 'Oi.', segments: [{ start: 0, end: 1, text: 'Oi.', speaker }] } };
    expect((await transcribe()).segments).toMatchObject([{ text: 'Oi.', speaker: expected }]);
  });

  it('reads text-only models: no times, confidence from log probabilities, tokens', async () => {
    answer = {
      body: {
        text: 'Bom dia.',
        logprobs: [
          { token: 'Bom', logprob: -0.1 },
          { token: ' dia', logprob: -0.3 },
        ],
        usage: { type: 'tokens', input_tokens: 14, output_tokens: 4, total_tokens: 18 },
      },
    };
    expect(await transcribe()).toEqual({
      text: 'Bom dia.',
      segments: null,
      confidence: expect.closeTo(Math.exp(-0.2), 5),
      usage: { tokensEntrada: 14, tokensSaida: 4 },
    });
    answer = { body: { text: '' } };
    expect(await transcribe()).toEqual({ text: '', segments: null, confidence: null, usage: null });
  });

  it('reads a completion and tells when it was cut', async () => {
    answer = {
      body: {
        model: 'gpt-4o-mini-2024-07-18',
        choices: [
          { message: { role: 'assistant', content: '{"a":', refusal: null }, finish_reason: 'length' },
        ],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      },
    };
    expect(await chat()).toEqual({
      content: '{"a":',
      truncated: true,
      usage: { tokensEntrada: 10, tokensSaida: 5 },
      omitted: [],
      model: 'gpt-4o-mini-2024-07-18',
    });
    expect(FOLGA_RACIOCINIO_TOKENS).toBeGreaterThan(0);
  });
});
