// Needs OpenTelemetry; tracing.ts therefore loads this file only if a collector is set.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import pg from 'pg';
import { failureOf, type OpenSpan, type SpanOptions, type Tracer } from './tracing-span.ts';

/** Longest wait at shutdown, ms; OpenTelemetry's default is ten seconds. */
const CLOSE_MS = 3000;
/** Maximum characters of a statement that are sent. */
const STATEMENT_MAX = 2000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

const propagator = new W3CTraceContextPropagator();
const getter = {
  keys: (headers: Readonly<Record<string, unknown>>) => Object.keys(headers),
  get: (headers: Readonly<Record<string, unknown>>, key: string) => {
    const value = headers[key];
    return typeof value === 'string' ? value : undefined;
  },
};

export type TracerOptions = {
  /** An OTLP collector's URL (HTTP), without /v1/traces. */
  endpoint: string;
  /** Share of traces sent, 0 to 1; also limits traces begun by callers. */
  share: number;
  name: string;
  version: string;
};

/**
 * Sends spans to a collector in background batches; drops spans beyond the buffer. The exporter reads
 * OTEL_EXPORTER_OTLP_HEADERS.
 */
export function createTracer({ endpoint, share, name, version }: TracerOptions): Tracer {
  const ids = new RandomIdGenerator();
  /** Next span's trace id, if a run determines it. */
  let traceId: string | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(share),
      // Callers must not determine how much the collector receives.
      remoteParentSampled: new TraceIdRatioBasedSampler(share),
    }),
    idGenerator: {
      generateSpanId: () => ids.generateSpanId(),
      generateTraceId: () => traceId ?? ids.generateTraceId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  });
  const otel = provider.getTracer('escuta', version);
  const current = new AsyncLocalStorage<Context>();

  const open = (spanName: string, { kind, attributes, run, headers }: SpanOptions): OpenSpan => {
    let parent = run === undefined ? (current.getStore() ?? ROOT_CONTEXT) : ROOT_CONTEXT;
    if (headers) parent = propagator.extract(ROOT_CONTEXT, headers, getter);
    traceId = run?.replaceAll('-', '');
    const span = otel.startSpan(spanName, { kind: KINDS[kind], ...(attributes && { attributes }) }, parent);
    traceId = undefined;
    const context = trace.setSpan(parent, span);
    return {
      set: (more) => void span.setAttributes(more),
      within: (work) => current.run(context, work),
      end: (failure) => {
        if (failure !== undefined) {
          span.setAttribute('error.type', failure);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };

  const stopWatching = watchStatements(otel, current);
  return {
    open,
    fields: () => {
      const context = current.getStore();
      const span = context && trace.getSpanContext(context);
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    close: async () => {
      stopWatching();
      // A missing collector must not delay shutdown; unsent spans are lost.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        sleep(CLOSE_MS, undefined, { ref: false }),
      ]);
    },
  };
}

type Statement = { text?: unknown; name?: unknown };

/**
 * Adds spans for PostgreSQL statements inside traced work: names and texts, never values. Leaves out background sweeps
 * and listeners.
 * @returns a function that stops
 */
function watchStatements(otel: OtelTracer, current: AsyncLocalStorage<Context>): () => void {
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const db = pg.Pool.prototype as unknown as { connect: (...given: unknown[]) => unknown };
  const { query } = client;
  const { connect } = db;

  client.query = function (this: unknown, ...given: unknown[]): unknown {
    const parent = current.getStore();
    const [first] = given;
    const statement: Statement = typeof first === 'string' ? { text: first } : ((first ?? {}) as Statement);
    // One span cannot measure a cursor, which is read repeatedly.
    if (!parent || typeof statement.text !== 'string' || 'submit' in statement)
      return query.apply(this, given);
    const operation = /^\W*(\w+)/.exec(statement.text)?.[1]?.toUpperCase() ?? 'SQL';
    const name = typeof statement.name === 'string' ? statement.name : operation;
    const span = otel.startSpan(
      name,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.text': statement.text.slice(0, STATEMENT_MAX),
        },
      },
      parent,
    );
    const end = (error: unknown) => {
      if (error) {
        span.setAttribute('error.type', failureOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    };
    const done = given.at(-1);
    if (typeof done === 'function') {
      return query.apply(this, [
        ...given.slice(0, -1),
        (error: unknown, result: unknown) => {
          end(error);
          (done as (error: unknown, result: unknown) => void)(error, result);
        },
      ]);
    }
    const answer = query.apply(this, given);
    if (answer instanceof Promise) answer.then(() => end(null), end);
    else end(null);
    return answer;
  };
  // Without `bind`, a callback that waits for a connection would run in the context of the code that releases it.
  db.connect = function (this: unknown, ...given: unknown[]): unknown {
    const bound = given.map((one) =>
      typeof one === 'function' ? AsyncLocalStorage.bind(one as (...args: unknown[]) => unknown) : one,
    );
    return connect.apply(this, bound);
  };
  return () => {
    client.query = query;
    db.connect = connect;
  };
}
