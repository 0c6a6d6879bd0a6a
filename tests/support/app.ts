// An app over the test file's own database and Redis, for injected requests.

import type { createPrisma } from '@escuta/prisma/client';
import { databaseOver } from '@escuta/prisma/db';
import { API_LIMITS, createPool, type SessionLimits } from '@escuta/prisma/pool';
import type { Pagination } from '@escuta/shared/contracts/common';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { createGuardedNetwork } from '@escuta/shared/platform/http/guarded-http';
import { type Env, loadEnv } from '@escuta/shared/platform/process/env';
import { createLogger } from '@escuta/shared/platform/process/log';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import { FilesystemStore } from '@escuta/shared/platform/storage/storage-filesystem';
import type { FastifyInstance } from 'fastify';
import { buildApp, FEATURES } from '../../api/src/app.ts';
import type { Deps } from '../../api/src/base-deps.ts';
import type { AppDeps } from '../../api/src/deps.ts';
import type { RefusedBodyLimits } from '../../api/src/plugins/limits/refused-bodies.ts';
import type { SlowBodyLimits } from '../../api/src/plugins/limits/slow-bodies.ts';
import type { Feature } from '../../api/src/route.ts';
import { bearer } from './factories.ts';
import { overHttp } from './http.ts';
import { keptPrisma } from './kept-prisma.ts';
import { WatchedOperations } from './operation-log.ts';

/** Prisma's own client, with which tests create and read rows, beside the product's database handle. */
type OwnClient = { prisma: ReturnType<typeof createPrisma> };
export type TestDeps = Deps & OwnClient;
export type TestAppDeps = AppDeps & OwnClient;

/** Longer limits than the API's, because tests send a hundred concurrent requests over few connections. */
const PATIENT: SessionLimits = {
  ...API_LIMITS,
  statementMs: 120_000,
  lockMs: 60_000,
  connectMs: 120_000,
  answerMs: 60_000,
};

/**
 * Builds the features' dependencies over the test file's environment and `overrides`. `limits`: limits of database
 * connections; a test of the API's own limits passes API_LIMITS.
 */
export function createTestDeps(
  overrides: Partial<Env> = {},
  parts: Partial<Deps> = {},
  limits: SessionLimits = PATIENT,
): TestDeps {
  const env: Env = { ...loadEnv(), ...overrides };
  const log = createLogger('teste', env.LOG_LEVEL);
  const databaseUrl = env.DATABASE_URL;
  const pool = createPool({ databaseUrl, poolSize: 10, limits });
  return {
    env,
    log,
    prisma: keptPrisma(pool, databaseUrl),
    db: databaseOver(pool, { databaseUrl }),
    redis: createRedis(env, { log, name: 'teste' }),
    store: new FilesystemStore(env.STORAGE_DIR),
    keyRing: parseKeyRing(env.ENCRYPTION_KEYS),
    telephonyNetwork: createGuardedNetwork(env.ASTERISK_ALLOWED_CIDRS),
    ...parts,
  };
}

/** Closes the Redis, Prisma and database connections that createTestDeps opened. */
export async function closeTestDeps(deps: TestDeps): Promise<void> {
  deps.redis.disconnect();
  await deps.prisma.$disconnect();
  await deps.db.end();
}

export type TestApp = { app: FastifyInstance; deps: TestAppDeps; close: () => Promise<void> };

/** Builds the app, by default with every feature; `close` (in afterAll) also closes its connections. */
export async function createTestApp(
  overrides: Partial<Env> = {},
  options: {
    features?: readonly Feature<AppDeps>[];
    parts?: Partial<Deps>;
    limits?: SessionLimits;
    isStopping?: () => boolean;
    slowBodies?: SlowBodyLimits;
    refusedBodies?: RefusedBodyLimits;
    maxEventLoopDelayMs?: number;
  } = {},
): Promise<TestApp> {
  const { parts, limits, features = FEATURES, ...rest } = options;
  // The limit is high, because tests send thousands of requests from one address.
  const given = createTestDeps({ RATE_LIMIT_MAX: 1_000_000, ...overrides }, parts, limits);
  const operations = new WatchedOperations(given.db.pool);
  // The test's own work delays the event loop too, which must not cause refusals.
  const { app, deps } = await buildApp(given, {
    maxEventLoopDelayMs: 0,
    ...rest,
    features: features.map((feature) => operations.feature(feature)),
  });
  await app.ready();
  // Waits for Redis, unless the test has a Redis of its own, which may never answer.
  if (overrides.REDIS_URL === undefined) await deps.subscriptions.ready(120_000);
  const http = overHttp(app);
  return {
    app: http.app,
    deps: { ...deps, prisma: given.prisma },
    close: async () => {
      http.close();
      await app.close();
      await closeTestDeps(given);
      operations.end();
    },
  };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Body of the API's answer or error. `data` can have any type, unless the caller names a type. */
export type Body<T> = {
  data: T;
  message: string;
  code: string;
  errors: Json;
  dados: Json;
  pagination: Pagination;
};
type Json = ReturnType<typeof JSON.parse>;

/** Calls the API with a session's token. @param path after /api/v1 */
export async function callApi<T = Json>(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  method: Method,
  path: string,
  payload?: object,
): Promise<{ status: number; body: Body<T>; headers: Record<string, unknown> }> {
  const response = await app.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
