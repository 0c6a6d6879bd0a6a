import type { Env } from '../process/env.ts';
import { failureOf, type OpenSpan, type Span, type SpanOptions, type Tracer } from './tracing-span.ts';

const UNTRACED: Span = { set: () => undefined };

let tracer: Tracer | null = null;

/**
 * Begins to send traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names, and loads what that takes; without one nothing
 * is loaded and every part of the work is done as if this did not exist.
 * @returns what sends the rest and ends it
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

/** Whether somebody looks at traces. */
export const isTracing = (): boolean => tracer !== null;

/** Begins a part of the work; null where nobody looks at traces. The caller ends it. */
export const openSpan = (name: string, options: SpanOptions): OpenSpan | null =>
  tracer?.open(name, options) ?? null;

/** Does a part of the work, shown in traces where somebody looks at them; what it throws is thrown on. */
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

/** For each line of the log: the trace that it belongs to. A new object each time: pino writes the line's own fields into it. */
export const traceFields = (): ReturnType<Tracer['fields']> => tracer?.fields() ?? {};
