// Traces at a collector: a request with its statements, in its caller's trace; a run's stages in a trace with the run's
// id.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getVersion } from '@escuta/shared/contracts/operation/sistema';
import { inSpan, startTracing } from '@escuta/shared/platform/tracing/tracing';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { registerTracing } from '../../api/src/plugins/tracing.ts';
import { createTestApp } from '../support/app.ts';
import { bearer, createMembro, signToken } from '../support/factories.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

type Value = { stringValue?: string; intValue?: number };
type SpanWire = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status?: { code?: number };
  attributes: { key: string; value: Value }[];
};
type ExportWire = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: SpanWire[] }[];
  }[];
};

/** Starts a collector of OTLP over HTTP that stores what it receives. */
async function startCollector() {
  const got: string[] = [];
  const server = createServer((message, answer) => {
    const parts: Buffer[] = [];
    message.on('data', (part: Buffer) => parts.push(part));
    message.on('end', () => {
      got.push(Buffer.concat(parts).toString());
      answer.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    text: () => got.join('\n'),
    spans: () =>
      got
        .flatMap((text) => (JSON.parse(text) as ExportWire).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: () => server.close(),
  };
}

const said = (span: SpanWire | undefined, key: string) =>
  span?.attributes.find((one) => one.key === key)?.value.stringValue;

it('a request goes on with its caller’s trace, its statements in it; a run’s stages are the trace of its id', async () => {
  const collector = await startCollector();
  const stop = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: 1 },
    { name: 'escuta-teste', version: '1' },
  );
  const test = await createTestApp();
  const fake = await startFakeProvider();
  const worker = await startTestWorker(test.deps, fake.url);
  const theirs = '0af7651916cd43dd8448eb211c80319c';
  const frase = 'Uma frase que ninguém mais diz';
  let execucaoId = '';
  try {
    const tenant = await createPipelineTenant(test.deps);
    const membro = await createMembro(test.deps, tenant.empresa, { papel: 'gerente' });
    const headers = {
      ...bearer(signToken(test.deps, membro)),
      traceparent: `00-${theirs}-b7ad6b7169203331-01`,
    };
    await test.app.inject({ url: '/api/v1/version', headers });
    const { statusCode } = await test.app.inject({
      method: 'POST',
      url: '/api/v1/projetos',
      headers,
      payload: { nome: frase, tipo_projeto: 'call_center' },
    });
    expect(statusCode).toBe(201);
    const item = await createRecordedItem(test.deps, tenant);
    ({ execucaoId } = await request(test.deps, item));
    expect((await waitForRun(test.deps, execucaoId)).status).toBe('concluida');
  } finally {
    await stopTestWorker(worker);
    await test.close();
    await fake.close();
    await stop();
    collector.close();
  }

  const spans = collector.spans();
  const asked = spans.find(({ name }) => name === 'POST /api/v1/projetos');
  expect(asked).toMatchObject({ traceId: theirs, parentSpanId: 'b7ad6b7169203331', kind: 2 });
  const statements = spans.filter(({ traceId }) => traceId === theirs).filter((span) => span !== asked);
  expect(statements.length).toBeGreaterThan(1);
  expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([asked?.spanId]));
  expect(statements.some((span) => said(span, 'db.operation.name') === 'INSERT')).toBe(true);
  // Neither frequent requests nor people's texts are recorded.
  expect(spans.some(({ name }) => name.includes('/version'))).toBe(false);
  expect(collector.text()).not.toContain(frase);

  const ofRun = spans.filter(({ traceId }) => traceId === execucaoId.replaceAll('-', ''));
  const stages = ofRun.filter(({ kind }) => kind === 5);
  expect(stages.map((span) => said(span, 'escuta.resultado'))).not.toContain('perdida');
  expect(stages.map((span) => said(span, 'escuta.etapa'))).toEqual(
    expect.arrayContaining(['audio', 'transcricao', 'analise_texto', 'contabilizacao']),
  );
  const called = ofRun.find((span) => said(span, 'gen_ai.operation.name') === 'transcription');
  expect(stages.map(({ spanId }) => spanId)).toContain(called?.parentSpanId);
});

it('a collector that takes what is sent and never answers holds up no shutdown', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_TRACES_SAMPLER_ARG: 1 },
    { name: 'escuta-teste', version: '1' },
  );
  await inSpan('algo', { kind: 'server' }, async () => undefined);
  const asked = once(server, 'request');
  const stopped = stop();
  await asked;
  const began = performance.now();
  await stopped;
  expect(performance.now() - began).toBeLessThan(6000);
  server.closeAllConnections();
  server.close();
});

it('what a stranger sends does not decide how much goes; who says that a trace is left out is heard', async () => {
  const collector = await startCollector();
  const sampled = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const leftOut = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
  for (const [share, headers] of [
    [0, sampled],
    [1, leftOut],
    [1, sampled],
  ] as const) {
    const stop = await startTracing(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: share },
      { name: 'escuta-teste', version: '1' },
    );
    await inSpan(
      `${share} ${headers.traceparent.slice(-2)}`,
      { kind: 'server', headers },
      async () => undefined,
    );
    await stop();
  }
  collector.close();
  expect(collector.spans().map(({ name }) => name)).toEqual(['1 01']);
});

it('a request whose caller left before the answer is shown, as one that was broken off', async () => {
  const collector = await startCollector();
  const stop = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: 1 },
    { name: 'escuta-teste', version: '1' },
  );
  const app = fastify();
  registerTracing(app);
  const caller = new AbortController();
  let closed: Promise<unknown> | undefined;
  app.get('/espera', { config: { contract: getVersion } as never }, (_request, reply) => {
    closed = once(reply.raw, 'close');
    caller.abort();
    return closed.then(() => ({}));
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  await expect(fetch(`${base}/espera`, { signal: caller.signal })).rejects.toThrow('aborted');
  await closed;
  await app.close();
  await stop();
  collector.close();
  expect(collector.spans().map((span) => [span.name, said(span, 'error.type')])).toEqual([
    ['GET /espera', 'interrompida'],
  ]);
});
