import pg from 'pg';
import { isLostConnection, ResultUnknownError } from './result-unknown.ts';

/** How long a client may be in use before somebody asks whether the database still answers, ms. */
const SUSPICIOUS_MS = 1000;
const LOOK_EVERY_MS = 500;
/** Longest wait for the answer to that question, ms. */
const ANSWER_LIMIT_MS = 2000;
/** This much later than it was due, ms, a timer says that this process stood still itself: what it did not hear says nothing. */
const OWN_DELAY_MS = 500;

const silentError = () => new Error('Connection terminated: o banco de dados não responde');

/** Whether a statement can leave something behind by itself. */
const saves = (text: string): boolean =>
  // What begins so saves nothing: only a statement's own beginning, or what stands before it in WITH, does.
  !/^\s*select\b/i.test(text) &&
  /\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(
    text.replace(/\bfor\s+(no\s+key\s+)?update\b/gi, ''),
  );

/** The same of statements that are prepared, by their names: each has one text, which is read through once. */
const namedThatSave = new Map<string, boolean>();
function savesByName(name: string, text: string): boolean {
  const known = namedThatSave.get(name);
  if (known !== undefined) return known;
  const found = saves(text);
  namedThatSave.set(name, found);
  return found;
}

/** Whether a statement by itself, or a transaction's end, can leave something behind that nobody heard of. */
const savesAtOnce = (text: string, name: unknown, inTransaction: boolean): boolean =>
  /^\s*commit\b/i.test(text) ||
  (!inTransaction && (typeof name === 'string' && name !== '' ? savesByName(name, text) : saves(text)));

/**
 * A pool whose users are not left hanging by a database that stands still (frozen, or behind a network that swallows
 * everything): such a one breaks nothing off. While a client is in use for longer than a second, a connection of its own asks
 * whether the database answers at all. If not, every client in use is cut, which fails its statement, and nobody gets another
 * until it answers again. A statement that is only slow goes on, up to the session's own limits.
 *
 * `answerLimitMs`: longest wait for that answer. What is cut while it was saving fails with ResultUnknownError: the server may have carried it out.
 */
export function createWatchedPool(config: pg.PoolConfig, answerLimitMs = ANSWER_LIMIT_MS): pg.Pool {
  let isSilent = false;
  let isAsking = false;
  /** When the server said last that it is ready for more, on whatever connection. */
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

    /** Runs a statement; where its connection is lost while it may have saved something, its error says so. */
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
    // Ends at once where a statement is under way; its error goes to whoever waits for it.
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
 * Whether the database says anything to a connection of its own: a refusal is an answer too. A process that was stopped
 * itself (a paused machine, a long computation) takes nobody's silence for silence: it asks again at the next look.
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
      // pg's own limit is reached a moment before ours, or a moment after.
      (error: Error) => !/timeout/i.test(error.message) || stoodStill(),
    );
  const isThere = await Promise.race([answer, late]);
  clearTimeout(timer);
  void client.end().catch(() => {});
  return isThere;
}
