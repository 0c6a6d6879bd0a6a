// Runs once for all integration tests: starts a temporary PostgreSQL and Redis, never the developer's, and creates one
// migrated template database (scripts/lib/migrated.mjs). Every test file gets a copy of it: see integration-setup.ts.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { sharedPrograms } from '../../scripts/lib/compiled.mjs';
import { generateClient } from '../../scripts/lib/database.mjs';
import { startMigratedPostgres, TEMPLATE } from '../../scripts/lib/migrated.mjs';
import { DATA, ROOT } from '../../scripts/lib/paths.mjs';
import { ensurePrograms } from '../../scripts/lib/programs.mjs';
import { startRedis } from '../../scripts/lib/services.mjs';
import { Supervisor } from '../../scripts/lib/supervisor.mjs';
import { requireAllBroken } from './impossible-rows.mjs';
import { requireAllSeen } from './operations-seen.mjs';
import { MET_FILE } from './statements-met.ts';

/**
 * Drops the search's past monthly partitions, because each connection that writes a call's words reads them all first.
 * Words of those months go to the default partition; busca.test.ts makes its own months.
 */
async function withoutPastMonths(url) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select string_agg(inhrelid::regclass::text, ', ') as gone from pg_inherits
       where inhparent = 'busca_falas'::regclass
         and inhrelid::regclass::text < 'busca_falas_' || to_char(now(), 'YYYYMM')`,
    );
    await client.query(`drop table ${rows[0].gone}`);
  } finally {
    await client.end();
  }
}

/** True if all test files ran; a partial run proves nothing about the other files. */
async function ranWhole(project) {
  const all = (await project.globTestFiles()).testFiles;
  const ran = project.vitest.state.getFiles().filter((file) => file.projectName === project.name);
  return ran.length >= all.length;
}

/** Drops what prisma/next-contraction.sql will drop in a later version: this version must already work without it. */
async function contract(url) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(readFileSync(join(ROOT, 'prisma/next-contraction.sql'), 'utf8'));
  } finally {
    await client.end();
  }
}

/**
 * Fails a run if the columns of a statement do not match its row type, or if a whole run sent no statement.
 * @param folder folder of the run
 */
async function requireTyped(databaseUrl, folder, isWhole) {
  const args = [
    '--import',
    'tsx',
    join(ROOT, 'scripts/statements/check.ts'),
    databaseUrl,
    join(folder, MET_FILE),
    ...(isWhole ? ['whole'] : []),
  ];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(({ stdout, stderr }) => {
    process.exitCode = 1;
    throw new Error(`Instruções que não cabem no banco migrado:\n${stdout}${stderr}`);
  });
}

export default async function setup(project) {
  await ensurePrograms(['postgres', 'redis', 'ffmpeg']);
  const folder = join(DATA, 'test', `integracao-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor(({ name, how }) =>
    console.error(`${name} encerrou durante os testes (${how})`),
  );
  const stop = async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  let postgres;
  try {
    const shared = { supervisor, logs: join(folder, 'logs'), temporary: true };
    const [server, redis, programs] = await Promise.all([
      startMigratedPostgres({ ...shared, folder: join(folder, 'postgres') }),
      startRedis({ ...shared, folder: join(folder, 'redis') }),
      generateClient().then(sharedPrograms),
    ]);
    postgres = server;
    await withoutPastMonths(postgres.url(TEMPLATE));
    project.provide('postgresUrl', postgres.socketUrl('postgres'));
    project.provide('redisUrl', redis.url);
    project.provide('dataFolder', folder);
    project.provide('programs', programs);
  } catch (error) {
    await stop();
    throw error;
  }
  return async () => {
    try {
      const isWhole = await ranWhole(project);
      if (isWhole) {
        requireAllSeen(folder);
        requireAllBroken(folder);
      }
      await contract(postgres.url(TEMPLATE));
      await requireTyped(postgres.url(TEMPLATE), folder, isWhole);
    } finally {
      await stop();
    }
  };
}
