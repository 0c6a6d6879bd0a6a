// The whole product on private, temporary servers with the demo scenario, for browser tests and screenshots.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPrograms } from './compiled.mjs';
import { generateClient } from './database.mjs';
import { SECRETS } from './env-file.mjs';
import { startMigratedPostgres } from './migrated.mjs';
import { DATA } from './paths.mjs';
import { freePort } from './ports.mjs';
import { ensurePrograms, findChromium, findFfmpeg, unprivilegedAccount } from './programs.mjs';
import { reachableFolder, startRedis } from './services.mjs';
import { runSeed, startStack } from './stack.mjs';
import { Supervisor, tail } from './supervisor.mjs';
import { ensureWeb, WEB_DIST } from './web.mjs';

const DATABASE = 'escuta';
const makeSecrets = () =>
  Object.fromEntries(Object.entries(SECRETS).map(([secret, make]) => [secret, make()]));
/** Paths of a prepared demonstration's parts. */
const partsOf = (folder) => ({
  cluster: reachableFolder(join(folder, 'postgres'), unprivilegedAccount()),
  objects: join(folder, 'objetos'),
  // File with the demonstration's description, and with the keys of its encrypted values.
  words: join(folder, 'demonstracao.json'),
});

/** Environment of every program of a private product. */
const basicEnvironment = (databaseUrl, storage) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TZ: 'America/Sao_Paulo',
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  DATABASE_URL: databaseUrl,
  STORAGE_DIR: storage,
});

/**
 * Makes a demonstration once, whose database and objects several products copy when they start. Use it only within a
 * single run, because its days ('yesterday') are relative to the time at which it is made.
 * @param {string} name name of its folder
 * @returns {Promise<{ folder: string, remove: () => Promise<void> }>} `folder`: to be passed to `startPrivateProduct`;
 * deleted by `remove`, or when this process ends
 */
export async function prepareDemonstration(name) {
  const folder = join(DATA, 'test', `${name}-${process.pid}`);
  const { cluster, objects, words } = partsOf(folder);
  // This supervisor only deletes the folder: it runs no process.
  const keeper = new Supervisor(() => {});
  for (const place of [cluster, folder]) keeper.removeAtEnd(place);
  const supervisor = new Supervisor(({ how, logFile }) =>
    console.error(`PostgreSQL encerrou antes da hora (${how}):\n${tail(logFile)}`),
  );
  try {
    mkdirSync(folder, { recursive: true });
    const logs = join(folder, 'logs');
    const redis = startRedis({ supervisor, logs, temporary: true, folder: join(folder, 'redis') });
    const [postgres, { url }, programs] = await Promise.all([
      startMigratedPostgres({
        supervisor,
        logs,
        folder: join(folder, 'postgres'),
        database: DATABASE,
        copied: true,
      }),
      redis,
      generateClient().then(sharedPrograms),
    ]);
    const secrets = makeSecrets();
    const environment = {
      ...basicEnvironment(postgres.socketUrl(DATABASE), objects),
      PUBLIC_URL: 'http://127.0.0.1',
      REDIS_URL: url,
      REDIS_PREFIX: 'preparo',
      FFMPEG_PATH: findFfmpeg(),
      ...secrets,
    };
    const demo = await runSeed(environment, 'demo', { programs });
    writeFileSync(words, JSON.stringify({ demo, secrets }), { mode: 0o600 });
    await supervisor.stop();
    return { folder, remove: () => keeper.stop() };
  } catch (error) {
    await supervisor.stop();
    await keeper.stop();
    throw error;
  }
}

/**
 * Starts PostgreSQL, Redis, demo AI, API (with the web, built again if stale) and worker like `npm start`, independent
 * of the developer's own. Everything is in a separate folder, which `stop` removes.
 * @param {{ name: string, environment?: Record<string, string>, prepared?: string }} options `name`: name of the
 * folder; `environment`: overrides the defaults; `prepared`: folder of a demonstration to copy
 * (`prepareDemonstration`); without it, a new demonstration is made
 * @returns {Promise<{ url: string, demo: object, chromium: string, folder: string, stop: () => Promise<void> }>}
 * @throws UserError if a program is missing or does not start; started ones are stopped
 */
export async function startPrivateProduct({ name, environment: given = {}, prepared }) {
  await ensurePrograms(['postgres', 'redis', 'ffmpeg', 'chromium']);
  const folder = join(DATA, 'test', `${name}-${process.pid}`);
  const temporary = join(folder, 'temporarios');
  mkdirSync(temporary, { recursive: true });
  const supervisor = new Supervisor(({ name: program, how, logFile }) =>
    console.error(`${program} encerrou antes da hora (${how}):\n${tail(logFile)}`),
  );
  supervisor.removeAtEnd(folder);
  const stop = () => supervisor.stop();
  try {
    const places = { supervisor, logs: join(folder, 'logs'), temporary: true };
    const model = prepared && partsOf(prepared);
    const { demo: told, secrets = makeSecrets() } = model
      ? JSON.parse(readFileSync(model.words, 'utf8'))
      : {};
    const [postgres, redis, port, programs] = await Promise.all([
      startMigratedPostgres({
        ...places,
        folder: join(folder, 'postgres'),
        database: DATABASE,
        model: model?.cluster,
      }),
      startRedis({ ...places, folder: join(folder, 'redis') }),
      freePort(),
      generateClient().then(sharedPrograms),
    ]);
    const storage = join(folder, 'objetos');
    if (model) cpSync(model.objects, storage, { recursive: true, preserveTimestamps: true });
    const environment = {
      ...basicEnvironment(postgres.url(DATABASE), storage),
      TMPDIR: temporary,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      REDIS_URL: redis.url,
      REDIS_PREFIX: randomBytes(4).toString('hex'),
      FFMPEG_PATH: findFfmpeg(),
      ...secrets,
      ...given,
    };
    const [, demo] = await Promise.all([
      ensureWeb(environment),
      told ?? runSeed(environment, 'demo', { programs }),
    ]);
    const { url } = await startStack({ ...places, environment, port, webDist: WEB_DIST, programs });
    return { url, demo, chromium: findChromium(), folder, databaseUrl: environment.DATABASE_URL, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
