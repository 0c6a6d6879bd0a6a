import pg from 'pg';
import { parseDatabaseUrl } from './database-url.ts';
import { createWatchedPool } from './watched-pool.ts';

/** Options for a pool or a Prisma client. `onError` receives idle connections' errors. */
export type ConnectionOptions = {
  databaseUrl: string;
  poolSize: number;
  /** Name shown in pg_stat_activity. */
  name?: string;
  onError?: (error: Error) => void;
  /** Absent for an operator's tools (migrations, backups, doctor, seeds). */
  limits?: SessionLimits;
};

/** Limits after which PostgreSQL ends a session's work, ms. */
export type SessionLimits = {
  statementMs: number;
  lockMs: number;
  /** Longest idle time inside a transaction, whose locks block others. */
  idleInTransactionMs: number;
  /** True to use createWatchedPool, whose statements fail within seconds if the database freezes. */
  watched: boolean;
  /** Longest wait for a connection, ms; default: 4000 for a watched pool, otherwise 10,000. */
  connectMs?: number;
  /** For a watched pool: longest wait for a probe's answer, ms; default 2000. */
  answerMs?: number;
};

/** Limits for API requests. An export may take longer, because each statement reads only a part by cursor. */
export const API_LIMITS: SessionLimits = {
  statementMs: 20_000,
  lockMs: 4000,
  idleInTransactionMs: 120_000,
  watched: true,
};

/** Limits for background work, which waits until a frozen database answers again. */
export const WORKER_LIMITS: SessionLimits = {
  statementMs: 300_000,
  lockMs: 60_000,
  idleInTransactionMs: 120_000,
  watched: false,
};

/**
 * Compiling a statement (jit) takes PostgreSQL 0.1 to 1 s, often after wrong row estimates; no statement runs long
 * enough to profit.
 */
const WITHOUT_COMPILING = 'set jit = off';

/** Prisma sends times as UTC without a zone, which a server in another zone would shift. */
const IN_UTC = "set timezone = 'UTC'";

/**
 * Interval at which PostgreSQL checks the client's connection, ms; otherwise a killed process's locks stay until its
 * statement ends.
 */
const LOOK_FOR_CLIENT_MS = 2000;
/** SQL that sets this interval and ignores the error of systems that cannot check connections (Windows). */
const lookForClient = (ms: number) =>
  `do $$ begin set client_connection_check_interval = ${ms}; exception when invalid_parameter_value then null; end $$`;

/** `defaults`, overridden by environment variables; a variable of 0 keeps the default. */
export function sessionLimits(
  defaults: SessionLimits,
  env: { DATABASE_STATEMENT_MS: number; DATABASE_LOCK_MS: number; DATABASE_IDLE_TRANSACTION_MS: number },
): SessionLimits {
  return {
    ...defaults,
    statementMs: env.DATABASE_STATEMENT_MS || defaults.statementMs,
    lockMs: env.DATABASE_LOCK_MS || defaults.lockMs,
    idleInTransactionMs: env.DATABASE_IDLE_TRANSACTION_MS || defaults.idleInTransactionMs,
  };
}

/** Longest wait for a connection, ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Longest wait for a watched pool's connection, ms. */
const WATCHED_CONNECT_TIMEOUT_MS = 4000;

/** pg's configuration for a DATABASE_URL, with its `?schema=` as the search_path. */
export function poolConfig(options: ConnectionOptions): pg.PoolConfig {
  const { connectionString, options: startup } = parseDatabaseUrl(options.databaseUrl);
  return {
    connectionString,
    max: options.poolSize,
    application_name: options.name ?? 'escuta',
    connectionTimeoutMillis:
      options.limits?.connectMs ??
      (options.limits?.watched ? WATCHED_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(startup === undefined ? {} : { options: startup }),
  };
}

/** Opens a pool of pg. No scope guards its statements; they must take the company's id as a parameter. */
export function createPool(options: ConnectionOptions): pg.Pool {
  const config: pg.PoolConfig = { ...poolConfig(options) };
  const settings = [IN_UTC];
  if (options.limits) {
    const { statementMs, lockMs, idleInTransactionMs } = options.limits;
    settings.push(
      `set statement_timeout = ${statementMs}`,
      `set lock_timeout = ${lockMs}`,
      `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
      lookForClient(LOOK_FOR_CLIENT_MS),
      WITHOUT_COMPILING,
    );
  }
  // Sends settings as a statement, because poolers refuse start-up options.
  Object.assign(config, { onConnect: (client: pg.ClientBase) => client.query(settings.join('; ')) });
  const pool = options.limits?.watched
    ? createWatchedPool(config, options.limits.answerMs)
    : new pg.Pool(config);
  // An unhandled error event would end the process when the database restarts.
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}
