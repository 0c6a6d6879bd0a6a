// Several processes of an installation sharing PostgreSQL and Redis (two API instances, workers where needed), and the
// separation of two installations in the same Redis.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@escuta/prisma/db';
import { API_LIMITS, type SessionLimits, sessionLimits, WORKER_LIMITS } from '@escuta/prisma/pool';
import { Processes } from '@escuta/shared/platform/process/processes';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import { SharedSemaphore } from '@escuta/shared/platform/redis/shared-semaphore';
import { folderId } from '@escuta/shared/platform/storage/folder-id';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_STREAMS_PER_ACCOUNT } from '../../api/src/features/sistema/event-streams.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, SENHA, signToken } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { longo } from '../support/longo.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';
import { program } from '../support/programs.ts';
import { createTarefa } from '../support/tasks.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const run = promisify(execFile);
const MAX_FAILURES = 4;
const OPTIONS = { LOGIN_MAX_FAILURES: MAX_FAILURES, REDIS_COMMAND_MS: 1000 };

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let proxy: TcpProxy;
/** `one` reaches Redis through the proxy, `two` directly. */
let one: TestApp;
let two: TestApp;
let tenant: Tenant;
let bases: string[];
const open: AbortController[] = [];

beforeAll(async () => {
  const redisUrl = process.env.REDIS_URL ?? '';
  proxy = new TcpProxy(redisUrl);
  one = await createTestApp({ ...OPTIONS, REDIS_URL: await proxy.start(redisUrl) });
  two = await createTestApp(OPTIONS);
  await one.deps.subscriptions.ready(120_000);
  tenant = await createTenant(two.deps);
  bases = [];
  for (const { app } of [one, two]) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    bases.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`);
  }
});
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort();
});
afterAll(async () => {
  for (const controller of open) controller.abort();
  await one?.close();
  await two?.close();
  await proxy?.stop();
});

/** Waits until both instances know each other. */
const bothKnown = () =>
  expect
    .poll(() => [one.deps.processes.replicas, two.deps.processes.replicas], { timeout: 30_000 })
    .toEqual([2, 2]);

const profile = ({ app }: TestApp, token: string) =>
  app.inject({ url: '/api/v1/users/profile', headers: bearer(token) });
const readyOf = async ({ app }: TestApp) => {
  const answer = await app.inject({ url: '/api/v1/ready' });
  return { status: answer.statusCode, message: answer.json().message as string | undefined };
};

/** Connects a client to the live events of an instance. */
async function listen(base: string | undefined, token: string) {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${base}/eventos`, { headers: bearer(token), signal: controller.signal });
  const client = { status: response.status, text: '', close: () => controller.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) client.text += decoder.decode(part as Uint8Array);
  };
  read().catch(() => undefined);
  return client;
}

describe('two instances of the API', () => {
  it('an account deactivated and a role changed in one hold in the other', async () => {
    const gone = await createMembro(two.deps, tenant.empresa);
    const raised = await createMembro(two.deps, tenant.empresa);
    const [goneToken, raisedToken] = [signToken(two.deps, gone), signToken(two.deps, raised)];
    for (const token of [goneToken, raisedToken]) {
      // Puts the account into the caches of both instances.
      for (const app of [one, two]) expect((await profile(app, token)).statusCode).toBe(200);
    }
    const headers = bearer(tenant.tokens.gerente);
    const ended = await one.app.inject({
      method: 'DELETE',
      url: `/api/v1/users/${gone.id}`,
      headers,
    });
    expect(ended.statusCode, ended.body).toBe(200);
    await expect.poll(async () => (await profile(two, goneToken)).statusCode).toBe(401);
    const changed = await one.app.inject({
      method: 'PATCH',
      url: `/api/v1/users/${raised.id}`,
      headers,
      payload: { role: 'gerente' },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    // The session with the old role ends, and a new session has the new role at each instance.
    await expect.poll(async () => (await profile(two, raisedToken)).statusCode).toBe(401);
    const again = await two.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { cnpj: tenant.empresa.cnpj, email: raised.email, password: SENHA },
    });
    const seen = await profile(one, again.json().data.token);
    expect(seen.json().data.user.role).toBe('gerente');
  });

  longo.test(
    'a change in one reaches the listeners of the other, which comes back each at its time',
    async () => {
      const [here, there] = await Promise.all([
        listen(bases[0], tenant.tokens.gerente),
        listen(bases[1], tenant.tokens.usuario),
      ]);
      const tarefa = await createTarefa(two.deps, tenant.projeto, tenant.gerente.usuarioId);
      const answer = await two.app.inject({
        method: 'POST',
        url: `/api/v1/tarefas/${tarefa.id}/cancelar`,
        headers: bearer(tenant.tokens.gerente),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      for (const client of [here, there]) await expect.poll(() => client.text).toContain(tarefa.id);
      const waits = [];
      for (let n = 0; n < 8; n += 1) {
        const client = await listen(bases[n % 2], tenant.tokens.usuario);
        await expect.poll(() => client.text).toContain('event: ligado');
        waits.push(Number(/retry: (\d+)/.exec(client.text)?.[1]));
        client.close();
      }
      for (const wait of waits) expect(wait >= 1000 && wait <= 5000, String(wait)).toBe(true);
      expect(new Set(waits).size).toBeGreaterThan(1);
    },
  );

  it('count sign-in attempts together', async () => {
    const membro = await createMembro(two.deps, tenant.empresa);
    const attempt = ({ app }: TestApp) =>
      app
        .inject({
          method: 'POST',
          url: '/api/v1/auth/login',
          payload: { cnpj: tenant.empresa.cnpj, email: membro.email, password: 'errada' },
        })
        .then(({ statusCode }) => statusCode);
    const seen = [];
    for (let n = 0; n < MAX_FAILURES; n += 1) seen.push(await attempt(n % 2 ? one : two));
    expect(seen).toEqual(Array(MAX_FAILURES).fill(401));
    expect([await attempt(one), await attempt(two)]).toEqual([429, 429]);
  });

  longo.test("count an account's live connections together", async () => {
    const token = signToken(two.deps, await createMembro(two.deps, tenant.empresa));
    const clients = [];
    for (let n = 0; n < MAX_STREAMS_PER_ACCOUNT; n += 1) clients.push(await listen(bases[n % 2], token));
    expect(clients.map(({ status }) => status)).toEqual(Array(MAX_STREAMS_PER_ACCOUNT).fill(200));
    for (const base of bases) expect((await listen(base, token)).status).toBe(429);
    // When a stream is closed at one instance, the other instance accepts a new stream in its place.
    clients[0]?.close();
    await expect
      .poll(async () => {
        const next = await listen(bases[1], token);
        next.close();
        return next.status;
      })
      .toBe(200);
  });

  longo.test(
    "without one's Redis, that one alone is not ready; and each lets pass only its share of attempts",
    async () => {
      await bothKnown();
      await expect.poll(async () => (await readyOf(one)).status, { timeout: 30_000 }).toBe(200);
      proxy.cut();
      try {
        await expect
          .poll(async () => (await readyOf(one)).message, { timeout: 30_000 })
          .toBe('O Redis não responde.');
        expect((await readyOf(two)).status).toBe(200);
        expect((await one.app.inject({ url: '/api/v1/live' })).statusCode).toBe(200);
        const membro = await createMembro(two.deps, tenant.empresa);
        const statuses = [];
        for (let n = 0; n < MAX_FAILURES; n += 1) {
          const answer = await one.app.inject({
            method: 'POST',
            url: '/api/v1/auth/login',
            payload: { cnpj: tenant.empresa.cnpj, email: membro.email, password: 'errada' },
          });
          statuses.push(answer.statusCode);
        }
        // The limit is four requests: each instance lets two pass.
        expect(statuses).toEqual([401, 401, 429, 429]);
        expect((await one.deps.semaphore.take('teste:parte', 4))?.release).toBeTypeOf('function');
        await one.deps.semaphore.take('teste:parte-cheia', 4);
        await one.deps.semaphore.take('teste:parte-cheia', 4);
        expect(await one.deps.semaphore.take('teste:parte-cheia', 4)).toBeNull();
      } finally {
        proxy.restore();
      }
      await expect.poll(async () => (await readyOf(one)).status, { timeout: 30_000 }).toBe(200);
      await one.deps.subscriptions.ready(120_000);
    },
  );
});

describe('the shared semaphore', () => {
  it('do not exceed the total, and those of a dead process return', async () => {
    const shared = { prefix: 'vagas-comuns', log: two.deps.log, sharers: () => 2, redis: two.deps.redis };
    const [dead, alive] = [new SharedSemaphore(shared), new SharedSemaphore(shared)];
    try {
      const taken = [await dead.take('x', 3)];
      const key = 'vagas-comuns:vagas:x';
      const [its = ''] = await shared.redis.zrange(key, '0', '-1');
      taken.push(await alive.take('x', 3), await alive.take('x', 3));
      expect(taken.every((place) => place !== null)).toBe(true);
      expect(await alive.take('x', 3)).toBeNull();
      // Simulates a killed process, which renews and releases nothing: its permits stay taken until its lease expires.
      vi.spyOn(shared.redis, 'zrem').mockResolvedValueOnce(0);
      dead.close();
      vi.restoreAllMocks();
      expect(await alive.take('x', 3)).toBeNull();
      await shared.redis.zadd(key, 1, its);
      expect(await alive.take('x', 3)).not.toBeNull();
      expect(await alive.take('x', 3)).toBeNull();
    } finally {
      alive.close();
    }
  });

  longo.test('a place given too late, and refused here, is not left without an owner', async () => {
    const { redis } = two.deps;
    const semaphore = new SharedSemaphore({
      redis,
      prefix: 'vagas-tarde',
      log: two.deps.log,
      sharers: () => 2,
    });
    const key = 'vagas-tarde:vagas:x';
    try {
      expect(await semaphore.take('x', 2)).not.toBeNull();
      // Simulates that Redis executes the command, but answers only after the command's time limit.
      const evaluate = redis.eval.bind(redis) as (...args: unknown[]) => Promise<unknown>;
      vi.spyOn(redis, 'eval').mockImplementationOnce((async (...args: unknown[]) => {
        await evaluate(...args);
        throw new Error('Command timed out');
      }) as never);
      expect(await semaphore.take('x', 2)).toBeNull();
      await expect.poll(() => redis.zcard(key)).toBe(1);
      expect(await semaphore.take('x', 2)).not.toBeNull();
    } finally {
      vi.restoreAllMocks();
      semaphore.close();
    }
  });

  longo.test(
    'workers take turns at what one is enough for: at each tick of the clock, one only',
    async () => {
      const shared = { redis: two.deps.redis, prefix: 'revezamento', log: two.deps.log };
      const own = { tipo: 'worker', maquina: 'm', pasta: null } as const;
      const workers = [0, 1, 2].map(() => new Processes(shared, own));
      const clock = vi.spyOn(Date, 'now');
      try {
        for (const worker of workers) await worker.start();
        await Promise.all(workers.map((worker) => worker.capacity()));
        const turns = [0, 1, 2, 3, 4, 5].map((second) => {
          clock.mockReturnValue(second * 1000 + 500);
          return workers.map((worker) => worker.isMyTurn(1000));
        });
        for (const turn of turns) expect(turn.filter(Boolean)).toHaveLength(1);
        for (const index of [0, 1, 2]) expect(turns.filter((turn) => turn[index])).toHaveLength(2);
      } finally {
        clock.mockRestore();
        for (const worker of workers) await worker.stop();
      }
    },
  );
});

longo.describe('workers', () => {
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider();
  });
  afterAll(() => fake.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('of one machine share the permits for sound; those of another have their own', async () => {
    const tenantOfRuns = await createPipelineTenant(two.deps);
    // Takes machine a's only permit for processing sound, and its additional permit for runs that a person requests.
    const other = new SharedSemaphore({
      redis: two.deps.redis,
      prefix: two.deps.env.REDIS_PREFIX,
      log: two.deps.log,
      sharers: () => 2,
    });
    const held = await Promise.all(['som:a', 'som-clique:a'].map((lugar) => other.take(lugar, 1)));
    expect(held).not.toContain(null);
    const asked = vi.spyOn(SharedSemaphore.prototype, 'take');
    const options = { AUDIO_SLOTS: 1 };
    const waiting = await startTestWorker(two.deps, fake.url, { ...options, MACHINE_ID: 'a' });
    try {
      const { execucaoId } = await request(two.deps, await createRecordedItem(two.deps, tenantOfRuns));
      const row = () => two.deps.prisma.execucao.findUniqueOrThrow({ where: { id: execucaoId } });
      await expect.poll(async () => (await row()).admitidaEm, { timeout: 30_000 }).not.toBeNull();
      const before = asked.mock.results.length;
      // The worker keeps retrying, and each try is refused.
      await expect.poll(() => asked.mock.results.length, { timeout: 30_000 }).toBeGreaterThan(before + 2);
      expect(await Promise.all(asked.mock.results.map(({ value }) => value))).toEqual(
        asked.mock.results.map(() => null),
      );
      expect((await row()).iniciadaEm).toBeNull();
      const elsewhere = await startTestWorker(two.deps, fake.url, { ...options, MACHINE_ID: 'b' });
      try {
        expect((await waitForRun(two.deps, execucaoId)).status).toBe('concluida');
      } finally {
        await stopTestWorker(elsewhere);
      }
      const second = await request(two.deps, await createRecordedItem(two.deps, tenantOfRuns));
      for (const place of held) place?.release();
      expect((await waitForRun(two.deps, second.execucaoId)).status).toBe('concluida');
    } finally {
      other.close();
      await stopTestWorker(waiting);
    }
  });

  it('a process with another folder does not start, says what to do and leaves no trace; with the same folder, it starts', async () => {
    const shared = { redis: two.deps.redis, prefix: 'outra-pasta', log: two.deps.log };
    const first = new Processes(shared, { tipo: 'api', maquina: 'outra', pasta: async () => 'outra-pasta' });
    await first.start();
    try {
      for (const file of ['api/src/main.ts', 'worker/src/main.ts']) {
        const ended = run(process.execPath, [program(file)], {
          env: { ...process.env, NODE_OPTIONS: '', REDIS_PREFIX: 'outra-pasta', METRICS_PORT: '0' },
          timeout: 110_000,
        });
        const failure = (await ended.catch((error: unknown) => error)) as { code: number; stderr: string };
        expect(failure.code, failure.stderr).toBe(1);
        expect(failure.stderr).toContain(
          'esta não é a pasta com que esta instalação já trabalha (na máquina outra)',
        );
        expect(failure.stderr).toContain('dê a todos os processos a mesma pasta');
        // A refused process leaves the list of processes, and so does not cause the refusal of others.
        const members = await shared.redis.zrange('outra-pasta:processos', '0', '-1');
        expect(members.map((one) => JSON.parse(one).maquina)).toEqual(['outra']);
      }
    } finally {
      await first.stop();
    }
    const { STORAGE_DIR } = two.deps.env;
    const same = { tipo: 'api', maquina: 'terceira', pasta: () => folderId(STORAGE_DIR) } as const;
    const elsewhere = new Processes(shared, same);
    await elsewhere.start();
    try {
      const worker = await startTestWorker(two.deps, fake.url, {
        REDIS_PREFIX: 'outra-pasta',
        MACHINE_ID: 'a',
      });
      await stopTestWorker(worker);
    } finally {
      await elsewhere.stop();
    }
  }, 240_000);
});

describe('the folder of recordings', () => {
  const folders: string[] = [];
  const started: Processes[] = [];
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'escuta-teste-pasta-'));
    folders.push(folder);
    return folder;
  };
  /** Registers a new API process in the installation `prefix`; `folder`: its storage folder; null: it has none. */
  const begin = async (prefix: string, maquina: string, folder: string | null) => {
    const place = { maquina, pasta: folder === null ? null : () => folderId(folder) };
    const options = { redis: two.deps.redis, prefix, log: two.deps.log };
    const one = new Processes(options, { tipo: 'api', ...place });
    started.push(one);
    await one.start();
    return one;
  };
  /** Reads why each process is refused (null if it is not refused), after every process knows the others. */
  const refusals = async (...all: Processes[]) => {
    for (const one of all) await one.capacity();
    return all.map((one) => one.refusal()?.name ?? null);
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const one of started.splice(0)) await one.stop();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  it('is the same or not by itself, on whatever machine', async () => {
    const [a, b] = [await newFolder(), await newFolder()];
    const one = await begin('pasta-igual', 'x', a);
    const other = await begin('pasta-igual', 'y', a);
    const none = await begin('pasta-igual', 'z', null);
    expect(await refusals(one, other, none)).toEqual([null, null, null]);
    const first = await begin('pasta-outra', 'x', a);
    const second = await begin('pasta-outra', 'x', b);
    expect(await refusals(first, second)).toEqual([null, 'StartRefusedError']);
  });

  longo.test('a latecomer with a slow clock does not expel those at work', async () => {
    const first = await begin('relogio', 'x', await newFolder());
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 3_600_000);
    const late = await begin('relogio', 'y', await newFolder());
    clock.mockRestore();
    expect(await refusals(first, late)).toEqual([null, 'StartRefusedError']);
  });

  longo.test(
    'a restarting process does not lose to the refused one of the other folder the place that its own has',
    async () => {
      const [a, b] = [await newFolder(), await newFolder()];
      const a1 = await begin('precedencia', 'x', a);
      const ghost = await begin('precedencia', 'y', b);
      const a2 = await begin('precedencia', 'x', a);
      expect(await refusals(a1, ghost, a2)).toEqual([null, 'StartRefusedError', null]);
    },
  );

  longo.test(
    'counts only when it says which it is: one that did not answer at the start, as soon as it does',
    async () => {
      const first = await begin('pasta-fora', 'x', await newFolder());
      const folder = await newFolder();
      let isAway = true;
      const options = { redis: two.deps.redis, prefix: 'pasta-fora', log: two.deps.log };
      const late = new Processes(options, {
        tipo: 'api',
        maquina: 'y',
        pasta: () => (isAway ? Promise.reject(new Error('fora')) : folderId(folder)),
      });
      started.push(late);
      await late.start();
      expect(await refusals(first, late)).toEqual([null, null]);
      isAway = false;
      expect(await refusals(first, late)).toEqual([null, 'StartRefusedError']);
      // The late process is listed once, in its present state.
      expect(await two.deps.redis.zcard('pasta-fora:processos')).toBe(2);
    },
  );

  longo.test('has one number only, even if many ask at the same time or its maker was killed', async () => {
    const folder = join(await newFolder(), 'nova');
    const ids = new Set(await Promise.all(Array.from({ length: 8 }, () => folderId(folder))));
    expect(ids.size).toBe(1);
    expect(await readdir(folder)).toEqual(['identificacao']);
    await writeFile(join(folder, 'identificacao'), '');
    const mended = await folderId(folder);
    expect(mended).toMatch(/^[0-9a-f-]{36}$/);
    expect(await folderId(folder)).toBe(mended);
    expect(await readdir(folder)).toEqual(['identificacao']);
    await expect(folderId('/dev/null/objetos')).rejects.toThrow();
  });
});

longo.describe('time limits', () => {
  const settingsOf = async (limits: SessionLimits) => {
    const pool = openDatabase({ databaseUrl: two.deps.env.DATABASE_URL, poolSize: 1, limits });
    try {
      const jit = await pool.query(`select setting, source from pg_settings where name = 'jit'`);
      expect(jit.rows).toEqual([{ setting: 'off', source: 'session' }]);
      const { rows } = await pool.query<{ name: string; ms: number }>(
        `select name, setting::int as ms from pg_settings where name in
           ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
      );
      return rows.map(({ ms }) => ms);
    } finally {
      await pool.end();
    }
  };

  it("each connection has PostgreSQL's own: those of the API, of the worker, or those the operator says", async () => {
    const env = { DATABASE_STATEMENT_MS: 0, DATABASE_LOCK_MS: 0, DATABASE_IDLE_TRANSACTION_MS: 0 };
    expect(await settingsOf(sessionLimits(API_LIMITS, env))).toEqual([120_000, 4000, 20_000]);
    expect(await settingsOf(sessionLimits(WORKER_LIMITS, env))).toEqual([120_000, 60_000, 300_000]);
    const told = { DATABASE_STATEMENT_MS: 7000, DATABASE_LOCK_MS: 6000, DATABASE_IDLE_TRANSACTION_MS: 5000 };
    expect(await settingsOf(sessionLimits(API_LIMITS, told))).toEqual([5000, 6000, 7000]);
  });

  it('a command to Redis fails after REDIS_COMMAND_MS', async () => {
    // Starts a server that accepts connections and never answers.
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as AddressInfo;
    const redis = createRedis(
      { REDIS_URL: `redis://127.0.0.1:${port}` },
      { log: two.deps.log, name: 'teste', commandMs: 1000 },
    );
    try {
      await expect(redis.ping()).rejects.toThrow();
    } finally {
      redis.disconnect();
      silent.close();
    }
  });
});

longo.describe('two installations on one Redis', () => {
  it('do not hear each other, and each key begins with the prefix of one of them', async () => {
    const neighbour = await createTestApp({ ...OPTIONS, REDIS_PREFIX: 'vizinha' });
    const fake = await startFakeProvider();
    try {
      const token = tenant.tokens.gerente;
      await neighbour.app.listen({ port: 0, host: '127.0.0.1' });
      const port = (neighbour.app.server.address() as AddressInfo).port;
      const [ours, theirs] = await Promise.all([
        listen(bases[1], token),
        listen(`http://127.0.0.1:${port}/api/v1`, token),
      ]);
      const cancel = async ({ app, deps }: TestApp) => {
        const { id } = await createTarefa(deps, tenant.projeto, tenant.gerente.usuarioId);
        await app.inject({ method: 'POST', url: `/api/v1/tarefas/${id}/cancelar`, headers: bearer(token) });
        return id;
      };
      const [first, second] = [await cancel(two), await cancel(neighbour)];
      await expect.poll(() => ours.text).toContain(first);
      await expect.poll(() => theirs.text).toContain(second);
      // Events stay in their own installation: a later event has arrived at the neighbour, and the first one has not.
      expect(theirs.text).not.toContain(first);
      const third = await cancel(two);
      await expect.poll(() => ours.text).toContain(third);
      expect(ours.text).not.toContain(second);

      // The two installations neither drop each other's sessions nor count each other's login attempts.
      const membro = await createMembro(two.deps, tenant.empresa);
      const attempt = ({ app }: TestApp) =>
        app
          .inject({
            method: 'POST',
            url: '/api/v1/auth/login',
            payload: { cnpj: tenant.empresa.cnpj, email: membro.email, password: 'errada' },
          })
          .then(({ statusCode }) => statusCode);
      for (let n = 0; n < MAX_FAILURES; n += 1) await attempt(two);
      expect([await attempt(two), await attempt(neighbour)]).toEqual([429, 401]);
      expect(neighbour.deps.processes.replicas).toBe(1);

      // A worker of the neighbouring installation completes a whole run.
      const runs = await createPipelineTenant(neighbour.deps);
      const worker = await startTestWorker(neighbour.deps, fake.url);
      try {
        const { execucaoId } = await request(neighbour.deps, await createRecordedItem(neighbour.deps, runs));
        expect((await waitForRun(neighbour.deps, execucaoId)).status).toBe('concluida');
        const prefixes = [
          two.deps.env.REDIS_PREFIX,
          'vizinha',
          'vagas-comuns',
          'revezamento',
          'outra-pasta',
          'vagas-tarde',
        ];
        expect(await foreignKeys(two.deps.redis, prefixes)).toEqual([]);
        const channels = (await two.deps.redis.pubsub('CHANNELS', '*')) as string[];
        expect(channels).toContain('vizinha:sessoes');
        // Other tests' installations have prefixes too: a channel without a prefix is a fault.
        expect(channels.filter((channel) => /^(eventos|sessoes|caches|acordar)\b/.test(channel))).toEqual([]);
      } finally {
        await stopTestWorker(worker);
      }
    } finally {
      await neighbour.close();
      await fake.close();
    }
  });
});

/** Lists the keys in this file's Redis database that have none of the prefixes. */
async function foreignKeys(redis: Redis, prefixes: readonly string[]): Promise<string[]> {
  const keys = await redis.keys('*');
  expect(keys.length).toBeGreaterThan(0);
  return keys.filter((key) => !prefixes.some((prefix) => key.startsWith(`${prefix}:`)));
}
