import pg from 'pg';
import { parseDatabaseUrl } from './database-url.ts';

/** What both kinds of connection need. `onError` hears of idle connections that broke. */
export type ConnectionOptions = {
  databaseUrl: string;
  /** Most connections at once. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  onError?: (error: Error) => void;
};

/** Waiting longer than this for a connection fails the request instead of piling up more. */
const CONNECT_TIMEOUT_MS = 10_000;

/** pg's configuration for a DATABASE_URL, with its `?schema=` as the search_path. */
export function poolConfig(options: ConnectionOptions): pg.PoolConfig {
  const { connectionString, options: startup } = parseDatabaseUrl(options.databaseUrl);
  return {
    connectionString,
    max: options.poolSize,
    application_name: options.name ?? 'escuta',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(startup === undefined ? {} : { options: startup }),
  };
}

/**
 * A raw pool for the hot lists: prepared statements by `name`, JSON built by PostgreSQL. Unlike Prisma it asserts no
 * scope: every statement takes the company's id as a parameter.
 */
export function createPool(options: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool(poolConfig(options));
  // Without a listener a restart of the database would end the process.
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}
