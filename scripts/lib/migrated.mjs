// A temporary PostgreSQL with every migration applied, as a copy of one that was made once for exactly these migrations: initdb
// and Prisma take 3 s of a core each time, a copy a tenth of that.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { dirname, join } from 'node:path';
import { UserError } from './console.mjs';
import { applyMigrations } from './database.mjs';
import { DATA, ROOT } from './paths.mjs';
import { findPostgres, unprivilegedAccount } from './programs.mjs';
import { reachableFolder, startPostgres } from './services.mjs';
import { Supervisor } from './supervisor.mjs';

/** The database that has been migrated, in each cluster that is copied. */
export const TEMPLATE = 'escuta_modelo';

/** What a migrated cluster depends on, as a name: the server, Prisma, how a cluster is made, and each migration's text. */
function fingerprint() {
  const hash = createHash('sha256').update(String(findPostgres()[0]?.version));
  const migrations = join(ROOT, 'prisma/migrations');
  const files = [
    'node_modules/prisma/package.json',
    'scripts/lib/services.mjs',
    'scripts/lib/migrated.mjs',
    ...readdirSync(migrations, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
      .sort(),
  ];
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Where the cluster lies that is copied; made when it is not there. Whoever makes it at the same time makes the same. */
export async function migratedCluster() {
  const account = unprivilegedAccount();
  const name = `modelo-${fingerprint()}`;
  const wanted = join(DATA, 'test', name);
  const model = reachableFolder(wanted, account);
  if (existsSync(join(model, 'PG_VERSION'))) return model;
  const places = join(DATA, 'test');
  mkdirSync(places, { recursive: true });
  for (const entry of readdirSync(places))
    if (entry.startsWith('modelo-') && !entry.startsWith(name))
      rmSync(join(places, entry), { recursive: true, force: true });
  const making = `${wanted}-${process.pid}`;
  const supervisor = new Supervisor(({ how }) => console.error(`O PostgreSQL modelo encerrou (${how})`));
  try {
    const server = await startPostgres({
      supervisor,
      folder: making,
      logs: join(places, 'logs'),
      temporary: true,
      copied: true,
    });
    await applyMigrations(server.url(TEMPLATE));
  } finally {
    await supervisor.stop();
  }
  const made = reachableFolder(making, account);
  try {
    renameSync(made, model);
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(join(model, 'PG_VERSION'))) throw error;
    rmSync(made, { recursive: true, force: true });
  }
  return model;
}

const GIB = 1024 ** 3;
/** What is free of memory where the data lies there: a hundred databases of 1,400 files are 2.5 GB. */
const PLENTY = 8 * GIB;
const MEMORY = '/dev/shm';

/**
 * Where data lies that nobody will miss: in memory where there is plenty, `folder` otherwise. A disk is asked to write 2,800 files for each
 * test file's database, and all wait for it.
 */
function placeFor(folder) {
  if (!existsSync(MEMORY)) return folder;
  const { bavail, bsize } = statfsSync(MEMORY);
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  if (Math.min(bavail * bsize, freemem(), limit) < PLENTY) return folder;
  return join(MEMORY, `escuta-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

/**
 * Starts a private PostgreSQL for data that nobody will miss, with a database that has every migration.
 * @param {{ supervisor: import('./supervisor.mjs').Supervisor, folder: string, logs: string, database?: string, model?: string,
 *   copied?: boolean }} options `folder`: of its data, not there yet, and gone when the supervisor has stopped; `database`: its name,
 *   TEMPLATE unless given; `model`: a cluster that has it already, to be copied; `copied`: this one is to be copied itself, and stays
 * @returns {ReturnType<typeof startPostgres>}
 */
export async function startMigratedPostgres({
  supervisor,
  folder: wanted,
  logs,
  database = TEMPLATE,
  model: given,
  copied = false,
}) {
  const model = given ?? (await migratedCluster());
  const folder = copied ? wanted : placeFor(wanted);
  const data = reachableFolder(folder, unprivilegedAccount());
  if (!copied) supervisor.removeAtEnd(data);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(dirname(data), { recursive: true });
  // With its owner, which Node's own copy does not keep.
  const { status, stderr } = spawnSync('cp', ['-a', model, data], { encoding: 'utf8' });
  if (status !== 0) throw new UserError(`O PostgreSQL não foi copiado de ${model}: ${stderr}`);
  const server = await startPostgres({ supervisor, folder, logs, temporary: true, copied });
  if (database !== TEMPLATE && !given) {
    // Loaded here: the dependencies may have been installed only a moment ago.
    const { default: pg } = await import('pg');
    const client = new pg.Client(server.url('postgres'));
    await client.connect();
    try {
      await client.query(`ALTER DATABASE ${TEMPLATE} RENAME TO ${client.escapeIdentifier(database)}`);
    } finally {
      await client.end();
    }
  }
  return server;
}
