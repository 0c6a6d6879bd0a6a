// Migrations applied while the product runs: each takes its locks for three seconds or not at all (tests/architecture/
// migrations.test.ts), so that nobody queues behind one that waits; one that came at a bad moment is asked again.
import { setTimeout as sleep } from 'node:timers/promises';

/** Tries of one migration, and the pause between two, ms: a report or a copy of the database ends in that time. */
const TRIES = 20;
const PAUSE_MS = 6000;

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

/**
 * Applies the missing migrations. One whose table was in use left nothing behind (a file is one transaction): it is marked as
 * rolled back and tried again.
 * @param {(...args: string[]) => Promise<unknown>} prisma runs Prisma's CLI; rejects with what it said
 * @param {{ say: (line: string) => void, pauseMs?: number }} options
 * @throws what `prisma` rejects with
 */
export async function deployMigrations(prisma, { say, pauseMs = PAUSE_MS }) {
  for (let left = TRIES; ; left -= 1) {
    try {
      await prisma('migrate', 'deploy');
      return;
    } catch (error) {
      const name = lockedOut(error.message);
      if (name === null) throw error;
      await prisma('migrate', 'resolve', '--rolled-back', name);
      if (left <= 1) throw error;
      say(`A migração ${name} encontrou a tabela em uso: nova tentativa em ${Math.round(pauseMs / 1000)} s.`);
      await sleep(pauseMs);
    }
  }
}
