// What a part of the work is in a trace: tracing.ts makes them, tracing-otlp.ts sends them.

/** What is said of a part of the work. Ids, codes and names of the product's own: never what people said, typed or are called. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  /** Asked from outside, asking somebody else, or taking something up from a queue. */
  kind: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** The run whose work it is: its id is the trace's, so that all its stages, on whatever machine, are one trace. */
  run?: string;
  /** Headers of who asks, whose trace it goes on with (W3C Trace Context). */
  headers?: Readonly<Record<string, unknown>>;
};

export interface Span {
  set(attributes: Attributes): void;
}

/** A part of the work whose begin and end are told apart. */
export interface OpenSpan extends Span {
  /** Does something as a part of it: what that begins belongs to it. */
  within<T>(work: () => T): T;
  /** `failure`: the code or kind of what went wrong. */
  end(failure?: string): void;
}

export interface Tracer {
  open(name: string, options: SpanOptions): OpenSpan;
  /** What joins a line of the log with the trace. */
  fields(): { trace_id: string; span_id: string } | Record<string, never>;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

/** An error's code (ours, PostgreSQL's, the system's), else its kind. Its message may name people. */
export function failureOf(error: unknown): string {
  const { codigo, code, kind, name } = (error ?? {}) as Record<string, unknown>;
  const said = [codigo, code, kind, name].find((one) => typeof one === 'string' && one !== '');
  return typeof said === 'string' ? said : typeof error;
}
