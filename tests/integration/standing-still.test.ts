// A frozen PostgreSQL or Redis breaks no connection, but never answers. This file freezes servers of its own with
// SIGSTOP: even then every request is answered within 5 s, and nothing saved is reported as failed.

import { join } from 'node:path';
import { API_LIMITS } from '@escuta/prisma/pool';
import { defineContract } from '@escuta/shared/contracts/contract';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { FEATURES } from '../../api/src/app.ts';
import type { AppDeps } from '../../api/src/deps.ts';
import { type Feature, publicRoute } from '../../api/src/route.ts';
import { startMigratedPostgres } from '../../scripts/lib/migrated.mjs';
import { startRedis } from '../../scripts/lib/services.mjs';
import { Supervisor } from '../../scripts/lib/supervisor.mjs';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, SENHA, signToken } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { freeze, thaw } from '../support/processes.ts';

/** The longest that a request may wait for its answer, ms. */
const PROMISE_MS = 5000;
const TICK_MS = 20;

/**
 * Runs `work`.
 * @returns the answer of `work`, and the time, ms, for which this process ran meanwhile: stalls of the process on a
 * busy
 * machine are left out
 */
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; livedMs: number }> {
  let livedMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    livedMs += Math.min(now - last, 2 * TICK_MS);
    last = now;
  }, TICK_MS);
  try {
    const answer = await work();
    return { answer, livedMs };
  } finally {
    clearInterval(timer);
  }
}

const supervisor = new Supervisor(() => {});
const folder = join(inject('dataFolder'), `parados-${process.pid}`);
let postgres: Awaited<ReturnType<typeof startMigratedPostgres>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
let test: TestApp;
let tenant: Awaited<ReturnType<typeof createTenant>>;

/** The route `salvar` calls this function between its statement and the commit. */
let beforeCommit = () => {};
const saving = {
  method: 'POST',
  access: { who: 'public' },
  summary: 'Para testes',
  tag: 'Testes',
  touches: [],
  response: z.object({ ok: z.literal(true) }),
} as const;
const inTransaction = defineContract({ ...saving, id: 'salvarComTransacao', path: '/teste/com' });
const atOnce = defineContract({ ...saving, id: 'salvarSemTransacao', path: '/teste/sem' });
const byPrisma = defineContract({ ...saving, id: 'salvarPeloPrisma', path: '/teste/prisma' });
const lead = (nome: string) => ({
  text: "insert into leads (id, nome, email, telefone) values (gen_random_uuid(), $1, 'a@b.co', '1')",
  values: [nome],
});
const probe: Feature<AppDeps> = ({ db }) => [
  publicRoute(inTransaction, async () => {
    await db.transaction(async (tx) => {
      await tx.query(lead('com'));
      beforeCommit();
    });
    return { ok: true as const };
  }),
  publicRoute(atOnce, async () => {
    await db.query(lead('sem'));
    return { ok: true as const };
  }),
  publicRoute(byPrisma, async () => {
    await db.within(INSTALACAO).lead.create({ data: { nome: 'prisma', email: 'a@b.co', telefone: '1' } });
    return { ok: true as const };
  }),
];

/** Sends a request and checks that the answer comes within PROMISE_MS. */
async function ask(request: InjectOptions) {
  const { answer, livedMs } = await timed(async () => test.app.inject(request));
  expect(livedMs, JSON.stringify(request.url)).toBeLessThan(PROMISE_MS);
  return answer;
}

/** Waits until the API answers with status 200 again. */
const isBack = () =>
  expect
    .poll(
      async () =>
        (await test.app.inject({ url: '/api/v1/projetos', headers: bearer(tenant.tokens.gerente) }))
          .statusCode,
      {
        timeout: 20_000,
      },
    )
    .toBe(200);

beforeAll(async () => {
  const shared = { supervisor, logs: join(folder, 'logs'), temporary: true };
  [postgres, redis] = await Promise.all([
    startMigratedPostgres({ ...shared, folder: join(folder, 'postgres'), database: 'escuta' }),
    startRedis({ ...shared, folder: join(folder, 'redis') }),
  ]);
  test = await createTestApp(
    { DATABASE_URL: postgres.url('escuta'), REDIS_URL: redis.url },
    { features: [...FEATURES, probe], limits: API_LIMITS },
  );
  await test.deps.subscriptions.ready(120_000);
  tenant = await createTenant(test.deps);
});
afterEach(() => {
  thaw(redis.pid);
  thaw(postgres.pid);
});
afterAll(async () => {
  await test?.close();
  await supervisor.stop();
});

describe('with Redis standing still', () => {
  it('signing in, registering, changing accounts and keys: each has its answer, and what was saved is not called lost', async () => {
    const { empresa, usuario } = tenant;
    const mudada = await createMembro(test.deps, empresa);
    const trocada = await createMembro(test.deps, empresa);
    const pessoa = await test.deps.prisma.usuario.findUniqueOrThrow({ where: { id: usuario.usuarioId } });
    const headers = bearer(tenant.tokens.gerente);
    freeze(redis.pid);
    const answers = await Promise.all([
      ask({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email: pessoa.email, cnpj: empresa.cnpj, password: SENHA },
      }),
      ask({ method: 'PATCH', url: `/api/v1/users/${mudada.id}`, headers, payload: { ativo: false } }),
      ask({ method: 'POST', url: '/api/v1/empresa/api-key', headers }),
      ask({
        method: 'PUT',
        url: '/api/v1/users/password',
        headers: bearer(signToken(test.deps, trocada)),
        payload: { currentPassword: SENHA, newPassword: 'outra-senha-bem-comprida' },
      }),
      ask({ url: '/api/v1/users/profile', headers }),
    ]);
    expect(answers.map(({ statusCode, body }) => (statusCode === 200 ? 200 : body))).toEqual(
      Array(5).fill(200),
    );
    expect((await test.deps.prisma.membro.findUniqueOrThrow({ where: { id: mudada.id } })).ativo).toBe(false);
    // A deactivated person is locked out, although the message about the deactivation was lost.
    const out = await ask({ url: '/api/v1/users/profile', headers: bearer(signToken(test.deps, mudada)) });
    expect(out.statusCode).toBe(401);
  });

  longo.test('live events open, and health says what is missing', async () => {
    freeze(redis.pid);
    const { answer: stream, livedMs } = await timed(async () =>
      test.app.inject({
        url: '/api/v1/eventos',
        headers: bearer(tenant.tokens.usuario),
        payloadAsStream: true,
      }),
    );
    expect(livedMs).toBeLessThan(PROMISE_MS);
    expect(stream.statusCode).toBe(200);
    stream.stream().destroy();
    await expect.poll(async () => (await ask({ url: '/api/v1/ready' })).statusCode).toBe(503);
    thaw(redis.pid);
    await expect.poll(async () => (await ask({ url: '/api/v1/ready' })).statusCode).toBe(200);
  });
});

describe('with PostgreSQL standing still', () => {
  it('all are answered with 503 and a time to return, and afterwards everything works', async () => {
    const headers = bearer(tenant.tokens.gerente);
    freeze(postgres.pid);
    const answers = await Promise.all([
      ...['/projetos', '/auditorias', '/dashboard', '/users', '/suporte/tickets', '/insight-templates'].map(
        (url) => ask({ url: `/api/v1${url}`, headers }),
      ),
      ask({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email: 'a@b.co', cnpj: '1', password: 'x' },
      }),
      ask({ method: 'POST', url: '/api/v1/projetos', headers, payload: { nome: 'Com o banco parado' } }),
    ]);
    for (const answer of answers) {
      expect(answer.json()).toMatchObject({ success: false, code: 'indisponivel' });
      expect(answer.statusCode).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // The API now knows that the database is frozen, so it refuses a further request without waiting.
    expect((await ask({ url: '/api/v1/projetos', headers })).statusCode).toBe(503);
    thaw(postgres.pid);
    await isBack();
  });

  longo.test.each(['com', 'sem', 'prisma'])(
    'what may have been saved is called neither lost nor saved (%s)',
    async (nome) => {
      await isBack();
      beforeCommit = () => freeze(postgres.pid);
      if (nome !== 'com') {
        // Opens connections beforehand, so that the freeze hits the statement itself.
        await Promise.all([test.deps.db.pool.query('select 1'), test.deps.prisma.lead.count()]);
        freeze(postgres.pid);
      }
      const answer = await ask({ method: 'POST', url: `/api/v1/teste/${nome}` });
      beforeCommit = () => {};
      expect(answer.json()).toMatchObject({
        success: false,
        code: 'resultado_desconhecido',
        message: expect.stringContaining('não sabemos se a operação foi salva. Confira'),
      });
      expect(answer.statusCode).toBe(504);
      expect(answer.headers['retry-after']).toBeUndefined();
      thaw(postgres.pid);
      await isBack();
      // The row was saved after all: PostgreSQL read the statement after the thaw.
      await expect.poll(() => test.deps.prisma.lead.count({ where: { nome } })).toBe(1);
    },
  );

  longo.test('a slow statement that lives is not cut', async () => {
    const { rows } = await test.deps.db.pool.query<{ ok: number }>('select 1 as ok from pg_sleep(4)');
    expect(rows).toEqual([{ ok: 1 }]);
  });

  longo.test("a request that waits for another's lock is told in time", async () => {
    const holder = await test.deps.db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from empresas where id = $1 for update', [tenant.empresa.id]);
      const answer = await ask({
        method: 'PUT',
        url: '/api/v1/empresa',
        headers: bearer(tenant.tokens.gerente),
        payload: { segmento: 'Outro' },
      });
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'indisponivel' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});
