import { z } from 'zod';
import type { Action, Resource } from '../domain/accounts/permissions.ts';
import type { Topic, Touched } from './topics.ts';

/**
 * Callers of a route. `user`: people whose role has the permission `can`. Others must be named: `apiKey`, API keys;
 * `assinatura`, a signed URL for this path or the path that ends in `assinadoComo`; `aparelho`, a field device that
 * acts for its member; `campo`, field-only accounts (right `so_campo`), which get only their own rows. `denied`:
 * message for roles without the permission.
 */
export type Access =
  | { who: 'public' }
  | {
      who: 'user';
      can: readonly [Resource, Action];
      apiKey?: boolean;
      assinatura?: boolean;
      assinadoComo?: string;
      aparelho?: boolean;
      campo?: true;
      denied?: string;
    }
  | { who: 'admin' };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** multipart: file upload. bytes: binary body. binary: binary answer. sse: event stream. redirect: a page's address. */
export type Kind = 'json' | 'multipart' | 'bytes' | 'binary' | 'sse' | 'redirect';

type Schema = z.ZodType;

export type Contract<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> = {
  /** The OpenAPI operationId and the web's query key. */
  readonly id: string;
  readonly method: Method;
  /** Path under /api/v1, with parameters: '/projetos/{id}'. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly tag: string;
  /** Subject of a GET's answer; null if no person's change affects the answer. */
  readonly topic?: Topic | null;
  readonly touches?: readonly Touched[];
  readonly kind: Kind;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
  /** Default 200. */
  readonly status: 200 | 201 | 202 | 204 | 303;
  /** True if PostgreSQL builds the JSON text; tests validate it against `response`. */
  readonly rawJson: boolean;
  /** Accepts a body of any type without reading it, because mail programs send a form (RFC 8058). */
  readonly ignoresBody?: true;
  /** Largest JSON body, kB of 1024 bytes. */
  readonly bodyKb: number;
  /** Requests per minute and address; default: the installation's limit. */
  readonly rateLimit?: number;
  /** Longest answer time, s, of a route that waits for another server. */
  readonly answerS?: number;
  /** A multipart route's form; by default a file in the field 'file'. */
  readonly upload?: Upload;
};

/** A multipart form other than a single file. */
export type Upload = {
  readonly arquivos: readonly string[];
  readonly campos: z.ZodObject;
  /** MB by which the form may exceed the installation's largest recording. */
  readonly maisMb: number;
};

export type ParamsOf<C> = C extends Contract<infer P, Schema, Schema, Schema> ? z.output<P> : never;
export type QueryOf<C> = C extends Contract<Schema, infer Q, Schema, Schema> ? z.output<Q> : never;
export type BodyOf<C> = C extends Contract<Schema, Schema, infer B, Schema> ? z.output<B> : never;
export type ResponseOf<C> = C extends Contract<Schema, Schema, Schema, infer R> ? z.output<R> : never;
export type ParamsIn<C> = C extends Contract<infer P, Schema, Schema, Schema> ? z.input<P> : never;
export type QueryIn<C> = C extends Contract<Schema, infer Q, Schema, Schema> ? z.input<Q> : never;
export type BodyIn<C> = C extends Contract<Schema, Schema, infer B, Schema> ? z.input<B> : never;

/** Default JSON body limit, kB, because parsing blocks the event loop. Allows 16 kB of metadata written as \\u00e7. */
export const BODY_KB = 128;

const nothing = z.undefined();
type Nothing = typeof nothing;

type Staleness<M> = M extends 'GET'
  ? { readonly topic: Topic | null; readonly touches?: never }
  : { readonly touches: readonly Touched[]; readonly topic?: never };

/**
 * Declares a route for API, OpenAPI, web and tests. A route needs `access`, `topic` (GET) or `touches`, and a line in
 * shared/src/services/log/operation-log.ts.
 */
export function defineContract<
  const I extends string,
  const M extends Method,
  R extends Schema,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
>(
  spec: {
    id: I;
    method: M;
    path: string;
    access: Access;
    summary: string;
    tag: string;
    kind?: Kind;
    params?: P;
    query?: Q;
    body?: B;
    response: R;
    status?: 200 | 201 | 202 | 204 | 303;
    rawJson?: boolean;
    ignoresBody?: true;
    bodyKb?: number;
    rateLimit?: number;
    answerS?: number;
    upload?: Upload;
  } & Staleness<M>,
): Contract<P, Q, B, R> & Staleness<M> & { readonly id: I; readonly method: M } {
  const contract: Contract<P, Q, B, R> = {
    id: spec.id,
    method: spec.method,
    path: spec.path,
    access: spec.access,
    summary: spec.summary,
    tag: spec.tag,
    ...(spec.topic === undefined ? {} : { topic: spec.topic }),
    ...(spec.touches === undefined ? {} : { touches: spec.touches }),
    kind: spec.kind ?? 'json',
    params: spec.params ?? (nothing as unknown as P),
    query: spec.query ?? (nothing as unknown as Q),
    body: spec.body ?? (nothing as unknown as B),
    response: spec.response,
    status: spec.status ?? 200,
    rawJson: spec.rawJson ?? false,
    ...(spec.ignoresBody ? { ignoresBody: true } : {}),
    bodyKb: spec.bodyKb ?? BODY_KB,
    ...(spec.rateLimit === undefined ? {} : { rateLimit: spec.rateLimit }),
    ...(spec.answerS === undefined ? {} : { answerS: spec.answerS }),
    ...(spec.upload === undefined ? {} : { upload: spec.upload }),
  };
  return contract as typeof contract & Staleness<M> & { readonly id: I; readonly method: M };
}

export function isDeclared(schema: Schema): boolean {
  return schema !== nothing;
}
