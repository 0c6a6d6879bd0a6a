/**
 * The product's one road to PostgreSQL. A `Db` speaks to the tables through Prisma's models, `db.within(scope).agente.findFirst(…)`,
 * and says in SQL what Prisma cannot say in one statement, `db.sql<Row>(sql`…`)`. Both run on one connection: inside
 * `database.transaction(async (tx) => …)` on the transaction's, so that locks, ledger and audit record commit with the rest.
 * docs/dev/statements.tsv lists each statement that stays SQL, with its reason.
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
 * The operations of a model, each one statement. `findUnique` is not among them: Prisma joins those of one moment, whichever
 * transaction asks. Nor is `upsert`, which is often two statements.
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

/** The tables by their names in prisma/schema.prisma, each with its operations. */
export type Models = {
  readonly [M in Uncapitalize<Prisma.ModelName>]: Pick<PrismaClient[M], Operation & keyof PrismaClient[M]>;
};

/** A statement with its parameters, as pg takes it; prepared under `name`. */
export type Statement = { name?: string | undefined; text: string; values?: unknown[] | undefined };

/** A runner of statements: the database, or one of its transactions. Errors are those of pg, with PostgreSQL's code. */
export interface Db {
  /** The tables within a scope: an operation whose filter or data leaves it throws ScopeViolation. */
  within(scope: Scope): Models;
  /** A statement put together by `sql`; prepared under `name` where it is given. */
  sql<Row extends pg.QueryResultRow = never>(statement: Sql, name?: string): Promise<pg.QueryResult<Row>>;
  /** The same of a text whose parameters are numbered by hand. */
  // biome-ignore lint/suspicious/noExplicitAny: as pg's own: rows of a statement without a type are the caller's to know
  query<Row extends pg.QueryResultRow = any>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** A pool of connections. */
export interface Database extends Db {
  /**
   * Runs `work` in one transaction (read committed) on a connection of its own: commits when it returns, rolls back when it
   * throws. A connection that fails while rolling back is thrown away rather than given to the next caller.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Keeps a connection for one holder, who ends it: for cursors. */
  hold(): Promise<HeldConnection>;
  /** The connections below, for metrics. */
  readonly pool: pg.Pool;
  /** Ends all connections. */
  end(): Promise<void>;
}

/** A connection of one holder: statements run one after the other, however many ask at once. */
export interface HeldConnection extends Db {
  /** Runs `last` when all before it is done, and gives the connection back; thrown away where it broke meanwhile. */
  release(last: string): Promise<void>;
}

/** A runner of hand-written statements only: a `Db`, or a bare connection of pg. */
export type Queryable = Pick<Db, 'query'>;

/** The connection of one Prisma call, and the error that it raised there. */
type Call = { connection: Pick<pg.Pool, 'query'>; failure?: unknown };

/** The call under way. It is set around one operation of a model, so that nothing which goes on afterwards inherits it. */
const call = new AsyncLocalStorage<Call>();

function callUnderWay(): Call {
  const found = call.getStore();
  if (!found) throw new Error('Prisma was asked outside of a Db');
  return found;
}

/** The pool that Prisma is given: it passes each statement to the connection of the call under way. */
class CallersConnection extends pg.Pool {
  // Of the ways that pg declares to call it, Prisma's adapter uses one.
  override query = (async (...given: unknown[]) => {
    const current = callUnderWay();
    try {
      return await (current.connection.query as (...given: unknown[]) => Promise<unknown>)(...given);
    } catch (error) {
      current.failure = error;
      throw error;
    }
  }) as unknown as pg.Pool['query'];

  // Prisma asks for one to begin a transaction of its own: what several statements write is a transaction of `Database`.
  override connect = (() =>
    Promise.reject(new Error('a call of several statements'))) as unknown as pg.Pool['connect'];
}

/** Most statements of Prisma that are prepared by a process; what is asked beyond them is parsed each time. */
const PREPARED_MAX = 500;
const names = new Map<string, string>();
const shapes = new Set<string>();

/** A statement's text whatever the lengths of its lists: `IN ($1,$2)`, and rows that are written at once. */
const shapeOf = (text: string): string =>
  text.replace(/\$\d+/g, '$').replace(/(?:\((?:\$|DEFAULT)(?:,(?:\$|DEFAULT))*\)(?:, ?)?)+/g, '($)');

/**
 * The name under which a connection prepares a statement of Prisma's; '' prepares nothing. Of one shape the first text is: a list
 * has another at each length, and lists that people fill would take every place.
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

/** Clients by their schema. One reads the whole data model when it is made (0.25 s), so it is made when it is first needed. */
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

/** The operations of one table. */
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

/** A table for each model, made when it is asked for. */
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

/** A model's name as the client has it. */
function propertyOf(model: string): string {
  return `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
}

/** Prisma takes a condition that is undefined for no condition: a forgotten value would read, or delete, every row. */
function refuseUndefined(model: string, where: unknown): void {
  if (typeof where !== 'object' || where === null || where instanceof Date) return;
  for (const [key, value] of Object.entries(where)) {
    if (value === undefined) throw new TypeError(`${model}: the condition ${key} is undefined`);
    refuseUndefined(model, value);
  }
}

type Delegates = Record<string, Record<Operation, (args: unknown) => PromiseLike<unknown>>>;

/** The common part of pool and transaction: they differ in the connection, and in when it may be used. */
abstract class Handle implements Db {
  constructor(protected readonly schema: string | undefined) {}

  /** Gives the connection to `work`, or throws where nothing may run on it now. */
  protected abstract use<T>(work: (connection: Call['connection']) => Promise<T>): Promise<T>;

  within(scope: Scope): Models {
    const tables: unknown = new Tables(async (model, operation, args) => {
      refuseUndefined(model, (args as { where?: unknown } | undefined)?.where);
      if (scope.kind === 'empresa') assertScope(model, operation, args, scope.empresaId);
      return this.use((connection) => this.#ask({ connection }, model, operation, args));
    });
    return tables as Models;
  }

  /** One operation of Prisma's on the connection of a call. */
  async #ask(current: Call, model: string, operation: Operation, args: unknown): Promise<unknown> {
    const tables = clientOf(this.schema) as unknown as Delegates;
    try {
      return await call.run(current, async () => await tables[propertyOf(model)]?.[operation](args));
    } catch (error) {
      // The error of PostgreSQL or of the connection, by which callers tell a conflict from a lost database.
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
    // Asked at each statement: one that Prisma still prepares when another fails would otherwise run after the ROLLBACK, and stay.
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

  /** @throws after the transaction's end, and beside another statement: their order would be nobody's decision */
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

/** Statements on a connection that somebody holds, one after the other, however many ask at once. */
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

/** A connection out of the pool, and how it goes back. */
type Kept = { client: pg.PoolClient; onLost: (error: Error) => void; giveBack: () => void };

/** Takes a connection out of a pool. One that is lost meanwhile is thrown away rather than given to the next caller. */
async function keep(pool: pg.Pool): Promise<Kept> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A pool listens to its idle clients only. Without this, a database that restarts between two statements
  // would end the process; the next statement fails anyway.
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
      await client.query('BEGIN');
      const result = await work(tx);
      tx.end();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      tx.end();
      await client.query('ROLLBACK').catch(onLost);
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

/** Opens a pool of `poolSize` connections; `end` closes them. */
export function openDatabase(options: ConnectionOptions): Database {
  return databaseOver(createPool(options), options);
}

/** The database behind a pool that somebody else opened. */
export function databaseOver(
  pool: pg.Pool,
  { databaseUrl }: Pick<ConnectionOptions, 'databaseUrl'>,
): Database {
  return new PooledDatabase(pool, parseDatabaseUrl(databaseUrl).schema);
}

/** A connection that an operator's command opened: statements run one after the other. */
export function dbOn(client: pg.ClientBase, schema?: string): Db {
  return new OneConnection(client, schema);
}
