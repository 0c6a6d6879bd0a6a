import pg from 'pg';
import { isLostConnection, ResultUnknownError } from './result-unknown.ts';

/** Time, ms, that a connection is in use before a probe checks the database. */
const SUSPICIOUS_MS = 1000;
const LOOK_EVERY_MS = 500;
/** Longest wait for the probe's answer, ms. */
const ANSWER_LIMIT_MS = 2000;
/** If a timer is late by more than this, ms, the process itself was paused, so a missing answer proves nothing. */
const OWN_DELAY_MS = 500;

const silentError = () => new Error('Connection terminated: o banco de dados não responde');

const saves = (text: string): boolean =>
  // A SELECT cannot write; another statement can if it contains one of these verbs, even in a WITH part.
  !/^\s*select\b/i.test(text) &&
  /\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(
    text.replace(/\bfor\s+(no\s+key\s+)?update\b/gi, ''),
  );

/** Results of `saves` by statement name, as each name has one text. */
const namedThatSave = new Map<string, boolean>();
function savesByName(name: string, text: string): boolean {
  const known = namedThatSave.get(name);
  if (known !== undefined) return known;
  const found = saves(text);
  namedThatSave.set(name, found);
  return found;
}

/** True for a COMMIT and, outside a transaction, for a statement that can write. */
const savesAtOnce = (text: string, name: unknown, inTransaction: boolean): boolean =>
  /^\s*commit\b/i.test(text) ||
  (!inTransaction && (typeof name === 'string' && name !== '' ? savesByName(name, text) : saves(text)));

/**
 * A pool whose users do not hang on a frozen database. When a client is in use for over a second, a separate connection
 * probes the database; without an answer within `answerLimitMs` the pool ends all clients in use and gives out none
 * until an answer comes. Interrupted writes fail with ResultUnknownError: the server may have executed them.
 */
export function createWatchedPool(config: pg.PoolConfig, answerLimitMs = ANSWER_LIMIT_MS): pg.Pool {
  let isSilent = false;
  let isAsking = false;
  /** Time at which any connection last reported readiness. */
  let heardAt = 0;

  class WatchedClient extends pg.Client {
    #inTransaction = false;

    constructor(given?: pg.ClientConfig) {
      super(given);
      this.on('drain', () => {
        heardAt = performance.now();
        isSilent = false;
      });
      const connect = this.connect.bind(this) as (
        done?: (error?: Error) => void,
      ) => Promise<void> | undefined;
      const query = this.query.bind(this) as (...given: unknown[]) => unknown;
      Object.assign(this, {
        connect: (done?: (error?: Error) => void) => {
          if (!isSilent) return connect(done);
          if (!done) return Promise.reject(silentError());
          process.nextTick(done, silentError());
          return undefined;
        },
        query: (...args: unknown[]) => this.#marked(query, args),
      });
    }

    /** Runs a statement; a lost connection during a write becomes ResultUnknownError. */
    #marked(query: (...given: unknown[]) => unknown, args: unknown[]): unknown {
      const [statement] = args;
      const { text, name } =
        typeof statement === 'string'
          ? { text: statement, name: undefined }
          : ((statement ?? {}) as { text?: unknown; name?: unknown });
      if (typeof text !== 'string') return query(...args);
      const isRisky = savesAtOnce(text, name, this.#inTransaction);
      if (/^\s*(begin|start\s+transaction)\b/i.test(text)) this.#inTransaction = true;
      else if (/^\s*(commit|rollback(?!\s+to))\b/i.test(text)) this.#inTransaction = false;
      if (!isRisky) return query(...args);
      const told = (error: unknown) => (isLostConnection(error) ? new ResultUnknownError(error) : error);
      const done = args.at(-1);
      if (typeof done === 'function') {
        return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          (done as (error: unknown, result: unknown) => void)(error ? told(error) : error, result);
        });
      }
      const answer = query(...args);
      return answer instanceof Promise
        ? answer.catch((error: unknown) => Promise.reject(told(error)))
        : answer;
    }
  }

  const pool = new pg.Pool({ ...config, Client: WatchedClient });
  const since = new Map<pg.PoolClient, number>();
  pool.on('acquire', (client) => since.set(client, Date.now()));
  pool.on('release', (_error, client) => since.delete(client));
  pool.on('remove', (client) => since.delete(client));

  const look = async () => {
    const isSuspicious = [...since.values()].some((time) => Date.now() - time > SUSPICIOUS_MS);
    if (isAsking || !(isSilent || isSuspicious)) return;
    isAsking = true;
    const wasSilent = isSilent;
    const asked = performance.now();
    const hasAnswered = await answers(config, answerLimitMs);
    isSilent = !hasAnswered && heardAt < asked;
    isAsking = false;
    if (!isSilent) return;
    if (!wasSilent) pool.emit('error', silentError(), undefined as never);
    // Ends the clients at once; the running statement's caller gets the error.
    for (const client of since.keys()) void (client as unknown as pg.Client).end().catch(() => {});
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  const end = pool.end.bind(pool) as () => Promise<void>;
  Object.assign(pool, {
    end: () => {
      clearInterval(timer);
      return end();
    },
  });
  return pool;
}

/**
 * True if the database answers a separate connection, even by refusing; also if this process was paused during the
 * probe.
 */
async function answers(config: pg.PoolConfig, limitMs: number): Promise<boolean> {
  const { max: _max, idleTimeoutMillis: _idle, ...rest } = config;
  const client = new pg.Client({ ...rest, connectionTimeoutMillis: limitMs });
  client.on('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  const asked = performance.now();
  const stoodStill = () => performance.now() - asked > limitMs + OWN_DELAY_MS;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(stoodStill()), limitMs);
  });
  const answer = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      // pg's own timeout, shortly before or after `late`, is no answer of the database.
      (error: Error) => !/timeout/i.test(error.message) || stoodStill(),
    );
  const isThere = await Promise.race([answer, late]);
  clearTimeout(timer);
  void client.end().catch(() => {});
  return isThere;
}
