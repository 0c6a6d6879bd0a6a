import { z } from 'zod';
import type { Action, Resource } from '../domain/accounts/permissions.ts';
import type { Topic, Touched } from './topics.ts';

/**
 * Who may call a route. `public`: anybody. `user`: every signed-in role with `can`; company API keys only where
 * `apiKey` is true; `assinatura`: a short-lived signed URL may stand in for the session (audio player, downloads),
 * signed for this path or for the same with `assinadoComo` as its last part;
 * `aparelho`: so may the credential of a device in the field, which acts for its member.
 * `admin`: administrators of the installation only. `denied`: what a role without the permission is told.
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
      denied?: string;
    }
  | { who: 'admin' };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** json: body and answer are JSON. multipart: one file comes in. bytes: a body of bytes comes in. binary: bytes go out. sse: a stream of events. */
export type Kind = 'json' | 'multipart' | 'bytes' | 'binary' | 'sse';

type Schema = z.ZodType;

export type Contract<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> = {
  /** Unique: the OpenAPI operationId and the web's query key. */
  readonly id: string;
  readonly method: Method;
  /** Under /api/v1, parameters in braces: '/projetos/{id}'. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly tag: string;
  /** Of a GET: what its answer is about; null where no change of a person changes the answer (bytes, the installation's own words). */
  readonly topic?: Topic | null;
  /** Of all others: the topics whose answers the call makes stale. */
  readonly touches?: readonly Touched[];
  readonly kind: Kind;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
  /** Status of success; 200 unless said. */
  readonly status: 200 | 201 | 202 | 204;
  /** The handler answers JSON text that PostgreSQL built: tests hold it against `response`, production sends it as is. */
  readonly rawJson: boolean;
  /** Largest JSON body, kB: 1 kB = 1024 bytes. */
  readonly bodyKb: number;
  /** Requests a minute and address; the installation's default where absent. */
  readonly rateLimit?: number;
  /** Longest that its answer may take, s, where it waits for another server; the client's own limit where absent. */
  readonly answerS?: number;
  /** Of a multipart route; one file in the field 'file' where absent. */
  readonly upload?: Upload;
};

/** What a form brings that is not one file alone. */
export type Upload = {
  /** Fields that hold its files; each is needed. */
  readonly arquivos: readonly string[];
  /** Its other fields, which come before the files. */
  readonly campos: z.ZodObject;
  /** How much larger all of it may be than the installation's largest recording, MB. */
  readonly maisMb: number;
};

export type ParamsOf<C> = C extends Contract<infer P, Schema, Schema, Schema> ? z.output<P> : never;
export type QueryOf<C> = C extends Contract<Schema, infer Q, Schema, Schema> ? z.output<Q> : never;
export type BodyOf<C> = C extends Contract<Schema, Schema, infer B, Schema> ? z.output<B> : never;
export type ResponseOf<C> = C extends Contract<Schema, Schema, Schema, infer R> ? z.output<R> : never;
/** What a client sends: defaults are optional here. */
export type ParamsIn<C> = C extends Contract<infer P, Schema, Schema, Schema> ? z.input<P> : never;
export type QueryIn<C> = C extends Contract<Schema, infer Q, Schema, Schema> ? z.input<Q> : never;
export type BodyIn<C> = C extends Contract<Schema, Schema, infer B, Schema> ? z.input<B> : never;

/**
 * Largest JSON body, kB, where a contract says nothing else: what is larger is refused before it is parsed, which would hold
 * up everybody. It fits 16 kB of free fields even where a client writes each letter as \\u00e7.
 */
export const BODY_KB = 128;

const nothing = z.undefined();
type Nothing = typeof nothing;

/** The part of a contract that is about stale answers, by its method. */
type Staleness<M> = M extends 'GET'
  ? { readonly topic: Topic | null; readonly touches?: never }
  : { readonly touches: readonly Touched[]; readonly topic?: never };

/**
 * Declares a route once, for the API, the OpenAPI description, the web and the tests. A contract without `access` fails at start; a GET
 * without `topic`, or another method without `touches`, does not compile. One that is not a GET does not compile without its place in
 * shared/src/services/log/operation-log.ts either: its type keeps id and method as they are written.
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
    status?: 200 | 201 | 202 | 204;
    rawJson?: boolean;
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
    bodyKb: spec.bodyKb ?? BODY_KB,
    ...(spec.rateLimit === undefined ? {} : { rateLimit: spec.rateLimit }),
    ...(spec.answerS === undefined ? {} : { answerS: spec.answerS }),
    ...(spec.upload === undefined ? {} : { upload: spec.upload }),
  };
  return contract as typeof contract & Staleness<M> & { readonly id: I; readonly method: M };
}

/** Whether a part of a contract was declared. */
export function isDeclared(schema: Schema): boolean {
  return schema !== nothing;
}
