import type { BodyOf, Contract, ParamsOf, QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import { isDeclared } from '@escuta/shared/contracts/contract';
import { AppError, type FieldError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { VERSION } from '@escuta/shared/domain/version';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalidRequest } from './http/invalid-request.ts';
import { bodyReader, queryReader } from './http/known-keys.ts';
import { addressKey } from './plugins/limits/rate-limit.ts';
import type { Session } from './sign-in/session.ts';

type AnyContract = Contract<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** A handler's input: the request's validated parts and, unless the route is public, the session. */
export type Input<C extends AnyContract> = {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
};
export type SessionInput<C extends AnyContract> = Input<C> & { session: Session; scope: Scope };

/** A handler's answer: for JSON routes the contract's response (for rawJson as text), for others `reply`. */
type Answer<C extends AnyContract> = ResponseOf<C> | string | FastifyReply;

export type Route = {
  contract: AnyContract;
  run: (input: SessionInput<AnyContract>) => Promise<unknown>;
};

/** A feature: its routes, built from dependencies. */
export type Feature<D> = (deps: D) => Route[];

/** Binds a handler to a contract that needs a session. */
export function route<C extends AnyContract>(
  contract: C,
  run: (input: SessionInput<C>) => Promise<Answer<C>>,
): Route {
  if (contract.access.who === 'public') throw new Error(`${contract.id}: use publicRoute`);
  return { contract, run: run as unknown as Route['run'] };
}

/** Binds a handler to a public contract. */
export function publicRoute<C extends AnyContract>(
  contract: C,
  run: (input: Input<C>) => Promise<Answer<C>>,
): Route {
  if (contract.access.who !== 'public') throw new Error(`${contract.id}: this contract is not public`);
  return { contract, run: run as unknown as Route['run'] };
}

/** Converts '/projetos/{id}' to '/projetos/:id'. */
export function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Requires multipart/form-data on upload routes and application/octet-stream on routes for parts of uploads, and
 * refuses both types elsewhere.
 * @throws AppError tipo_nao_suportado
 */
function checkContentType(contract: AnyContract, request: FastifyRequest): void {
  if (contract.ignoresBody) return;
  const type = request.headers['content-type'] ?? '';
  const isMultipart = /^multipart\/form-data\b/i.test(type);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  const isBytes = /^application\/octet-stream\b/i.test(type);
  if (contract.kind === 'bytes' && !isBytes) {
    throw new AppError('tipo_nao_suportado', 'Envie os bytes como application/octet-stream.');
  }
  if (contract.kind !== 'bytes' && (isBytes || isForm)) {
    throw new AppError('tipo_nao_suportado', 'Tipo de conteúdo não suportado: envie JSON.');
  }
  if (contract.kind === 'multipart' && !isMultipart) {
    throw new AppError('tipo_nao_suportado', 'Envie o arquivo como multipart/form-data.');
  }
  if (contract.kind !== 'multipart' && isMultipart) {
    throw new AppError('tipo_nao_suportado', 'Esta operação não recebe arquivos: envie JSON.');
  }
}

export type RegisterOptions = {
  /**
   * Finds the caller and checks access before the request is read.
   * @throws AppError
   */
  authorize: (contract: AnyContract, request: FastifyRequest) => Promise<Session | null>;
  /** Validates rawJson answers against the contract (tests). */
  checkRawJson: boolean;
  /** Largest recording, MB. */
  uploadMaxMb: number;
};

/** Greatest number of bytes that a multipart form adds to its files. */
const FORM_BYTES = 1024 * 1024;

/**
 * Refuses an upload by its declared length, before reading.
 * @throws AppError corpo_grande
 */
function checkLength(contract: AnyContract, request: FastifyRequest, uploadMaxMb: number): void {
  if (contract.kind !== 'multipart') return;
  const mb = uploadMaxMb + (contract.upload?.maisMb ?? 0);
  if (Number(request.headers['content-length'] ?? 0) <= mb * 1024 * 1024 + FORM_BYTES) return;
  throw new AppError(
    'corpo_grande',
    (contract.upload?.arquivos.length ?? 1) > 1
      ? `Juntos, os arquivos passam do limite de ${mb} MB.`
      : `O arquivo passa do limite de ${mb} MB.`,
  );
}

/** Header with the pages' version. */
const PAGE_VERSION = 'x-escuta-versao';

/**
 * Makes the error about unknown fields. During a rolling update a page of another version may send fields unknown here;
 * such a page is told to retry, so that typed data are not lost.
 */
function refusedNames(request: FastifyRequest, problems: readonly FieldError[]): AppError {
  const page = request.headers[PAGE_VERSION];
  if (page === undefined || page === VERSION) return invalidRequest(problems);
  return new AppError(
    'indisponivel',
    'A Escuta está sendo atualizada. Tente de novo em instantes; se continuar assim, recarregue a página.',
    { errors: problems, retryAfterS: 5 },
  );
}

/** Registers routes under /api/v1. A contract without `access`, or a duplicate id, fails the start. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: RegisterOptions,
): void {
  const seen = new Set<string>();
  const contracts = routes.map(({ contract }) => contract);
  for (const { contract, run } of routes) {
    if (!contract.access) throw new Error(`${contract.id}: contract without access`);
    if (seen.has(contract.id)) throw new Error(`${contract.id}: registered twice`);
    seen.add(contract.id);
    const readQuery = queryReader(contract);
    const readBody = bodyReader(contract, contracts);
    app.route({
      method: contract.method,
      url: toFastifyPath(contract.path),
      config: {
        contract,
        ...(contract.rateLimit === undefined
          ? {}
          : { rateLimit: { max: contract.rateLimit, timeWindow: 60_000, keyGenerator: addressKey } }),
      },
      bodyLimit: contract.bodyKb * 1024,
      // HEAD tells a recording's size; on an event stream HEAD would never end.
      exposeHeadRoute: contract.kind === 'binary',
      schema: {
        operationId: contract.id,
        summary: contract.summary,
        tags: [contract.tag],
        ...(isDeclared(contract.params) ? { params: contract.params } : {}),
        ...(isDeclared(contract.query) ? { querystring: contract.query } : {}),
        ...(isDeclared(contract.body) ? { body: contract.body } : {}),
        ...(contract.kind === 'json' || contract.kind === 'multipart' || contract.kind === 'bytes'
          ? { response: { [contract.status]: contract.response } }
          : {}),
      },
      // Runs before the body is read, but after the rate limit (onRequest), which also limits guessed credentials.
      preParsing: async (request) => {
        request.session = await options.authorize(contract, request);
        checkContentType(contract, request);
        checkLength(contract, request, options.uploadMaxMb);
      },
      preValidation: (request, _reply, done) => {
        const problems: FieldError[] = [];
        request.query = readQuery(request.query, '', problems);
        if (readBody) request.body = readBody(request.body, '', problems);
        done(problems.length === 0 ? undefined : refusedNames(request, problems));
      },
      handler: async (request, reply) => {
        const session = request.session;
        const answer = await run({
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          reply,
          session: session as Session,
          scope: session?.scope as Scope,
        } as SessionInput<AnyContract>);
        if (answer === reply || reply.sent) return reply;
        reply.code(contract.status);
        if (contract.rawJson) {
          if (options.checkRawJson) contract.response.parse(JSON.parse(answer as string));
          reply.header('content-type', 'application/json; charset=utf-8');
        }
        return answer;
      },
    });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    contract?: AnyContract;
  }
}
