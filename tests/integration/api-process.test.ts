// The API as the process that operators run: api/src/main.ts, with PostgreSQL and Redis that go away and come back.
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { bearer, newCnpj } from '../support/factories.ts';
import { program } from '../support/programs.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const deps = createTestDeps();
const databaseUrl = deps.env.DATABASE_URL;
const redisUrl = deps.env.REDIS_URL;
const postgres = new TcpProxy(databaseUrl);
const redis = new TcpProxy(redisUrl);
const account = { email: 'operadora@exemplo.com.br', password: 'senha-da-operadora', cnpj: newCnpj() };
const ports = { api: 0, metrics: 0 };
let child: ChildProcess;
let output = '';
let token = '';

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${ports.api}/api/v1${path}`, init);
const statusOf = async (path: string, init: RequestInit = {}) => {
  const answer = await ask(path, init).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? 0;
};
const signIn = () =>
  ask('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });

beforeAll(async () => {
  ports.api = await freePort();
  ports.metrics = await freePort();
  child = spawn(process.execPath, [program('api/src/main.ts')], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      LOG_LEVEL: 'info',
      DATABASE_URL: await postgres.start(databaseUrl),
      REDIS_URL: await redis.start(redisUrl),
      PORT: String(ports.api),
      METRICS_PORT: String(ports.metrics),
      INIT_ADMIN_EMAIL: account.email,
      INIT_ADMIN_PASSWORD: account.password,
      INIT_ADMIN_CNPJ: account.cnpj,
      INIT_ADMIN_EMPRESA: 'Casa',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += String(part);
    });
  }
  // The first administrator is made after the port opens.
  await vi.waitFor(async () => expect((await signIn()).status).toBe(200), {
    timeout: 170_000,
    interval: 100,
  });
});
afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await Promise.all([postgres.stop(), redis.stop()]);
  await closeTestDeps(deps);
});

describe('the API process', () => {
  it('creates the first administrator of the INIT_ADMIN_* variables, who signs in', async () => {
    const answer = await signIn();
    const { data } = (await answer.json()) as { data: { token: string; user: { role: string } } };
    token = data.token;
    expect(data.user.role).toBe('admin');
    expect(await statusOf('/users/profile', { headers: bearer(token) })).toBe(200);
  });

  it('installs the catalogue of models and prices, without which nothing is transcribed', async () => {
    expect(
      await deps.prisma.modeloCatalogo.count({ where: { rotulo: 'padrao-transcricao', ativo: true } }),
    ).toBe(1);
    expect(await deps.prisma.precoCatalogo.count()).toBeGreaterThan(0);
  });

  it('shows metrics and readiness on the private port only', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text();
    expect(metrics).toContain(
      'escuta_http_segundos_count{metodo="POST",rota="/api/v1/auth/login",status="200"}',
    );
    expect(metrics).toContain('process_resident_memory_bytes');
    // A slow dependency makes /ready fail for a moment, so the test polls.
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${ports.metrics}/ready`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${ports.metrics}/api/v1/users/profile`)).status).toBe(404);
    expect(await statusOf('/../../metrics')).toBe(404);
  });

  it('answers 503 while the database is away, and comes back by itself', async () => {
    postgres.cut();
    const down = await ask('/users/profile', { headers: bearer(token) });
    expect(down.status).toBe(503);
    expect(await down.json()).toMatchObject({ success: false, code: 'indisponivel' });
    expect(down.headers.get('retry-after')).toBe('5');
    expect(await statusOf('/health')).toBe(200);
    postgres.restore();
    await expect.poll(() => statusOf('/users/profile', { headers: bearer(token) })).toBe(200);
  });

  it('serves without Redis, and hears the end of sessions again when Redis returns', async () => {
    redis.cut();
    expect(await statusOf('/users/profile', { headers: bearer(token) })).toBe(200);
    expect((await signIn()).status).toBe(200);
    const membro = await deps.prisma.membro.findFirstOrThrow({
      where: { usuario: { email: account.email } },
    });
    // Without Redis the process gets no notice of the change, so it must not trust its cache.
    await deps.prisma.membro.update({ where: { id: membro.id }, data: { versaoToken: { increment: 1 } } });
    await expect.poll(() => statusOf('/users/profile', { headers: bearer(token) })).toBe(401);
    redis.restore();
    await expect.poll(async () => (await signIn()).status).toBe(200);
    token = ((await (await signIn()).json()) as { data: { token: string } }).data.token;
    await expect
      .poll(async () => (await deps.redis.pubsub('NUMSUB', `${process.env.REDIS_PREFIX}:sessoes`))[1], {
        timeout: 10_000,
      })
      .toBe(1);
  });

  it('ends in order at SIGTERM: streams and idle connections do not hold it up', async () => {
    const events = await ask('/eventos', { headers: bearer(token) });
    expect(events.status).toBe(200);
    const ended = (async () => {
      for await (const _ of events.body ?? []);
    })();
    const idle = connect(ports.api, '127.0.0.1');
    await new Promise((done) => idle.once('connect', done));
    idle.on('error', () => undefined);
    const exit = new Promise<number | null>((done) => child.once('exit', done));
    child.kill('SIGTERM');
    // The clients never end the stream and the connection: a shutdown that waited for the clients would be cut off,
    // with exit code 1.
    expect(await exit).toBe(0);
    expect(output).not.toContain('saindo à força');
    await ended;
    idle.destroy();
  });

  it('writes no password, e-mail or token to the log', () => {
    expect(output).toContain('"msg":"requisição"');
    for (const secret of [account.email, account.password, token, 'eyJ', deps.env.JWT_SECRET]) {
      expect(output).not.toContain(secret);
    }
    expect(output).not.toContain('MaxListeners');
    // Each log line has its own fields, and none of earlier lines.
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    expect(
      lines.map((line) => JSON.parse(line) as { msg: string }).find(({ msg }) => msg === 'Encerrando'),
    ).toEqual({
      level: 30,
      time: expect.any(String),
      name: 'api',
      motivo: 'SIGTERM',
      msg: 'Encerrando',
    });
  });
});

it('does not start with a wrong configuration, and says what is wrong', async () => {
  const wrong = spawn(process.execPath, [program('api/src/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', JWT_SECRET: 'curto', PORT: 'oito', INIT_ADMIN_EMAIL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  wrong.stderr.on('data', (part) => {
    said += String(part);
  });
  const code = await new Promise((done) => wrong.once('exit', done));
  expect(code).toBe(1);
  expect(said).toContain('Configuração inválida');
  expect(said).toContain('JWT_SECRET');
  expect(said).toContain('PORT: Entrada inválida: esperava um número');
  expect(said).not.toMatch(/curto|oito/);
});

it("a stopped reader of the log does not fill the process's memory", async () => {
  const writes = `
    import { createLogger } from '@escuta/shared/platform/process/log';
    const log = createLogger('teste', 'info');
    const before = process.memoryUsage.rss();
    for (let n = 0; n < 120_000; n += 1) log.info({ texto: 'x'.repeat(1000) + n }, 'linha');
    process.stderr.write(String(process.memoryUsage.rss() - before) + '\\n', () => process.kill(process.pid, 'SIGKILL'));`;
  const child = spawn(
    process.execPath,
    ['--conditions=node', '--import', 'tsx', '--input-type=module', '-e', writes],
    {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // A stdout without a reader must not block the process.
  let grown = '';
  child.stderr.on('data', (part) => {
    grown += String(part);
  });
  await new Promise((done) => child.once('exit', done));
  expect(Number(grown)).toBeGreaterThan(0);
  expect(Number(grown) / 1024 / 1024).toBeLessThan(100);
});
