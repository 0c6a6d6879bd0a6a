// Prisma's part of starting: generates the client when the schema is newer, and applies migrations.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isTooOld, knownMigrations, missingMigrations, PASS_BY } from '../../prisma/src/base.mjs';
import { runQuietly } from './commands.mjs';
import { say, UserError } from './console.mjs';
import { ROOT } from './paths.mjs';

const prisma = (args, env, label) =>
  runQuietly(process.execPath, [join(ROOT, 'node_modules/prisma/build/index.js'), ...args], { env, label });

/** True if the generated client is missing or older than the schema or the installed Prisma. */
export function isClientStale() {
  const generated = join(ROOT, 'prisma/src/generated/client.ts');
  if (!existsSync(generated)) return true;
  const at = statSync(generated).mtimeMs;
  return ['prisma/schema.prisma', 'node_modules/@prisma/client/package.json'].some(
    (file) => statSync(join(ROOT, file)).mtimeMs > at,
  );
}

export async function generateClient() {
  if (isClientStale()) await prisma(['generate'], process.env, 'prisma generate');
}

/** Applies missing migrations; creates the database if it does not exist. */
export async function applyMigrations(databaseUrl) {
  // Imported here, because the dependencies may have been installed only a moment ago.
  const { deployMigrations, migratedAt, readApplied } = await import('./migrate.mjs');
  // Runs Prisma's CLI only if migrations are missing, because it takes seconds even with nothing to do, or if the
  // database does not answer, because the CLI explains the reason.
  const missing = await readApplied(databaseUrl).then(missingMigrations, () => null);
  if (missing?.length === 0) return;
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const run = (...args) => prisma(args, env, `prisma ${args.join(' ')}`);
  await deployMigrations(run, migratedAt(databaseUrl), { say });
}

/**
 * State of the demonstration in an installation. `due`: there are no companies, or the creation of the demonstration
 * was interrupted; `made`: the demonstration was created; `never`: there were companies before it could be created.
 */
export async function demoState(databaseUrl) {
  const { rows } = await query(
    databaseUrl,
    `select coalesce(
       (select case when concluida_em is null then 'due' else 'made' end from instalacao_marcas
         where nome = 'demonstracao'),
       case when exists (select from empresas) then 'never' else 'due' end
     ) as estado`,
  );
  return rows[0].estado;
}

/**
 * Refuses a database of a newer version, and a database whose encrypted values the given keys do not open, before
 * anything is changed.
 * @throws UserError
 * @param {string | Promise<string>} database the database's URL; as a promise, so that the checks are loaded while the
 * server starts
 * @param {Record<string, string | undefined>} given the environment, before missing secrets are added
 */
export async function refuseUnfitDatabase(database, given) {
  const { tsImport } = await import('tsx/esm/api');
  const load = (file) => tsImport(join(ROOT, file), import.meta.url);
  const [{ refuseMissingKeys, refuseNewerSchema, refuseTooOldSchema }, { parseKeyRing }] = await Promise.all([
    load('shared/src/platform/database/start-refusal.ts'),
    load('shared/src/platform/crypto/crypto.ts'),
  ]);
  const databaseUrl = await database;
  const ring = given.ENCRYPTION_KEYS ? parseKeyRing(given.ENCRYPTION_KEYS) : null;
  const db = { query: (sql) => query(databaseUrl, sql) };
  try {
    await refuseNewerSchema(db, knownMigrations());
    await refuseTooOldSchema(db, isTooOld, PASS_BY);
    await refuseMissingKeys(db, ring, { lost: given.CHAVES_PERDIDAS === 'true' });
  } catch (error) {
    if (error.code === '3D000') return; // No such database yet: the first migration creates it.
    throw error.name === 'StartRefusedError' ? new UserError(error.message) : error;
  }
}

async function query(databaseUrl, sql) {
  // Imported here, because the dependencies may have been installed only a moment ago.
  const { tsImport } = await import('tsx/esm/api');
  const { createPool } = await tsImport(join(ROOT, 'prisma/src/pool.ts'), import.meta.url);
  const pool = createPool({ databaseUrl, poolSize: 1 });
  try {
    return await pool.query(sql);
  } finally {
    await pool.end();
  }
}
