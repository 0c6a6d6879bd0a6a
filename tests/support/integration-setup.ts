// Runs before each integration test file, in its process, before its imports. Prepares:
// - a database copied from the migrated template (about 0.1 s). It is not dropped after the test file, because deleting
//   its four hundred files costs more than keeping them until the run removes the server.
// - an emptied Redis database, and a Redis prefix, since pub/sub ignores databases.
// - every variable that shared/src/platform/process/env.ts requires, in process.env, for loadEnv().
// After the test file, checks the database's invariants (invariants.ts). Concurrent test files never see each other's
// rows; the tests of a file share its database.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { BROKEN_FILE, mayBreak } from './impossible-rows.mjs';
import { brokenRules } from './invariants.ts';
import { noteStatements } from './statements-met.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    redisUrl: string;
    dataFolder: string;
  }
}

noteStatements(inject('dataFolder'));

const TEMPLATE = 'escuta_modelo';
const worker = Number(process.env.VITEST_POOL_ID ?? 1);
const database = `escuta_t${worker}_${process.pid}_${Date.now().toString(36)}`;
const serverUrl = inject('postgresUrl');

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const onServer = (sql: string) => withClient(serverUrl, (client) => client.query(sql));

// Copies the template's files. PostgreSQL's default way, through the log, takes twice the time.
await onServer(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);

const databaseUrl = new URL(serverUrl);
databaseUrl.pathname = `/${database}`;
const redisUrl = new URL(inject('redisUrl'));
redisUrl.pathname = `/${worker % 256}`;
const redis = new Redis(redisUrl.href);
await redis.flushdb();
await redis.quit();
const storage = join(inject('dataFolder'), 'objetos', database);
mkdirSync(storage, { recursive: true });

Object.assign(process.env, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl.href,
  REDIS_URL: redisUrl.href,
  REDIS_PREFIX: database,
  PORT: '0',
  // Only five connections: each plans statements and compiles triggers anew, so that ten cost more time than they save.
  DATABASE_POOL: '5',
  STORAGE_DRIVER: 'filesystem',
  STORAGE_DIR: storage,
  JWT_SECRET: 'segredo-de-teste-com-mais-de-32-caracteres',
  API_KEY_HMAC_SECRET: 'outro-segredo-de-teste-com-mais-de-32-letras',
  URL_SIGNING_SECRET: 'mais-um-segredo-de-teste-com-mais-de-32-letras',
  ENCRYPTION_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
  OPENAI_API_KEY: 'chave-de-teste',
  // Nothing listens here, so that no test reaches a real provider. A test that needs a provider starts its own.
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v1',
});

afterAll(async () => {
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  const wrong: string[] = [];
  for (const [rule, found] of await withClient(databaseUrl.href, (db) => brokenRules(db, storage))) {
    if (mayBreak(rule, file)) appendFileSync(join(inject('dataFolder'), BROKEN_FILE), `${rule}: ${file}\n`);
    else wrong.push(`${rule}: ${found}`);
  }
  if (wrong.length > 0) {
    const what = wrong.join('\n');
    throw new Error(`O produto nunca deixaria isto (tests/support/invariants.ts):\n${what}`);
  }
});
