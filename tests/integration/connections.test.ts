// DATABASE_POOL limits all connections of a process, Prisma's and prepared SQL's, in requests and in pipeline stages.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createPool, WORKER_LIMITS } from '@escuta/prisma/pool';
import type pg from 'pg';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { newCnpj } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { startTestWorker, stopTestWorker } from '../support/pipeline.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';

const POOL = 3;
const deps = createTestDeps();
let api: ChildProcess | undefined;
let worker: RunningWorker | undefined;

/** Counts the open connections to this file's database whose application name is `name`. */
async function connectionsOf(name: string): Promise<number> {
  const { rows } = await deps.db.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = $1`,
    [name],
  );
  return rows[0]!.n;
}

/** Counts the connections with the application name `name` that wait for a lock. */
async function waitsForLock(name: string): Promise<number> {
  const { rows } = await deps.db.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and application_name like $1 and wait_event_type = 'Lock'`,
    [name],
  );
  return rows[0]!.n;
}

afterEach(async () => {
  if (api) await end(api, 'SIGKILL');
  await stopTestWorker(worker);
  api = undefined;
  worker = undefined;
});
afterAll(() => closeTestDeps(deps));

it('locks of a dead process are free in seconds, even if its statement waited for longer', async () => {
  const [MINE, HELD] = [1, 2];
  const lock = (db: pg.Pool | pg.PoolClient, key: number) => db.query('select pg_advisory_lock($1)', [key]);
  const limits = { ...WORKER_LIMITS, lockMs: 3_600_000, statementMs: 3_600_000 };
  const his = createPool({ databaseUrl: deps.env.DATABASE_URL, poolSize: 1, limits, name: 'escuta-morto' });
  const mine = await deps.db.pool.connect();
  let other: pg.PoolClient | undefined;
  let dead: pg.PoolClient | undefined;
  try {
    await lock(mine, MINE);
    dead = await his.connect();
    dead.on('error', () => undefined);
    await lock(dead, HELD);
    const waits = lock(dead, MINE).catch((error: Error) => error);
    await expect.poll(() => waitsForLock('escuta-morto')).toBe(1);
    // Destroys the socket, because a killed process does not close its connections.
    (dead as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    expect(await waits).toBeInstanceOf(Error);
    // A third connection is needed, because PostgreSQL itself resolves a deadlock of two.
    other = await deps.db.pool.connect();
    await other.query("set lock_timeout = '100s'");
    await lock(other, HELD);
  } finally {
    mine.release(true);
    other?.release(true);
    dead?.release(true);
    await his.end();
  }
});

it('an API opens at most DATABASE_POOL connections, with Prisma and SQL at the same time', async () => {
  const port = await freePort();
  api = spawn(process.execPath, [program('api/src/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), DATABASE_POOL: String(POOL) },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}/api/v1`;
  await vi.waitFor(async () => expect((await fetch(`${base}/health`)).ok).toBe(true), {
    timeout: 170_000,
    interval: 100,
  });
  const send = (path: string, body: object) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((answer) => answer.text());
  const holder = await deps.db.pool.connect();
  try {
    // Sign-ins and demonstration requests each hold a connection while they wait for the lock, so both pile up.
    await holder.query('begin; lock table leads, membros in access exclusive mode');
    const waiting = Array.from({ length: 12 }, (_, index) =>
      Promise.all([
        send('/leads', { nome: 'Ana', email: `ana${index}@exemplo.com.br`, telefone: '11999990000' }),
        send('/auth/login', { email: `ana${index}@exemplo.com.br`, cnpj: newCnpj(), password: 'senha' }),
      ]),
    );
    await expect.poll(() => waitsForLock('escuta-api%')).toBeGreaterThanOrEqual(POOL);
    await Promise.all(waiting);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  // A pool keeps idle connections for half a minute, so the connections counted now are as many as at the peak.
  expect(await connectionsOf('escuta-api')).toBeLessThanOrEqual(POOL);
  expect(await connectionsOf('escuta-api-listas')).toBe(0);
});

longo.test('a worker opens DATABASE_POOL connections, and one apart to listen', async () => {
  worker = await startTestWorker(deps, 'http://127.0.0.1:9', { DATABASE_POOL: POOL });
  await Promise.all(Array.from({ length: 30 }, () => worker!.db.pool.query('select pg_sleep(0.01)')));
  expect(await connectionsOf('escuta-worker')).toBe(POOL);
  await expect.poll(() => connectionsOf('escuta-worker-escuta')).toBe(1);
});
