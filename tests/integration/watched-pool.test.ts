// The API's connection guard cuts connections that a silent database holds up, and no others
// (prisma/src/watched-pool.ts).
import { API_LIMITS, createPool } from '@escuta/prisma/pool';
import { ResultUnknownError } from '@escuta/prisma/result-unknown';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

it('leaves a long statement alone when the process itself stood still while the database was asked', async () => {
  const lost: string[] = [];
  const pool = createPool({
    databaseUrl: process.env.DATABASE_URL!,
    poolSize: 1,
    limits: API_LIMITS,
    onError: (error) => lost.push(error.message),
  });
  const { connect } = pg.Client.prototype;
  let connections = 0;
  // The first connection runs the statement; the second is the guard's probe. The start of the probe blocks the process
  // for longer than the guard waits for an answer.
  vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const begun = (connect as (...given: unknown[]) => unknown).apply(this, given);
    connections += 1;
    if (connections === 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    return begun as Promise<void>;
  });
  try {
    const { rows } = await pool.query("select pg_sleep(5), 'inteiro' as resultado");
    expect(rows).toMatchObject([{ resultado: 'inteiro' }]);
    expect(connections).toBeGreaterThan(1);
    expect(lost).toEqual([]);
  } finally {
    await pool.end();
  }
});

it('gives out new connections as soon as the database is heard again on an old one', async () => {
  const pool = createPool({
    databaseUrl: process.env.DATABASE_URL!,
    poolSize: 3,
    limits: { ...API_LIMITS, answerMs: 300 },
  });
  try {
    const [idle, busy] = await Promise.all([pool.connect(), pool.connect()]);
    idle.release();
    const silent = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(() => new Promise(() => {}));
    await expect(busy.query('select pg_sleep(60)')).rejects.toThrow('Connection terminated');
    busy.release(true);
    silent.mockRestore();
    expect((await pool.query('select 1 as um')).rows).toEqual([{ um: 1 }]);
    const both = await Promise.all([pool.query('select 1 as um'), pool.query('select 1 as um')]);
    expect(both.map(({ rows }) => rows)).toEqual([[{ um: 1 }], [{ um: 1 }]]);
  } finally {
    await pool.end();
  }
});

it('says that the result of a lost write is unknown, of one without a name too, after a reading without one', async () => {
  const pool = createPool({ databaseUrl: process.env.DATABASE_URL!, poolSize: 1, limits: API_LIMITS });
  await pool.query({ name: '', text: 'select 1' });
  const client = await pool.connect();
  client.on('error', () => {});
  const text = 'with t as (select pg_sleep(9)) delete from leads using t';
  const lost = client.query({ name: '', text }).catch((error: unknown) => error);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  expect(await lost).toBeInstanceOf(ResultUnknownError);
  client.release(true);
  await pool.end();
});
