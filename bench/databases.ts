// A database of its own for each part of the bench: what one part leaves (rows written without triggers, queued runs) is nothing that the next
// one measures or trips over.
import { type Database, openDatabase } from '@escuta/prisma/db';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Of the small installation, which each part begins with. */
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

/** Keeps a database, to which nobody is connected, as the model of all that follow. */
export async function keepModel(databaseUrl: string): Promise<void> {
  await administer(
    databaseUrl,
    `create database ${MODEL} template ${new URL(databaseUrl).pathname.slice(1)}`,
  );
}

/**
 * Does `work` over a copy of the model and an empty Redis; programs that it starts find the copy in DATABASE_URL. The copy goes afterwards.
 * @param name of the part: letters and digits
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
