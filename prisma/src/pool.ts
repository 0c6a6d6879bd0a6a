import pg from 'pg';
import { parseDatabaseUrl } from './database-url.ts';
import { createWatchedPool } from './watched-pool.ts';

/** What both kinds of connection need. `onError` hears of idle connections that broke. */
export type ConnectionOptions = {
  databaseUrl: string;
  /** Most connections at once. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  onError?: (error: Error) => void;
  /** Limits of each session; none for tools that an operator watches (migrations, copies, doctor, seeds). */
  limits?: SessionLimits;
};

/** What PostgreSQL itself ends, ms. */
export type SessionLimits = {
  statementMs: number;
  /** Waiting for somebody else's lock. */
  lockMs: number;
  /** A transaction in which nothing happens: its locks hold up others. */
  idleInTransactionMs: number;
  /** Whether who waits for an answer is told within seconds when the database stands still (createWatchedPool). */
  watched: boolean;
  /** Longest wait for a connection, ms; 4000 where people wait, else 10,000. */
  connectMs?: number;
  /** Where it is watched: longest wait for the answer whether it stands still, ms; 2000. */
  answerMs?: number;
};

/** For what people wait for. An export reads by cursor, at the pace of whoever downloads it. */
export const API_LIMITS: SessionLimits = {
  statementMs: 20_000,
  lockMs: 4000,
  idleInTransactionMs: 120_000,
  watched: true,
};

/** For work in the background, which waits a standing database out. */
export const WORKER_LIMITS: SessionLimits = {
  statementMs: 300_000,
  lockMs: 60_000,
  idleInTransactionMs: 120_000,
  watched: false,
};

/**
 * Compiling a statement takes PostgreSQL 0.1 to 1 s, and it does so by its guess of the rows: a look-up of 1,000 keys in an index, of
 * which it guesses 300 rows a key, cost more to compile than to answer. Nothing that the product asks is long enough to earn that back.
 */
const WITHOUT_COMPILING = 'set jit = off';

/** Prisma writes and reads every moment as UTC, in words without a zone: on a server of another one they would be hours off those of SQL. */
const IN_UTC = "set timezone = 'UTC'";

/**
 * How often PostgreSQL looks whether who asked is still there, ms, while it works on a statement or waits for a lock. By itself it hears of a
 * process that was killed only at the statement's end: what that one had locked stayed so until its own limit, a minute for a worker's.
 */
const LOOK_FOR_CLIENT_MS = 2000;
/** A server whose system cannot tell (Windows) takes no value for it, and does without. */
const lookForClient = (ms: number) =>
  `do $$ begin set client_connection_check_interval = ${ms}; exception when invalid_parameter_value then null; end $$`;

/** `defaults` with what the operator set of them in the environment; 0 is nothing. */
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

/** Waiting longer than this for a connection fails the request instead of piling up more. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The same where people wait. */
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

/**
 * A raw pool for the hot lists: prepared statements by `name`, JSON built by PostgreSQL. Unlike Prisma it asserts no
 * scope: every statement takes the company's id as a parameter.
 */
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
  // Said on the connection before anybody gets it, not at its start: poolers refuse start-up options.
  Object.assign(config, { onConnect: (client: pg.ClientBase) => client.query(settings.join('; ')) });
  const pool = options.limits?.watched
    ? createWatchedPool(config, options.limits.answerMs)
    : new pg.Pool(config);
  // Without a listener a restart of the database would end the process.
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}
