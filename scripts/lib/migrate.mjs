// Migrations applied while the product runs: each takes its locks for three seconds or not at all (tests/architecture/
// migrations.test.ts), so that nobody queues behind one that waits; one that came at a bad moment is asked again.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseDatabaseUrl } from '../../prisma/engine/database-url.mjs';
import {
  appliedMigrations,
  BASE,
  missingMigrations,
  PASS_BY,
  upgradeNames,
  wayToBase,
} from '../../prisma/src/base.mjs';
import { UserError } from './console.mjs';

/** Tries of one migration, and the pause between two, ms: a report or a copy of the database ends in that time. */
const TRIES = 20;
const PAUSE_MS = 6000;

/** Prisma over the migrations of before the baseline. */
const BEFORE_BASE = ['--config', 'prisma/upgrade/prisma.config.ts'];

/** The interval at which a process asks whether another one's migrations are done, ms. */
const TURN_MS = 500;

/**
 * PostgreSQL's lock_not_available, and its deadlock_detected where a call was being written that had what the migration still wanted and
 * wanted what it had: as Prisma passes them on, their text, in the server's language, seldom their code; of a deadlock mostly its own words.
 */
const LOCKED =
  /55P03|canceling statement due to lock timeout|\(timeout\) do bloqueio|40P01|deadlock detected|(?:deadlock|impasse) detectado|Transaction write conflict/;

/** The migration that found a table in use, in what Prisma says when it fails. */
function lockedOut(said) {
  return LOCKED.test(said)
    ? (/migration_name="([^"]+)"|Migration name: (\S+)/.exec(said)?.slice(1).find(Boolean) ?? null)
    : null;
}

/**
 * Runs `work` on a connection of its own, or `absent` where there is no such database yet.
 * @throws what they throw, or the database's error
 */
async function connected(databaseUrl, work, absent) {
  const { max: _max, ...config } = parseDatabaseUrl(databaseUrl).config;
  const client = new pg.Client(config);
  // A connection that is lost while nobody asks anything fails at the next question.
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
 * Names of the migrations that a database has; none where it does not exist yet.
 * @param {string} databaseUrl
 * @returns {Promise<string[]>}
 * @throws the database's error
 */
export function readApplied(databaseUrl) {
  const none = () => [];
  return connected(databaseUrl, appliedMigrations, none).catch((error) => {
    if (error.code === '42P01') return none();
    throw error;
  });
}

/**
 * Runs `work` while nobody else migrates this database: whoever comes second waits without a statement under way. Prisma's own lock is
 * waited for in one, and an index that is made CONCURRENTLY waits for all statements: both would end as a deadlock, the index half made.
 */
function alone(databaseUrl, say, work) {
  const inTurn = async (client) => {
    // Class 20 of shared/src/platform/database/locks.ts, held by the session.
    const isMine = async () =>
      (await client.query("SELECT pg_try_advisory_lock(hashtextextended('', 20)) AS mine")).rows[0].mine;
    for (let told = false; !(await isMine()); told = true) {
      if (!told) say('Este banco de dados já está sendo migrado: aguardando o fim.');
      await sleep(TURN_MS);
    }
    return work();
  };
  return connected(databaseUrl, inTurn, work);
}

/** A migration's SQL. */
const sqlOf = (name) => {
  const folder = upgradeNames().includes(name) ? 'upgrade' : 'migrations';
  return readFileSync(new URL(`../../prisma/${folder}/${name}/migration.sql`, import.meta.url), 'utf8');
};

/** Drops what missing migrations left half made of their indexes: with IF NOT EXISTS they would pass it by, and nobody would use it. */
async function dropHalfMade(databaseUrl) {
  const wanted = missingMigrations(await readApplied(databaseUrl)).flatMap((name) =>
    [...sqlOf(name).matchAll(/CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "([^"]+)"/g)].map(
      ([, index]) => index,
    ),
  );
  if (wanted.length === 0) return;
  const drop = async (client) => {
    const { rows } = await client.query(
      `SELECT quote_ident(c.relname) AS nome FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
       WHERE NOT x.indisvalid AND c.relname = ANY ($1) AND c.relnamespace = current_schema()::regnamespace`,
      [wanted],
    );
    for (const { nome } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${nome}`);
  };
  await connected(databaseUrl, drop, () => undefined);
}

/**
 * A database, as migrations are applied to it.
 * @typedef {{ applied: () => Promise<string[]>, dropHalfMade: () => Promise<void>,
 *   alone: <T>(say: (line: string) => void, work: () => Promise<T>) => Promise<T> }} Migrated
 * @param {string} databaseUrl
 * @returns {Migrated}
 */
export const migratedAt = (databaseUrl) => ({
  applied: () => readApplied(databaseUrl),
  dropHalfMade: () => dropHalfMade(databaseUrl),
  alone: (say, work) => alone(databaseUrl, say, work),
});

/**
 * Applies a folder's missing migrations. One whose table was in use left nothing behind (a file is one transaction): it is marked as
 * rolled back and tried again.
 * @throws what `prisma` rejects with
 */
async function deploy(prisma, database, config, { say, pauseMs }) {
  for (let left = TRIES; ; left -= 1) {
    try {
      await database.dropHalfMade();
      await prisma('migrate', 'deploy', ...config);
      return;
    } catch (error) {
      const name = lockedOut(error.message);
      if (name === null) throw error;
      await prisma('migrate', 'resolve', '--rolled-back', name, ...config);
      if (left <= 1) throw error;
      say(`A migração ${name} encontrou a tabela em uso: nova tentativa em ${Math.round(pauseMs / 1000)} s.`);
      await sleep(pauseMs);
    }
  }
}

/** Marks the baseline in a database that has all it makes. Two that do so at once: the second finds it there. */
async function markBase(prisma, { applied }, { say }) {
  try {
    await prisma('migrate', 'resolve', '--applied', BASE);
    say(`O banco de dados já tem tudo que ${BASE} cria: marcada como aplicada.`);
  } catch (error) {
    if (wayToBase(await applied()) !== 'nothing') throw error;
  }
}

/**
 * Applies the missing migrations, whatever version since PASS_BY the database is of. Waits while somebody else does.
 * @param {(...args: string[]) => Promise<unknown>} prisma runs Prisma's CLI; rejects with what it said
 * @param {Migrated} database
 * @param {{ say: (line: string) => void, pauseMs?: number }} options
 * @throws UserError for a database of an older version, else what `prisma` rejects with, or the database's error
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
