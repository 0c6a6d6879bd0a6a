import type { Env } from '../process/env.ts';
import { failureOf, type OpenSpan, type Span, type SpanOptions, type Tracer } from './tracing-span.ts';

const UNTRACED: Span = { set: () => undefined };

let tracer: Tracer | null = null;

/**
 * Starts tracing to OTEL_EXPORTER_OTLP_ENDPOINT, if set.
 * @returns function that sends the remaining spans and stops tracing
 */
export async function startTracing(
  env: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>,
  program: { name: string; version: string },
): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return async () => undefined;
  const { createTracer } = await import('./tracing-otlp.ts');
  const started = createTracer({ endpoint, share: env.OTEL_TRACES_SAMPLER_ARG, ...program });
  tracer = started;
  return async () => {
    if (tracer === started) tracer = null;
    await started.close();
  };
}

export const isTracing = (): boolean => tracer !== null;

/** Opens a span that the caller ends; null without tracing. */
export const openSpan = (name: string, options: SpanOptions): OpenSpan | null =>
  tracer?.open(name, options) ?? null;

/** Runs work inside a span, if tracing is on; passes errors on. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = openSpan(name, options);
  if (!span) return work(UNTRACED);
  try {
    const done = await span.within(() => work(span));
    span.end();
    return done;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** A log line's trace fields; always a new object, because pino writes into it. */
export const traceFields = (): ReturnType<Tracer['fields']> => tracer?.fields() ?? {};
