#!/usr/bin/env node
// npm run bench: measures the performance promises on a temporary private PostgreSQL and Redis.
// - `npm run bench -- <part> …`: only these parts (partida, audio, pipeline, provedor, uploads, acesso, aovivo,
//   registros, mapa, relatorios, entrevistas, lote, cliques, exportacao, importacao, paginas, conversas, listas, busca,
//   telas, analistas, regras).
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, say, step, UserError } from './lib/console.mjs';
import { applyMigrations, generateClient } from './lib/database.mjs';
import { SECRETS } from './lib/env-file.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { ensurePrograms, findFfmpeg } from './lib/programs.mjs';
import { startPostgres, startRedis } from './lib/services.mjs';
import { Supervisor, tail } from './lib/supervisor.mjs';
import { answerHelp } from './lib/usage.mjs';

answerHelp('bench');

const folder = join(DATA, 'bench', randomBytes(4).toString('hex'));
const supervisor = new Supervisor(({ name, how, logFile }) => {
  fail(`${name} encerrou sozinho(a) (${how})`);
  say(tail(logFile));
  void stop(1);
});

let stopping = null;
function stop(code) {
  stopping ??= supervisor.stop().then(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  });
  return stopping;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(130));

try {
  checkNode();
  await ensureDependencies();
  await ensurePrograms(['postgres', 'redis', 'ffmpeg']);
  mkdirSync(folder, { recursive: true });
  step('Subindo PostgreSQL e Redis só para as medidas');
  const places = { supervisor, logs: join(folder, 'logs') };
  const [postgres, redis] = await Promise.all([
    startPostgres({ ...places, folder: join(folder, 'postgres') }),
    startRedis({ ...places, folder: join(folder, 'redis') }),
    generateClient(),
  ]);
  const database = postgres.url('escuta');
  await applyMigrations(database);
  const secrets = Object.fromEntries(Object.entries(SECRETS).map(([name, make]) => [name, make()]));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'bench/main.ts'), ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...secrets,
        NODE_ENV: 'production',
        DATABASE_URL: database,
        REDIS_URL: redis.url,
        STORAGE_DIR: join(folder, 'objetos'),
        FFMPEG_PATH: findFfmpeg(),
        BENCH_SERVICE_PIDS: [postgres.pid, redis.pid].join(','),
      },
    },
  );
  const code = await new Promise((resolve) => child.once('close', resolve));
  await stop(code ?? 1);
} catch (error) {
  if (!stopping) {
    fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
    await stop(1);
  }
}
