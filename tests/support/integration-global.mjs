// Once a run: a private PostgreSQL and Redis (fresh, temporary, never the developer's) and one template database
// with the migrations applied (scripts/lib/migrated.mjs). Every test file gets a copy of it: see integration-setup.ts.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPrograms } from '../../scripts/lib/compiled.mjs';
import { generateClient } from '../../scripts/lib/database.mjs';
import { startMigratedPostgres } from '../../scripts/lib/migrated.mjs';
import { DATA } from '../../scripts/lib/paths.mjs';
import { ensurePrograms } from '../../scripts/lib/programs.mjs';
import { startRedis } from '../../scripts/lib/services.mjs';
import { Supervisor } from '../../scripts/lib/supervisor.mjs';

export default async function setup(project) {
  ensurePrograms(['postgres', 'redis', 'ffmpeg']);
  const folder = join(DATA, 'test', `integracao-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor(({ name, how }) =>
    console.error(`${name} encerrou durante os testes (${how})`),
  );
  const stop = async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const shared = { supervisor, logs: join(folder, 'logs'), temporary: true };
    const [postgres, redis, programs] = await Promise.all([
      startMigratedPostgres({ ...shared, folder: join(folder, 'postgres') }),
      startRedis({ ...shared, folder: join(folder, 'redis') }),
      generateClient().then(sharedPrograms),
    ]);
    project.provide('postgresUrl', postgres.url('postgres'));
    project.provide('redisUrl', redis.url);
    project.provide('dataFolder', folder);
    project.provide('programs', programs);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
