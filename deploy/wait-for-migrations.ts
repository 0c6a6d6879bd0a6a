// Waits until the database has every migration of this image. In deploy/helm it runs in the init containers of API and
// workers, because Helm does not make them wait for `migrate`. Reads only the variable DATABASE_URL.
import { setTimeout as delay } from 'node:timers/promises';
import { knownMigrations, migrationNames } from '@escuta/prisma/base';
import { openDatabase } from '@escuta/prisma/db';
import { pendingMigrations } from '@escuta/prisma/migrations';
import { refuseNewerSchema, StartRefusedError } from '@escuta/shared/platform/database/start-refusal';

/** EVERY_MS: interval of checking the database, ms. SAY_EVERY: number of checks for each line in the log. */
const EVERY_MS = 2000;
const SAY_EVERY = 15;

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
  console.error('Defina DATABASE_URL.');
  process.exit(1);
}
const names = migrationNames();

/**
 * Finds the reason to wait longer; null if the database has all migrations.
 * @throws StartRefusedError if a newer version has migrated the database
 */
async function missing(): Promise<string | null> {
  const pool = openDatabase({ databaseUrl: databaseUrl as string, poolSize: 1, name: 'escuta-espera' });
  try {
    await refuseNewerSchema(pool, knownMigrations(), { beside: true });
    const pending = await pendingMigrations(pool);
    return pending.length === 0 ? null : `${pending.length} de ${names.length} migrações por aplicar`;
  } catch (error) {
    if (error instanceof StartRefusedError) throw error;
    const { code, message } = error as Error & { code?: string };
    return code === '42P01' ? 'nenhuma migração aplicada' : message;
  } finally {
    await pool.end();
  }
}

// Ends at once on a signal, because the first process of a container otherwise ignores SIGTERM and SIGINT.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(143));
try {
  for (let tries = 0; ; tries += 1) {
    const why = await missing();
    if (why === null) break;
    if (tries % SAY_EVERY === 0)
      process.stdout.write(`Esperando pelas migrações do banco de dados: ${why}.\n`);
    await delay(EVERY_MS);
  }
  process.stdout.write(`O banco de dados tem as ${names.length} migrações desta versão.\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
