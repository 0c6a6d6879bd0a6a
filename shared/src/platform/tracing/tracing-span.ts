/** A span's ids, codes and names, never personal data or content. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** The work's run, whose id is the trace id of all stages. */
  run?: string;
  /** Request headers with the caller's trace (W3C Trace Context). */
  headers?: Readonly<Record<string, unknown>>;
};

export interface Span {
  set(attributes: Attributes): void;
}

export interface OpenSpan extends Span {
  within<T>(work: () => T): T;
  end(failure?: string): void;
}

export interface Tracer {
  open(name: string, options: SpanOptions): OpenSpan;
  /** Ids that join a log line to the trace. */
  fields(): { trace_id: string; span_id: string } | Record<string, never>;
  close(): Promise<void>;
}

/** An error's code (product, PostgreSQL or system) or kind; no message, which may contain personal data. */
export function failureOf(error: unknown): string {
  const { codigo, code, kind, name } = (error ?? {}) as Record<string, unknown>;
  const said = [codigo, code, kind, name].find((one) => typeof one === 'string' && one !== '');
  return typeof said === 'string' ? said : typeof error;
}
