/**
 * Access to PostgreSQL. A `Db` reads and writes tables through Prisma's models, `db.within(scope).agente.findFirst(…)`,
 * and runs other SQL with `db.sql<Row>(sql`…`)`. The `tx` of `database.transaction(async (tx) => …)` is a `Db` inside
 * the transaction. docs/dev/statements.tsv lists the SQL statements with reasons.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Sql } from '@escuta/shared/platform/database/sql';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { parseDatabaseUrl } from './database-url.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import { type ConnectionOptions, createPool } from './pool.ts';
import { assertScope } from './scope-guard.ts';

/**
 * Prisma operations that run a single statement. Excludes `findUnique`, which Prisma batches across transactions, and
 * `upsert`, which often runs two statements.
 */
const OPERATIONS = [
  'findFirst',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
  'create',
  'createMany',
  'createManyAndReturn',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'delete',
  'deleteMany',
] as const;
type Operation = (typeof OPERATIONS)[number];

/** The tables, by their names in prisma/schema.prisma, with their operations. */
export type Models = {
  readonly [M in Uncapitalize<Prisma.ModelName>]: Pick<PrismaClient[M], Operation & keyof PrismaClient[M]>;
};

/** A statement for pg, prepared under `name`. */
export type Statement = { name?: string | undefined; text: string; values?: unknown[] | undefined };

/** Runs statements: on the database, or in one of its transactions. Throws pg's errors. */
export interface Db {
  /**
   * The tables, limited to a scope.
   * @throws ScopeViolation if an operation would leave the scope
   */
  within(scope: Scope): Models;
  /** Runs a statement of the `sql` tag, prepared under `name` if given. */
  sql<Row extends pg.QueryResultRow = never>(statement: Sql, name?: string): Promise<pg.QueryResult<Row>>;
  /** Runs SQL text whose parameters ($1, $2 …) are numbered by hand. */
  // biome-ignore lint/suspicious/noExplicitAny: like pg's type: the caller knows the rows of its statement
  query<Row extends pg.QueryResultRow = any>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Db {
  /**
   * Runs `work` in a transaction (read committed), rolled back on error. A connection that fails to roll back is
   * closed.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Reserves a connection until the caller releases it; needed for cursors. */
  hold(): Promise<HeldConnection>;
  readonly pool: pg.Pool;
  end(): Promise<void>;
}

/** A reserved connection. Statements requested at the same time run one after the other. */
export interface HeldConnection extends Db {
  /** Runs `last` after all queued statements and frees the connection, or closes it if broken. */
  release(last: string): Promise<void>;
}

/** A connection for hand-written statements only: a `Db`, or a bare pg connection. */
export type Queryable = Pick<Db, 'query'>;

/** A Prisma call's connection, and its error if it failed. */
type Call = { connection: Pick<pg.Pool, 'query'>; failure?: unknown };

/** The current Prisma call, set around a single operation: later work does not inherit it. */
const call = new AsyncLocalStorage<Call>();

function callUnderWay(): Call {
  const found = call.getStore();
  if (!found) throw new Error('Prisma was asked outside of a Db');
  return found;
}

/** The pool for Prisma: forwards statements to the current call's connection. */
class CallersConnection extends pg.Pool {
  // Covers the only overload that Prisma's adapter uses.
  override query = (async (...given: unknown[]) => {
    const current = callUnderWay();
    try {
      return await (current.connection.query as (...given: unknown[]) => Promise<unknown>)(...given);
    } catch (error) {
      current.failure = error;
      throw error;
    }
  }) as unknown as pg.Pool['query'];

  // Refuses to connect: Prisma connects only to begin a transaction, but only `Database` begins transactions.
  override connect = (() =>
    Promise.reject(new Error('a call of several statements'))) as unknown as pg.Pool['connect'];
}

/** Greatest number of named Prisma statements of a process; limited because each connection prepares all of them. */
const PREPARED_MAX = 500;
const names = new Map<string, string>();
const shapes = new Set<string>();

/** A statement's text in which lists of any length look the same, such as `IN ($1,$2)` and an insert's rows. */
const shapeOf = (text: string): string =>
  text.replace(/\$\d+/g, '$').replace(/(?:\((?:\$|DEFAULT)(?:,(?:\$|DEFAULT))*\)(?:, ?)?)+/g, '($)');

/**
 * The name under which a Prisma statement is prepared; '' if not prepared. Of each shape only the first text gets a
 * name, because lists of many lengths would use up PREPARED_MAX.
 */
function nameOf({ sql }: SqlQuery): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= PREPARED_MAX) return '';
  const shape = shapeOf(sql);
  if (shapes.has(shape)) return '';
  shapes.add(shape);
  const name = `prisma_${names.size}`;
  names.set(sql, name);
  return name;
}

/** Clients by schema, created on first use (0.25 s each). */
const clients = new Map<string | undefined, PrismaClient>();

function clientOf(schema: string | undefined): PrismaClient {
  const known = clients.get(schema);
  if (known) return known;
  const adapter = new PrismaPg(new CallersConnection(), {
    ...(schema === undefined ? {} : { schema }),
    statementNameGenerator: nameOf,
  });
  const made = new PrismaClient({ adapter });
  clients.set(schema, made);
  return made;
}

type Ask = (model: string, operation: Operation, args: unknown) => Promise<unknown>;

class Table {
  constructor(
    readonly ask: Ask,
    readonly model: string,
  ) {}
}
for (const operation of OPERATIONS) {
  Object.defineProperty(Table.prototype, operation, {
    value(this: Table, args: unknown) {
      return this.ask(this.model, operation, args);
    },
  });
}

class Tables {
  constructor(readonly ask: Ask) {}
}
for (const model of Object.keys(Prisma.ModelName)) {
  Object.defineProperty(Tables.prototype, propertyOf(model), {
    get(this: Tables) {
      return new Table(this.ask, model);
    },
  });
}

/** 'Empresa' → 'empresa' */
function propertyOf(model: string): string {
  return `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
}

/** Refuses an undefined condition, because Prisma would ignore it, and read or delete every row. */
function refuseUndefined(model: string, where: unknown): void {
  if (typeof where !== 'object' || where === null || where instanceof Date) return;
  for (const [key, value] of Object.entries(where)) {
    if (value === undefined) throw new TypeError(`${model}: the condition ${key} is undefined`);
    refuseUndefined(model, value);
  }
}

type Delegates = Record<string, Record<Operation, (args: unknown) => PromiseLike<unknown>>>;

/** Common base of the `Db` over a pool, a transaction or one connection. */
abstract class Handle implements Db {
  constructor(protected readonly schema: string | undefined) {}

  /**
   * Gives the connection to `work`.
   * @throws if no statement may run at present
   */
  protected abstract use<T>(work: (connection: Call['connection']) => Promise<T>): Promise<T>;

  within(scope: Scope): Models {
    const tables: unknown = new Tables(async (model, operation, args) => {
      refuseUndefined(model, (args as { where?: unknown } | undefined)?.where);
      if (scope.kind === 'empresa') assertScope(model, operation, args, scope.empresaId);
      return this.use((connection) => this.#ask({ connection }, model, operation, args));
    });
    return tables as Models;
  }

  async #ask(current: Call, model: string, operation: Operation, args: unknown): Promise<unknown> {
    const tables = clientOf(this.schema) as unknown as Delegates;
    try {
      return await call.run(current, async () => await tables[propertyOf(model)]?.[operation](args));
    } catch (error) {
      // Throws PostgreSQL's error, which, unlike Prisma's, tells a conflict from a lost connection.
      throw current.failure ?? error;
    }
  }

  sql<Row extends pg.QueryResultRow>(statement: Sql, name?: string): Promise<pg.QueryResult<Row>> {
    return this.query<Row>(statement.statement(name));
  }

  query<Row extends pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return this.use((connection) => connection.query<Row>(statement as pg.QueryConfig, values));
  }
}

class Transaction extends Handle {
  readonly #connection: Call['connection'];
  #isBusy = false;
  #hasEnded = false;

  constructor(client: pg.PoolClient, schema: string | undefined) {
    super(schema);
    // Refuses a statement after another statement's failure and ROLLBACK: it would run outside the transaction.
    const query = async (...given: Parameters<pg.PoolClient['query']>) => {
      this.#refuseWhatIsLate();
      return client.query(...given);
    };
    this.#connection = { query } as unknown as Call['connection'];
  }

  end(): void {
    this.#hasEnded = true;
  }

  #refuseWhatIsLate(): void {
    if (this.#hasEnded) throw new Error('a statement came after the end of its transaction');
  }

  /** @throws after the transaction's end, and while another statement runs */
  protected async use<T>(work: (connection: Call['connection']) => Promise<T>): Promise<T> {
    this.#refuseWhatIsLate();
    if (this.#isBusy) throw new Error('two statements at once in one transaction');
    this.#isBusy = true;
    try {
      return await work(this.#connection);
    } finally {
      this.#isBusy = false;
    }
  }
}

/** Runs statements on a reserved connection one after the other. */
class OneConnection extends Handle {
  readonly #client: pg.ClientBase;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.ClientBase, schema: string | undefined) {
    super(schema);
    this.#client = client;
  }

  protected use<T>(work: (connection: Call['connection']) => Promise<T>): Promise<T> {
    const asked = this.#last.then(() => work(this.#client));
    this.#last = asked.catch(() => {});
    return asked;
  }
}

class OnePooled extends OneConnection implements HeldConnection {
  readonly #kept: Kept;

  constructor(kept: Kept, schema: string | undefined) {
    super(kept.client, schema);
    this.#kept = kept;
  }

  async release(last: string): Promise<void> {
    await this.query(last).catch(this.#kept.onLost);
    this.#kept.giveBack();
  }
}

type Kept = { client: pg.PoolClient; onLost: (error: Error) => void; giveBack: () => void };

/** Takes a connection out of a pool. A connection lost in use is closed, not reused. */
async function keep(pool: pg.Pool): Promise<Kept> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Only stores the error, because the next statement fails anyway. Without a listener, it would end the process.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on('error', onLost);
  return {
    client,
    onLost,
    giveBack: () => {
      client.removeListener('error', onLost);
      client.release(broken);
    },
  };
}

class PooledDatabase extends Handle implements Database {
  readonly pool: pg.Pool;

  constructor(pool: pg.Pool, schema: string | undefined) {
    super(schema);
    this.pool = pool;
  }

  protected use<T>(work: (connection: Call['connection']) => Promise<T>): Promise<T> {
    return work(this.pool);
  }

  async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const { client, onLost, giveBack } = await keep(this.pool);
    const tx = new Transaction(client, this.schema);
    try {
      await client.query('begin');
      const result = await work(tx);
      tx.end();
      await client.query('commit');
      return result;
    } catch (error) {
      tx.end();
      await client.query('rollback').catch(onLost);
      throw error;
    } finally {
      giveBack();
    }
  }

  async hold(): Promise<HeldConnection> {
    return new OnePooled(await keep(this.pool), this.schema);
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

/** Opens a database over a new pool, which `end` closes. */
export function openDatabase(options: ConnectionOptions): Database {
  return databaseOver(createPool(options), options);
}

/** A database over a pool that the caller opened. */
export function databaseOver(
  pool: pg.Pool,
  { databaseUrl }: Pick<ConnectionOptions, 'databaseUrl'>,
): Database {
  return new PooledDatabase(pool, parseDatabaseUrl(databaseUrl).schema);
}

/** Makes a `Db` over an operator command's single connection. */
export function dbOn(client: pg.ClientBase, schema?: string): Db {
  return new OneConnection(client, schema);
}
