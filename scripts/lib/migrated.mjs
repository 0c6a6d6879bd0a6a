// Starts a temporary PostgreSQL with every migration applied, as a copy of a cluster made once for these migrations:
// initdb and Prisma take 3 s of a core each time, a copy a tenth of that.
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

/** Name of the migrated database in each copied cluster. */
export const TEMPLATE = 'escuta_modelo';

/** Fingerprint of a migrated cluster: the server, Prisma, the steps that make a cluster, and each migration's text. */
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

/** Folder of the cluster to copy; made if missing. Concurrent callers share it. */
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
    // The rename fails if another process has made the cluster first; that cluster is used then.
    if (!existsSync(join(model, 'PG_VERSION'))) throw error;
    rmSync(made, { recursive: true, force: true });
  }
  return model;
}

const GIB = 1024 ** 3;
/** Least free memory, bytes, to store temporary data in memory: a hundred databases of 1,400 files need 2.5 GB. */
const PLENTY = 8 * GIB;
const MEMORY = '/dev/shm';

/**
 * Chooses the place of temporary data: memory if there is enough, otherwise `folder`. On disk, each test file's
 * database writes 2,800 files, and all tests wait for the disk.
 */
function placeFor(folder) {
  if (!existsSync(MEMORY)) return folder;
  const { bavail, bsize } = statfsSync(MEMORY);
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  if (Math.min(bavail * bsize, freemem(), limit) < PLENTY) return folder;
  return join(MEMORY, `escuta-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

/**
 * Starts a private PostgreSQL for temporary data, with a database that has every migration.
 * @param {{ supervisor: import('./supervisor.mjs').Supervisor, folder: string, logs: string, database?: string, model?:
 * string, copied?: boolean }} options `folder`: for the data, must not exist, deleted when the supervisor stops;
 * `database`: its name, default TEMPLATE; `model`: a migrated cluster to copy; `copied`: true if the new cluster will
 * itself be copied, so that `folder` is not deleted
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
  // Copies with the owner, which Node's own copy does not keep.
  const { status, stderr } = spawnSync('cp', ['-a', model, data], { encoding: 'utf8' });
  if (status !== 0) throw new UserError(`O PostgreSQL não foi copiado de ${model}: ${stderr}`);
  const server = await startPostgres({ supervisor, folder, logs, temporary: true, copied });
  if (database !== TEMPLATE && !given) {
    // Imported here, because the dependencies may have been installed only a moment ago.
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
