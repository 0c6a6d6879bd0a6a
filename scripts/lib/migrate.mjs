// Applies migrations while the product runs: each gets its locks within three seconds or fails
// (tests/architecture/migrations.test.ts), so that no query waits behind it; a failed migration is retried.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseDatabaseUrl } from '../../prisma/engine/database-url.mjs';
import {
  appliedMigrations,
  BASE,
  migrationNames,
  missingMigrations,
  PASS_BY,
  unfinishedMigrations,
  upgradeNames,
  wayToBase,
} from '../../prisma/src/base.mjs';
import { UserError } from './console.mjs';

/** Number of attempts at a migration, and pause between them, ms: enough for reports and database copies to end. */
const TRIES = 20;
const PAUSE_MS = 6000;

/** Prisma's arguments for the migrations before the baseline. */
const BEFORE_BASE = ['--config', 'prisma/upgrade/prisma.config.ts'];

/** Interval at which a process checks whether another's migrations are done, ms. */
const TURN_MS = 500;

/**
 * Matches Prisma's reports of PostgreSQL's lock_not_available, and of deadlock_detected with a concurrent write. They
 * contain the message in the server's language and seldom the code; for a deadlock, mostly Prisma's own message.
 */
const LOCKED =
  /55P03|canceling statement due to lock timeout|\(timeout\) do bloqueio|40P01|deadlock detected|(?:deadlock|impasse) detectado|Transaction write conflict/;

/** Prisma's reports that an object exists: PostgreSQL's codes or text, or a name that is taken in its catalogue. */
const EXISTS_ALREADY =
  /\b(?:42P07|42701|42710|42723)\b|already exists|já existe|Unique constraint failed: pg_/;

/** Name of the migration that failed, from Prisma's output; null if the output does not match `reason`. */
function failedFor(reason, said) {
  return reason.test(said)
    ? (/migration_name="([^"]+)"|Migration name: (\S+)/.exec(said)?.slice(1).find(Boolean) ?? null)
    : null;
}

/**
 * Runs `work` on a separate connection, or `absent` if the database does not exist yet.
 * @throws their errors, or the database's
 */
async function withConnection(databaseUrl, work, absent) {
  const { max: _max, ...config } = parseDatabaseUrl(databaseUrl).config;
  const client = new pg.Client(config);
  // Ignores the loss of an idle connection, because the next query fails then.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    if (error.code === '3D000') return absent();
    throw error;
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Names of a database's applied migrations; none if it does not exist yet.
 * @param {string} databaseUrl
 * @returns {Promise<string[]>}
 * @throws the database's error
 */
export const readApplied = (databaseUrl) => readMigrations(databaseUrl, appliedMigrations);

/** Reads a list from Prisma's table of migrations; empty without the database or the table. */
function readMigrations(databaseUrl, read) {
  const none = () => [];
  return withConnection(databaseUrl, read, none).catch((error) => {
    if (error.code === '42P01') return none();
    throw error;
  });
}

/**
 * Runs `work` while no other process migrates this database. Waits for the lock between statements. Prisma's own lock
 * waits within a statement: CREATE INDEX CONCURRENTLY waits for all running statements, so the migrating process and
 * the waiting one would deadlock and leave an invalid index.
 */
function alone(databaseUrl, say, work) {
  const inTurn = async (client) => {
    // Takes the advisory lock of class 20 (shared/src/platform/database/locks.ts) for the whole session.
    const isMine = async () =>
      (await client.query("select pg_try_advisory_lock(hashtextextended('', 20)) as mine")).rows[0].mine;
    for (let told = false; !(await isMine()); told = true) {
      if (!told) say('Este banco de dados já está sendo migrado: aguardando o fim.');
      await sleep(TURN_MS);
    }
    return work();
  };
  return withConnection(databaseUrl, inTurn, work);
}

const sqlOf = (name) => {
  const folder = upgradeNames().includes(name) ? 'upgrade' : 'migrations';
  return readFileSync(new URL(`../../prisma/${folder}/${name}/migration.sql`, import.meta.url), 'utf8');
};

/** Drops invalid indexes of missing migrations: IF NOT EXISTS would skip them, and no query would use them. */
async function dropHalfMade(databaseUrl) {
  const wanted = missingMigrations(await readApplied(databaseUrl)).flatMap((name) =>
    [...sqlOf(name).matchAll(/CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "([^"]+)"/g)].map(
      ([, index]) => index,
    ),
  );
  if (wanted.length === 0) return;
  const drop = async (client) => {
    const { rows } = await client.query(
      `select quote_ident(c.relname) as nome from pg_index x join pg_class c on c.oid = x.indexrelid
       where not x.indisvalid and c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace`,
      [wanted],
    );
    for (const { nome } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${nome}`);
  };
  await withConnection(databaseUrl, drop, () => undefined);
}

/**
 * Lists migrations that were begun and neither ended nor marked as rolled back, because the migrating process was
 * killed: while the migration's statement ran (`mayBeDone`), or after the migration found its table in use. A migration
 * that failed for another reason, which Prisma's log states, is not listed: a person must check it. Waits until
 * PostgreSQL executes none of the listed migrations, because a server continues the statement of a lost client.
 */
function readInterrupted(databaseUrl) {
  return readMigrations(databaseUrl, async (client) => {
    const brought = [...upgradeNames(), ...migrationNames()];
    const found = (await unfinishedMigrations(client))
      .filter(({ nome, logs }) => brought.includes(nome) && (logs === null || LOCKED.test(logs)))
      .map(({ nome, logs }) => ({ name: nome, mayBeDone: logs === null }));
    const heads = found.map(({ name }) => sqlOf(name).slice(0, 200));
    const isRunning = async () =>
      (
        await client.query(
          `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
             and state = 'active' and left(query, 200) = any ($1)`,
          [heads],
        )
      ).rowCount > 0;
    // Waits for two checks in a row without a running migration, because a sent statement may not have begun yet.
    for (let quiet = 0; found.length > 0 && quiet < 2; quiet = (await isRunning()) ? 0 : quiet + 1)
      await sleep(TURN_MS);
    return found;
  });
}

/**
 * A database to which migrations are applied.
 * @typedef {{ applied: () => Promise<string[]>, dropHalfMade: () => Promise<void>, interrupted: () => Promise<{ name:
 * string, mayBeDone: boolean }[]>, alone: <T>(say: (line: string) => void, work: () => Promise<T>) => Promise<T> }}
 * Migrated
 * @param {string} databaseUrl
 * @returns {Migrated}
 */
export const migratedAt = (databaseUrl) => ({
  applied: () => readApplied(databaseUrl),
  interrupted: () => readInterrupted(databaseUrl),
  dropHalfMade: () => dropHalfMade(databaseUrl),
  alone: (say, work) => alone(databaseUrl, say, work),
});

/**
 * Applies a folder's missing migrations. A file is a single transaction, so a migration whose table was in use has
 * changed nothing: it is marked as rolled back and tried again. The same applies if the migrating process was killed
 * (Prisma's P3009), unless PostgreSQL committed the migration later: then it is marked as applied.
 * @throws the rejections of `prisma`
 */
async function deploy(prisma, database, config, { say, pauseMs }) {
  const resolve = (as, name) => prisma('migrate', 'resolve', as, name, ...config);
  const inFolder = config.length > 0 ? upgradeNames() : migrationNames();
  const interrupted = (await database.interrupted()).filter(({ name }) => inFolder.includes(name));
  const mayBeDone = interrupted.filter((one) => one.mayBeDone).map(({ name }) => name);
  for (const { name } of interrupted) {
    await resolve('--rolled-back', name);
    say(`A migração ${name} tinha sido interrompida: nova tentativa.`);
  }
  for (let left = TRIES; ; left -= 1) {
    try {
      await database.dropHalfMade();
      await prisma('migrate', 'deploy', ...config);
      return;
    } catch (error) {
      const committed = failedFor(EXISTS_ALREADY, error.message);
      if (committed !== null && mayBeDone.includes(committed)) {
        await resolve('--rolled-back', committed);
        await resolve('--applied', committed);
        say(`A migração ${committed} já estava aplicada por inteiro: marcada como aplicada.`);
        continue;
      }
      const name = failedFor(LOCKED, error.message);
      if (name === null) throw error;
      await resolve('--rolled-back', name);
      if (left <= 1) throw error;
      say(`A migração ${name} encontrou a tabela em uso: nova tentativa em ${Math.round(pauseMs / 1000)} s.`);
      await sleep(pauseMs);
    }
  }
}

/**
 * Marks the baseline as applied in a database that has all migrations that it replaces. If two calls run concurrently,
 * the second one finds the mark and does nothing.
 */
async function markBase(prisma, { applied }, { say }) {
  try {
    await prisma('migrate', 'resolve', '--applied', BASE);
    say(`O banco de dados já tem tudo que ${BASE} cria: marcada como aplicada.`);
  } catch (error) {
    if (wayToBase(await applied()) !== 'nothing') throw error;
  }
}

/**
 * Applies the missing migrations to a database of any version since PASS_BY. Waits while another process migrates it.
 * @param {(...args: string[]) => Promise<unknown>} prisma runs Prisma's CLI; rejects with its output
 * @param {Migrated} database
 * @param {{ say: (line: string) => void, pauseMs?: number }} options
 * @throws UserError for a database of an older version, else errors of `prisma`, or the database's error
 */
export function deployMigrations(prisma, database, { say, pauseMs = PAUSE_MS }) {
  return database.alone(say, async () => {
    const way = wayToBase(await database.applied());
    if (way === 'too_old')
      throw new UserError(
        `O banco de dados é de uma versão anterior a ${PASS_BY}: instale aquela, inicie-a uma vez e depois instale esta. Nada foi mudado.`,
      );
    if (way === 'upgrade') await deploy(prisma, database, BEFORE_BASE, { say, pauseMs });
    if (way !== 'nothing') await markBase(prisma, database, { say });
    await deploy(prisma, database, [], { say, pauseMs });
  });
}
