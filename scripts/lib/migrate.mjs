// Migrations applied while the product runs: each takes its locks for three seconds or not at all (tests/architecture/
// migrations.test.ts), so that nobody queues behind one that waits; one that came at a bad moment is asked again.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseDatabaseUrl } from '../../prisma/engine/database-url.mjs';
import { BASE, PASS_BY, wayToBase } from '../../prisma/src/base.mjs';
import { UserError } from './console.mjs';

/** Tries of one migration, and the pause between two, ms: a report or a copy of the database ends in that time. */
const TRIES = 20;
const PAUSE_MS = 6000;

/** Prisma over the migrations of before the baseline. */
const BEFORE_BASE = ['--config', 'prisma/upgrade/prisma.config.ts'];

/**
 * PostgreSQL's lock_not_available, and its deadlock_detected where a call was being written that had what the migration still wanted and
 * wanted what it had: as Prisma passes them on, their text, in the server's language, seldom their code.
 */
const LOCKED =
  /55P03|canceling statement due to lock timeout|\(timeout\) do bloqueio|40P01|deadlock detected|(?:deadlock|impasse) detectado/;

/** The migration that found a table in use, in what Prisma says when it fails. */
function lockedOut(said) {
  return LOCKED.test(said)
    ? (/migration_name="([^"]+)"|Migration name: (\S+)/.exec(said)?.slice(1).find(Boolean) ?? null)
    : null;
}

/** No such database, no such table: nothing was ever applied. */
const NOTHING_YET = ['3D000', '42P01'];

/**
 * Names of the migrations that a database has; none where it does not exist yet.
 * @param {string} databaseUrl
 * @returns {Promise<string[]>}
 * @throws the database's error
 */
export async function readApplied(databaseUrl) {
  const { max: _max, ...config } = parseDatabaseUrl(databaseUrl).config;
  const client = new pg.Client(config);
  try {
    await client.connect();
    const { rows } = await client.query(
      'SELECT migration_name AS nome FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    return rows.map(({ nome }) => nome);
  } catch (error) {
    if (NOTHING_YET.includes(error.code)) return [];
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Applies a folder's missing migrations. One whose table was in use left nothing behind (a file is one transaction): it is marked as
 * rolled back and tried again.
 * @throws what `prisma` rejects with
 */
async function deploy(prisma, config, { say, pauseMs }) {
  for (let left = TRIES; ; left -= 1) {
    try {
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
async function markBase(prisma, applied, { say }) {
  try {
    await prisma('migrate', 'resolve', '--applied', BASE);
    say(`O banco de dados já tem tudo que ${BASE} cria: marcada como aplicada.`);
  } catch (error) {
    if (wayToBase(await applied()) !== 'nothing') throw error;
  }
}

/**
 * Applies the missing migrations, whatever version since PASS_BY the database is of.
 * @param {(...args: string[]) => Promise<unknown>} prisma runs Prisma's CLI; rejects with what it said
 * @param {{ applied: () => Promise<string[]>, say: (line: string) => void, pauseMs?: number }} options `applied`: names of the migrations
 *   that the database has (readApplied)
 * @throws UserError for a database of an older version, else what `prisma` rejects with
 */
export async function deployMigrations(prisma, { applied, say, pauseMs = PAUSE_MS }) {
  const way = wayToBase(await applied());
  if (way === 'too_old')
    throw new UserError(
      `O banco de dados é de uma versão anterior a ${PASS_BY}: instale aquela, inicie-a uma vez e depois instale esta. Nada foi mudado.`,
    );
  if (way === 'upgrade') await deploy(prisma, BEFORE_BASE, { say, pauseMs });
  if (way !== 'nothing') await markBase(prisma, applied, { say });
  await deploy(prisma, [], { say, pauseMs });
}
