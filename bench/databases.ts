// A private database for each part of the bench, so that one part's leftovers (rows without triggers, queued runs) do
// not affect the next.
import { type Database, openDatabase } from '@escuta/prisma/db';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Template database: the small installation with which each part of the bench starts. */
const MODEL = 'escuta_modelo';

/** The address of another database of the same server. */
function addressOf(databaseUrl: string, database: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function administer(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(databaseUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies a database, which must have no connections, as the template of the parts' databases. */
export async function keepModel(databaseUrl: string): Promise<void> {
  await administer(
    databaseUrl,
    `create database ${MODEL} template ${new URL(databaseUrl).pathname.slice(1)}`,
  );
}

/**
 * Runs `work` with a copy of the template database, which is dropped afterwards, and with an empty Redis. Programs that
 * `work` starts find the copy in DATABASE_URL.
 * @param name name of the part, in letters and digits
 */
export async function inOwnDatabase<T>(
  { name, databaseUrl, redisUrl }: { name: string; databaseUrl: string; redisUrl: string },
  work: (pool: Database) => Promise<T>,
): Promise<T> {
  const database = `escuta_${name}`;
  await administer(databaseUrl, `create database ${database} template ${MODEL}`);
  const url = addressOf(databaseUrl, database);
  process.env.DATABASE_URL = url;
  await emptyRedis(redisUrl);
  const pool = openDatabase({ databaseUrl: url, poolSize: 8, name: 'escuta-bench' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    process.env.DATABASE_URL = databaseUrl;
    await administer(databaseUrl, `drop database ${database} with (force)`);
  }
}

async function emptyRedis(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
}
