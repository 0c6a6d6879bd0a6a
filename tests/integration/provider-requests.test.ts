import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createDemoAi, type DemoAi, type Intervencao } from '@escuta/demo-ai/src/server.ts';
import { RESPOSTAS_IA } from '@escuta/shared/domain/insights/ai-answers';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import type { ProtocoloDeclarado } from '@escuta/shared/domain/runs/model-capabilities';
import { loadEnv } from '@escuta/shared/platform/process/env';
import { createLogger } from '@escuta/shared/platform/process/log';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Conduta,
  completion,
  inParts,
  ollama,
  speaches,
  startModelServer,
  textOf,
} from '../../scripts/casos/model-server.ts';
import { readJsonAnswer } from '../../worker/src/analysis/json-in-text.ts';
import type { AiClient, AiProviders } from '../../worker/src/engine/ai-client.ts';
import { createAiClient } from '../../worker/src/providers/ai-client.ts';
import { createProvider } from '../../worker/src/providers/client.ts';

const log = createLogger('teste', 'silent');
const signal = new AbortController().signal;
let folder: string;
let sound: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedidos-'));
  sound = join(folder, 'left.flac');
  await writeFile(sound, Buffer.alloc(300_000, 7));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the requests that reach a provider', () => {
  let server: Server;
  let baseURL: string;
  let seen: { path: string; headers: IncomingHttpHeaders; body: Buffer };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
        const message = { role: 'assistant', content: '{}', refusal: null };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ text: 'oi', choices: [{ index: 0, message, finish_reason: 'stop' }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const provider = () => createProvider({ baseURL, apiKey: 'sk-teste', timeoutMs: 5000 });

  async function sentForm(model: string, voices = false) {
    await provider().transcribe({
      filePath: sound,
      durationMs: 6000,
      model,
      voices,
      language: 'pt',
      prompt: 'Lumavia',
      idempotencyKey: 'execucao-1:left',
      signal,
    });
    const form = await new Response(new Uint8Array(seen.body), {
      headers: { 'content-type': seen.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file') as File;
    const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
    return { file, fields: fields.toSorted() };
  }

  it.each([
    [
      'whisper-1',
      [
        ['language', 'pt'],
        ['model', 'whisper-1'],
        ['prompt', 'Lumavia'],
        ['response_format', 'verbose_json'],
        ['temperature', '0'],
        ['timestamp_granularities[]', 'segment'],
      ],
    ],
    [
      'gpt-4o-mini-transcribe',
      [
        ['include[]', 'logprobs'],
        ['language', 'pt'],
        ['model', 'gpt-4o-mini-transcribe'],
        ['prompt', 'Lumavia'],
        ['response_format', 'json'],
        ['temperature', '0'],
      ],
    ],
    [
      'gpt-transcribe',
      [
        ['languages[]', 'pt'],
        ['model', 'gpt-transcribe'],
        ['prompt', 'Lumavia'],
        ['response_format', 'json'],
      ],
    ],
    [
      'gpt-4o-transcribe-diarize',
      [
        ['chunking_strategy', 'auto'],
        ['language', 'pt'],
        ['model', 'gpt-4o-transcribe-diarize'],
        ['response_format', 'json'],
        ['temperature', '0'],
      ],
    ],
    [
      'modelo-da-casa',
      [
        ['language', 'pt'],
        ['model', 'modelo-da-casa'],
        ['response_format', 'json'],
      ],
    ],
  ])('transcription with %s: only the fields it takes, and the whole file', async (model, expected) => {
    const { file, fields } = await sentForm(model);
    expect(fields).toEqual(expected);
    expect([file.name, file.type, file.size]).toEqual(['left.flac', 'audio/flac', 300_000]);
    expect(Buffer.from(await file.arrayBuffer()).equals(await readFile(sound))).toBe(true);
    expect(seen.path).toBe('/v1/audio/transcriptions');
    expect(seen.headers.authorization).toBe('Bearer sk-teste');
    expect(seen.headers['idempotency-key']).toBe('execucao-1:left');
  });

  it('asks for voices in the one form that has them, with nothing that such a model refuses', async () => {
    const { fields } = await sentForm('gpt-4o-transcribe-diarize', true);
    expect(fields).toEqual([
      ['chunking_strategy', 'auto'],
      ['language', 'pt'],
      ['model', 'gpt-4o-transcribe-diarize'],
      ['response_format', 'diarized_json'],
      ['temperature', '0'],
    ]);
  });

  async function sentJson(model: string, temperature: number | null) {
    const { omitted } = await provider().complete({
      model,
      messages: [
        { role: 'system', content: 'regras' },
        { role: 'user', content: 'transcrição' },
      ],
      schemaName: 'insight',
      jsonSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      maxTokens: 1000,
      temperature,
      idempotencyKey: 'execucao-1:insight:a',
      signal,
    });
    return { omitted, body: JSON.parse(seen.body.toString()) as Record<string, unknown> };
  }

  const native = {
    type: 'json_schema',
    json_schema: {
      name: 'insight',
      strict: true,
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    },
  };
  const plainMessages = [
    { role: 'system', content: 'regras' },
    { role: 'user', content: 'transcrição' },
  ];

  it('a common model: temperature, limit and strict schema', async () => {
    const { body, omitted } = await sentJson('gpt-4.1-mini', 0.7);
    expect(body).toEqual({
      model: 'gpt-4.1-mini',
      messages: plainMessages,
      temperature: 0.7,
      max_completion_tokens: 1000,
      response_format: native,
    });
    expect(omitted).toEqual([]);
    expect(seen.path).toBe('/v1/chat/completions');
    expect(seen.headers['idempotency-key']).toBe('execucao-1:insight:a');
  });

  it('a reasoning model: no temperature, which is reported, and room to think', async () => {
    const { body, omitted } = await sentJson('gpt-6-luna', 0.7);
    expect(body).toEqual({
      model: 'gpt-6-luna',
      messages: plainMessages,
      max_completion_tokens: 1000 + 4096,
      reasoning_effort: 'low',
      response_format: native,
    });
    expect(omitted).toEqual(['temperature']);
    expect((await sentJson('gpt-6-luna', null)).omitted).toEqual([]);
  });

  it('Claude: the schema in the rules, max_tokens, temperature within 0 and 1', async () => {
    const { body, omitted } = await sentJson('claude-haiku-4-5', 1.4);
    expect(body).toMatchObject({ model: 'claude-haiku-4-5', max_tokens: 1000, temperature: 1 });
    expect(Object.keys(body).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'temperature']);
    const [system, user] = body.messages as { role: string; content: string }[];
    expect(system?.content).toMatch(/^regras[\s\S]*<esquema nome="insight">\{"type":"object"/);
    expect(user).toEqual({ role: 'user', content: 'transcrição' });
    expect(omitted).toEqual([]);
    expect((await sentJson('claude-sonnet-5', 1.4)).omitted).toEqual(['temperature']);
  });

  it('an old model: the schema in the rules and json_object', async () => {
    const { body } = await sentJson('gpt-3.5-turbo', 0);
    expect(body).toMatchObject({
      max_tokens: 1000,
      temperature: 0,
      response_format: { type: 'json_object' },
    });
    expect(JSON.stringify(body.messages)).toContain('JSON');
  });
});

describe('the worker and the demo AI', () => {
  const env = loadEnv();
  const redis = createRedis(env, { log, name: 'teste-provedor' });
  const other = createRedis(env, { log, name: 'teste-provedor-2' });
  let demo: DemoAi;
  let baseURL: string;
  let hook: (() => Intervencao | undefined | Promise<Intervencao | undefined>) | undefined;
  let first: AiProviders;
  let second: AiProviders;

  beforeAll(async () => {
    demo = await createDemoAi({ beforeRequest: () => hook?.() });
    baseURL = await demo.listen();
    const here = { ...env, OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: 'demo' };
    first = createAiClient({ env: here, redis, log });
    second = createAiClient({ env: here, redis: other, log });
  });
  beforeEach(async () => {
    hook = undefined;
    await redis.flushdb();
  });
  afterAll(async () => {
    await demo.close();
    redis.disconnect();
    other.disconnect();
  });

  const question = (client: Pick<AiClient, 'chat'>, key: string) =>
    client.chat({
      alvo: { provedor: 'openai', modelo: 'gpt-6-luna' },
      chaveIdempotente: key,
      signal,
      tarefa: 'insight',
      perfil: 'ligacao',
      mensagens: [{ papel: 'user', texto: '<transcricao>\n[1] agente (0.0s): Bom dia.\n</transcricao>' }],
      maxTokens: 1000,
      temperatura: 0.7,
    });

  const failureOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StageFailure);
    return error as StageFailure;
  };

  it('gets an analysis, and pays once for a repeated key', async () => {
    const before = demo.contadores.cobradas;
    const answer = await question(first, 'chave-a');
    expect(JSON.parse(answer.texto)).toMatchObject({ criterios: [] });
    expect(answer).toMatchObject({ cortada: false, parametrosOmitidos: ['temperature'] });
    expect(answer.uso.tokensEntrada).toBeGreaterThan(0);
    expect((await question(second, 'chave-a')).texto).toBe(answer.texto);
    expect(demo.contadores.cobradas).toBe(before + 1);
  });

  it('transcribes the short sample with its times, and refuses other sound in plain words', async () => {
    const transcribe = (filePath: string) =>
      first.transcribe({
        alvo: { provedor: 'openai', modelo: 'whisper-1' },
        chaveIdempotente: `t:${filePath}`,
        signal,
        som: { filePath, startByte: 0, nome: basename(filePath) },
        duracaoMs: 6000,
        vozes: false,
      });
    const heard = await transcribe(join(import.meta.dirname, '../../samples/teste-curta.mp3'));
    expect(heard.segmentos?.map((s) => s.texto)).toEqual([
      'Lumavia, boa tarde.',
      'Boa tarde, eu quero a segunda via.',
      'Claro, envio agora.',
    ]);
    expect(heard.uso).toEqual({ minutos: 7 / 60 });
    const refused = await failureOf(transcribe(sound));
    expect(refused).toMatchObject({ codigo: 'provedor_recusou_pedido', retryable: false });
  });

  it('after a 429 every worker leaves the provider alone until Retry-After is over', async () => {
    hook = () => ({ status: 429, headers: { 'retry-after': '30' }, body: { error: { message: 'calma' } } });
    const limited = await failureOf(question(first, 'chave-b'));
    expect(limited).toMatchObject({ codigo: 'provedor_limite', adiada: true });
    expect(limited.retryAfterMs).toBeGreaterThanOrEqual(30_000);
    hook = undefined;
    const before = demo.contadores.analises;
    const held = await failureOf(question(second, 'chave-c'));
    expect(held).toMatchObject({ codigo: 'provedor_limite', adiada: true });
    expect(held.retryAfterMs).toBeGreaterThan(10_000);
    expect(held.retryAfterMs).toBeLessThanOrEqual(30_000);
    expect(demo.contadores.analises).toBe(before);
  });

  it('a scattered 429 stops nobody else, and a later 429 never shortens a longer pause', async () => {
    let asks = 0;
    hook = () => {
      asks += 1;
      return asks === 1 ? { status: 429, headers: { 'retry-after': '4' }, body: {} } : undefined;
    };
    const alone = await failureOf(question(first, 'chave-d'));
    expect(alone).toMatchObject({ codigo: 'provedor_limite', adiada: true });
    expect(alone.retryAfterMs).toBeGreaterThanOrEqual(4000);
    // The refused request pauses nobody: the next requests of both workers are answered.
    await Promise.all([question(second, 'chave-e'), question(first, 'chave-e2')]);
    expect(asks).toBe(3);

    // An item with another call in flight keeps its place at the provider while it waits; an item without another call
    // gives its place back.
    const item = first.of('item');
    const lone = first.of('outro-item');
    let tellAgain = () => {};
    const askedAgain = new Promise<void>((resolve) => {
      tellAgain = resolve;
    });
    asks = 0;
    hook = async () => {
      asks += 1;
      if (asks === 1) {
        await askedAgain;
        return undefined;
      }
      if (asks === 2 || asks === 3) return { status: 429, headers: { 'retry-after': '1' }, body: {} };
      tellAgain();
      return undefined;
    };
    const one = question(item, 'chave-d1');
    await expect.poll(() => asks).toBe(1);
    expect(await failureOf(question(lone, 'chave-d3'))).toMatchObject({
      codigo: 'provedor_limite',
      adiada: true,
    });
    const started = performance.now();
    await Promise.all([one, question(item, 'chave-d2')]);
    expect(asks).toBe(4);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1000);

    // Both requests are in flight when the first answer starts a pause; the second answer asks for a shorter pause.
    const refused = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds }, body: {} });
    let [tellAsked, tellPaused] = [() => {}, () => {}];
    const bothAsked = new Promise<void>((resolve) => {
      tellAsked = resolve;
    });
    const paused = new Promise<void>((resolve) => {
      tellPaused = resolve;
    });
    let asked = 0;
    hook = async () => {
      asked += 1;
      if (asked === 1) {
        await bothAsked;
        return refused('60');
      }
      tellAsked();
      await paused;
      return refused('1');
    };
    const failures = [failureOf(question(first, 'chave-f')), failureOf(question(second, 'chave-g'))];
    await Promise.race(failures);
    tellPaused();
    const both = await Promise.all(failures);
    expect(both.map((f) => f.adiada)).toEqual([true, true]);
    hook = undefined;
    expect((await failureOf(question(first, 'chave-h'))).retryAfterMs).toBeGreaterThan(50_000);
  });

  it('pauses one provider only, and goes on without Redis', async () => {
    hook = () => ({ status: 429, headers: { 'retry-after': '30' }, body: {} });
    await failureOf(question(first, 'chave-i'));
    hook = undefined;
    const elsewhere = baseURL.replace('127.0.0.1', 'localhost');
    const here = { ...env, OPENAI_BASE_URL: elsewhere, OPENAI_API_KEY: 'demo' };
    await expect(question(createAiClient({ env: here, redis, log }), 'chave-j')).resolves.toBeDefined();

    const gone = createRedis(env, { log, name: 'teste-sem-redis' });
    gone.disconnect();
    const alone = createAiClient({ env: { ...here, OPENAI_BASE_URL: baseURL }, redis: gone, log });
    await expect(question(alone, 'chave-k')).resolves.toBeDefined();
  });
});

describe('one contract, held by servers as they are', () => {
  const env = loadEnv();
  const redis = createRedis(env, { log, name: 'teste-servidores' });
  beforeEach(() => redis.flushdb());
  afterAll(() => redis.disconnect());

  const INSIGHT = { resumo: 'Cumprimentou.', pontuacao: 1, confianca: 0.9, criterios: [], alertas: [] };
  const own: ProtocoloDeclarado = { origem: 'servidor', proprio: true, saida: 'json_schema', limites: true };
  const clientOf = (url: string) =>
    createAiClient({ env: { ...env, OPENAI_BASE_URL: url, OPENAI_API_KEY: undefined }, redis, log });
  const ask = (client: Pick<AiClient, 'chat'>, protocolo: ProtocoloDeclarado | null, fala = 'Bom dia.') =>
    client.chat({
      alvo: { provedor: 'openai', modelo: 'qwen3:4b' },
      protocolo,
      chaveIdempotente: crypto.randomUUID(),
      signal,
      tarefa: 'insight',
      perfil: 'ligacao',
      mensagens: [
        { papel: 'system', texto: 'Avalie.' },
        { papel: 'user', texto: `<transcricao>\n[1] agente (0.0s): ${fala}\n</transcricao>` },
      ],
      maxTokens: 1000,
      temperatura: 0,
    });
  const hear = (client: Pick<AiClient, 'transcribe'>, modelo: string) =>
    client.transcribe({
      alvo: { provedor: 'openai', modelo },
      chaveIdempotente: crypto.randomUUID(),
      signal,
      som: { filePath: sound, startByte: 0, nome: 'som.flac' },
      duracaoMs: 8000,
      vozes: false,
    });
  /** Starts a model server with this behaviour. @returns the requests that the server received while `use` ran */
  async function at(conduta: Conduta, use: (client: AiProviders) => Promise<void>) {
    const server = await startModelServer(conduta);
    try {
      await use(clientOf(server.url));
      return server.pedidos;
    } finally {
      await server.close();
    }
  }
  const mistral: Conduta = () => ({
    corpo: completion([
      { type: 'thinking', thinking: [{ type: 'text', text: 'Penso.' }] },
      { type: 'text', text: JSON.stringify(INSIGHT) },
    ]),
  });

  it.each([
    ['Ollama, whose context is enough', ollama(4096, JSON.stringify(INSIGHT)), own],
    [
      'Ollama, of which nothing is declared',
      ollama(4096, `<think>{}</think>${JSON.stringify(INSIGHT)}`),
      null,
    ],
    ['Mistral, in parts', mistral, null],
    ['one that sends as it computes', inParts(JSON.stringify(INSIGHT).match(/.{1,9}/gu) ?? [], 0), own],
  ] as const)('answers an insight: %s', async (_, conduta, protocolo) => {
    const asked = await at(conduta, async (client) => {
      const { texto } = await ask(client, protocolo);
      expect(readJsonAnswer(RESPOSTAS_IA.ligacao.insight.schema, texto)).toEqual({
        ok: true,
        value: INSIGHT,
      });
    });
    expect(asked).toHaveLength(1);
    // If the model's capability is declared, the request has the schema as a parameter; if not, the prompt contains it.
    expect(Boolean(asked[0]?.corpo.response_format)).toBe(protocolo !== null);
    expect(asked[0] && textOf(asked[0]).includes('<esquema nome="insight">')).toBe(protocolo === null);
    expect(asked[0]?.texto.includes('"maxLength"')).toBe(protocolo !== null);
  });

  it.each([
    ['Ollama, which cuts at its context', ollama(2048, JSON.stringify(INSIGHT)), /cortou o pedido/],
    [
      'Azure, whose filter refuses',
      () => ({ status: 400, corpo: { error: { code: 'content_filter', param: 'prompt' } } }),
      /filtro de conteúdo/,
    ],
  ] as [string, Conduta, RegExp][])(
    'refuses once, for good, with its reason: %s',
    async (_, conduta, reason) => {
      await at(conduta, async (client) => {
        const error = await ask(client, own, 'palavras e mais palavras '.repeat(1000)).catch(
          (e: unknown) => e,
        );
        expect(error).toMatchObject({ codigo: 'provedor_recusou_pedido', retryable: false });
        expect((error as StageFailure).message).toMatch(reason);
      });
    },
  );

  it('hears by speaches once the model was fetched, and by LocalAI, which counts nanoseconds', async () => {
    const segments = [{ start: 0.5, end: 1.5, text: 'Bom dia.' }];
    const server = await startModelServer(speaches(segments));
    const model = 'Systran/faster-whisper-small';
    const client = clientOf(server.url);
    const missing = await hear(client, model).catch((e: unknown) => e);
    expect(missing).toMatchObject({ codigo: 'provedor_recusou_pedido' });
    expect((missing as StageFailure).message).toContain('baixe o modelo');
    await fetch(`${server.url}/models/${model}`, { method: 'POST' });
    const times = [{ texto: 'Bom dia.', startMs: 500, endMs: 1500 }];
    expect((await hear(client, model)).segmentos).toMatchObject(times);
    await server.close();
    const localAi: Conduta = () => ({
      corpo: { text: 'Bom dia.', segments: [{ start: 5e8, end: 15e8, text: 'Bom dia.' }] },
    });
    await at(localAi, async (other) => {
      expect((await hear(other, 'whisper-1')).segmentos).toMatchObject(times);
    });
  });

  it('asks a server that computes one thing at a time for one at a time, whoever asks, and for nothing twice', async () => {
    let under = 0;
    let most = 0;
    const server = await startModelServer(async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setTimeout(resolve, 10));
      under -= 1;
      return { corpo: completion(JSON.stringify(INSIGHT)) };
    });
    const clients = [clientOf(server.url), clientOf(server.url)];
    await Promise.all([0, 1, 0, 1].map((index) => ask(clients[index] as AiClient, own)));
    await server.close();
    expect(most).toBe(1);
    expect(server.pedidos).toHaveLength(4);
    // Every place for a request in flight was released.
    expect(await redis.keys('*:lugares')).toEqual([]);
  });
});
