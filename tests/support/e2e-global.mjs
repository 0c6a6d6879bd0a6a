// Once a run of the browser tests: the whole product as `npm start` runs it, on private, temporary servers, with the
// demo scenario and the demo AI. Fails where Chromium cannot be had.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations, generateClient } from '../../scripts/lib/database.mjs';
import { SECRETS } from '../../scripts/lib/env-file.mjs';
import { DATA } from '../../scripts/lib/paths.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { ensurePrograms, findChromium, findFfmpeg } from '../../scripts/lib/programs.mjs';
import { startPostgres, startRedis } from '../../scripts/lib/services.mjs';
import { runSeed, startStack } from '../../scripts/lib/stack.mjs';
import { Supervisor, tail } from '../../scripts/lib/supervisor.mjs';
import { buildWeb, isWebStale, WEB_DIST } from '../../scripts/lib/web.mjs';

export default async function setup(project) {
  ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium']);
  const folder = join(DATA, 'test', `navegador-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor(({ name, how, logFile }) =>
    console.error(`${name} encerrou durante os testes (${how}):\n${tail(logFile)}`),
  );
  const stop = async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const places = { supervisor, logs: join(folder, 'logs'), temporary: true };
    const [postgres, redis] = await Promise.all([
      startPostgres({ ...places, folder: join(folder, 'postgres') }),
      startRedis({ ...places, folder: join(folder, 'redis') }),
      generateClient(),
    ]);
    const environment = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: 'America/Sao_Paulo',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATABASE_URL: postgres.url('escuta'),
      REDIS_URL: redis.url,
      REDIS_PREFIX: randomBytes(4).toString('hex'),
      STORAGE_DIR: join(folder, 'objetos'),
      FFMPEG_PATH: findFfmpeg(),
      ...Object.fromEntries(Object.entries(SECRETS).map(([name, make]) => [name, make()])),
    };
    const [, demo] = await Promise.all([
      isWebStale() ? buildWeb(environment) : null,
      applyMigrations(environment.DATABASE_URL).then(() => runSeed(environment, 'demo')),
    ]);
    const stack = await startStack({ ...places, environment, port: await freePort(), webDist: WEB_DIST });
    project.provide('baseUrl', stack.url);
    project.provide('demo', demo);
    project.provide('chromium', findChromium());
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
