// Settings of the operators' commands: the environment, with `.env` as defaults. In a checkout, the servers of a
// running `npm start` are used, or else the checkout's own PostgreSQL and Redis, started for the duration of the
// command.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, envSchema } from '@escuta/shared/platform/process/env';
import { ptBR } from 'zod/locales';
import { UserError } from '../lib/console.mjs';
import { readEnvironment } from '../lib/env-file.mjs';
import { DATA } from '../lib/paths.mjs';

/** An error with a message for the operator, printed without a stack. */
export class OperatorError extends UserError {
  override readonly name = 'OperatorError';
}

export type Source = Readonly<Record<string, string | undefined>>;

export type Settings = {
  source: Source;
  /** True if the servers are those of `npm start` in this checkout, not those of the environment. */
  isPrivate: boolean;
  /** Stops servers started by this command. */
  close: () => Promise<void>;
};

const RUN_FILE = join(DATA, 'npm-start.json');
type Run = { pid: number; environment?: Record<string, string> };

/** Reads the state file of this checkout's running `npm start`; null if it is not running. */
function runningStart(): Run | null {
  if (!existsSync(RUN_FILE)) return null;
  const run = JSON.parse(readFileSync(RUN_FILE, 'utf8')) as Run;
  try {
    process.kill(run.pid, 0);
    return run;
  } catch {
    return null;
  }
}

/**
 * Reads the installation's settings. If the environment does not name both servers and `npm start` does not run,
 * `startServers` starts the checkout's own servers; if it is false, the settings lack the missing servers.
 * @throws OperatorError while `npm start` is still starting
 */
export async function readSettings({ startServers }: { startServers: boolean }): Promise<Settings> {
  const given: Source = readEnvironment();
  const close = async () => undefined;
  if (given.DATABASE_URL && given.REDIS_URL) return { source: given, isPrivate: false, close };
  const run = runningStart();
  if (run?.environment) return { source: { ...given, ...run.environment }, isPrivate: true, close };
  if (!startServers) return { source: given, isPrivate: false, close };
  if (run) throw new OperatorError('O npm start desta pasta ainda está subindo: espere e repita.');
  return startOwn(given);
}

async function startOwn(given: Source): Promise<Settings> {
  const [{ startPostgres, startRedis }, { Supervisor }, { ensurePrograms, findFfmpeg }] = await Promise.all([
    import('../lib/services.mjs'),
    import('../lib/supervisor.mjs'),
    import('../lib/programs.mjs'),
  ]);
  await ensurePrograms([
    ...(given.DATABASE_URL ? [] : (['postgres'] as const)),
    ...(given.REDIS_URL ? [] : (['redis'] as const)),
  ]);
  const supervisor = new Supervisor(({ name, how }: { name: string; how: string }) => {
    process.stderr.write(`${name} encerrou antes da hora (${how}).\n`);
  });
  const places = { supervisor, logs: join(DATA, 'logs-operacao') };
  try {
    const [database, redis] = await Promise.all([
      given.DATABASE_URL ??
        startPostgres({ ...places, folder: join(DATA, 'postgres') }).then((server) => server.url('escuta')),
      given.REDIS_URL ?? startRedis({ ...places, folder: join(DATA, 'redis') }).then(({ url }) => url),
    ]);
    const source = {
      STORAGE_DIR: join(DATA, 'objetos'),
      FFMPEG_PATH: findFfmpeg() ?? undefined,
      ...given,
      DATABASE_URL: database,
      REDIS_URL: redis,
    };
    return { source, isPrivate: true, close: () => supervisor.stop() };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** The product's settings. @throws OperatorError naming every variable that is missing or wrong */
export function requireEnv(source: Source): Env {
  const parsed = envSchema.safeParse(source, { error: ptBR().localeError });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new OperatorError(`Configuração inválida (npm run doctor explica cada uma):\n${lines.join('\n')}`);
}
