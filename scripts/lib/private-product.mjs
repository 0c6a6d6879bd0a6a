// The whole product on private, temporary servers with the demo scenario: what browser tests and screenshots look at.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPrograms } from './compiled.mjs';
import { generateClient } from './database.mjs';
import { SECRETS } from './env-file.mjs';
import { startMigratedPostgres } from './migrated.mjs';
import { DATA } from './paths.mjs';
import { freePort } from './ports.mjs';
import { ensurePrograms, findChromium, findFfmpeg } from './programs.mjs';
import { startRedis } from './services.mjs';
import { runSeed, startStack } from './stack.mjs';
import { Supervisor, tail } from './supervisor.mjs';
import { buildWeb, isWebStale, WEB_DIST } from './web.mjs';

/**
 * Starts PostgreSQL, Redis, demo AI, API (with the web, built anew if stale) and worker as `npm start` runs them, with
 * nothing of the developer's own. Everything lies in a folder of its own, which `stop` removes.
 * @param {{ name: string, environment?: Record<string, string> }} options `name`: of the folder; `environment`: over the defaults
 * @returns {Promise<{ url: string, demo: object, chromium: string, folder: string, stop: () => Promise<void> }>}
 * @throws UserError where a program is missing or something does not come up; what had started is stopped
 */
export async function startPrivateProduct({ name, environment: given = {} }) {
  ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium']);
  const folder = join(DATA, 'test', `${name}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const supervisor = new Supervisor(({ name: program, how, logFile }) =>
    console.error(`${program} encerrou antes da hora (${how}):\n${tail(logFile)}`),
  );
  const stop = async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const places = { supervisor, logs: join(folder, 'logs'), temporary: true };
    const [postgres, redis, port, programs] = await Promise.all([
      startMigratedPostgres({ ...places, folder: join(folder, 'postgres'), database: 'escuta' }),
      startRedis({ ...places, folder: join(folder, 'redis') }),
      freePort(),
      generateClient().then(sharedPrograms),
    ]);
    const environment = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: 'America/Sao_Paulo',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: postgres.url('escuta'),
      REDIS_URL: redis.url,
      REDIS_PREFIX: randomBytes(4).toString('hex'),
      STORAGE_DIR: join(folder, 'objetos'),
      FFMPEG_PATH: findFfmpeg(),
      ...Object.fromEntries(Object.entries(SECRETS).map(([secret, make]) => [secret, make()])),
      ...given,
    };
    const [, demo] = await Promise.all([
      isWebStale({ quick: true }) ? buildWeb(environment, { quick: true }) : null,
      runSeed(environment, 'demo', { programs }),
    ]);
    const { url } = await startStack({ ...places, environment, port, webDist: WEB_DIST, programs });
    return { url, demo, chromium: findChromium(), folder, databaseUrl: environment.DATABASE_URL, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
