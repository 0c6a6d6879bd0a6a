// Prisma's part of starting: the client generated when the schema is newer, migrations applied.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { ROOT } from './paths.mjs';

const prisma = (args, env, label) =>
  runQuietly(process.execPath, [join(ROOT, 'node_modules/prisma/build/index.js'), ...args], { env, label });

/** True when the generated client is missing or older than the schema or the installed Prisma. */
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

/** Applies the migrations that are missing; makes the database when it is not there. */
export async function applyMigrations(databaseUrl) {
  await prisma(['migrate', 'deploy'], { ...process.env, DATABASE_URL: databaseUrl }, 'prisma migrate deploy');
}

/** True while the database holds no company: nobody's data can be mixed with the demo's. */
export async function isEmptyDatabase(databaseUrl) {
  // Loaded here: the dependencies may have been installed only a moment ago.
  const { createPool } = await importTypeScript('prisma/src/pool.ts');
  const pool = createPool({ databaseUrl, poolSize: 1 });
  try {
    const { rows } = await pool.query('SELECT NOT EXISTS (SELECT 1 FROM empresas) AS vazia');
    return rows[0].vazia;
  } finally {
    await pool.end();
  }
}

async function importTypeScript(file) {
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(join(ROOT, file), import.meta.url);
}
