#!/usr/bin/env node
// npm start: runs the whole product on this machine, from a fresh clone, without further steps. Installs or starts each
// program that it needs and cannot find; Ctrl+C stops exactly what it has started. See docs/operacao/instalar.md.
// - `npm start -- --tempos`: also prints the duration of each step at the end
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopCommands } from './lib/commands.mjs';
import { areProgramsStale, compilePrograms, PROGRAMS_DIST } from './lib/compiled.mjs';
import { bold, done, fail, say, step, UserError, warn } from './lib/console.mjs';
import { applyMigrations, demoState, generateClient, refuseUnfitDatabase } from './lib/database.mjs';
import { ensureSecrets, readEnvironment } from './lib/env-file.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { DATA } from './lib/paths.mjs';
import { portFrom } from './lib/ports.mjs';
import { ensurePrograms, findFfmpeg } from './lib/programs.mjs';
import { processSample } from './lib/sample-call.mjs';
import { startPostgres, startRedis } from './lib/services.mjs';
import { runSeed, startStack } from './lib/stack.mjs';
import { rotateLogs, Supervisor, tail } from './lib/supervisor.mjs';
import { timed, timesTable } from './lib/times.mjs';
import { answerHelp } from './lib/usage.mjs';
import { buildWeb, compressWeb, isWebStale, WEB_DIST } from './lib/web.mjs';

answerHelp('start');

const LOGS = join(DATA, 'logs');
const RUN_FILE = join(DATA, 'npm-start.json');
/** Folder for the processes' temporary files, deleted after the processes stop, at the latest at the next start. */
const TEMPORARY = join(DATA, 'temporarios');
/** Written by `npm run restore`: a restored installation gets no demonstration companies. */
const RESTORED_FILE = join(DATA, 'restaurada.json');
/** Variables that this script sets if the environment does not. */
const CHOSEN_HERE = [
  'NODE_ENV',
  'DATABASE_URL',
  'REDIS_URL',
  'STORAGE_DIR',
  'FFMPEG_PATH',
  'PUBLIC_URL',
  'OPENAI_BASE_URL',
  'OPENAI_API_KEY',
  'IA_MODO_DEMONSTRACAO',
];
const begun = Date.now();
const tellsTimes = process.argv.includes('--tempos');
let ownsRunFile = false;

const supervisor = new Supervisor(({ name, how, logFile }) => {
  fail(`${name} encerrou sozinho(a) (${how}). Fim do registro (${logFile}):`);
  say(tail(logFile));
  void stop(1);
});

let stopping = null;
/** Stops everything, once, and ends this process. */
function stop(code, why = '') {
  stopping ??= (async () => {
    if (code === 0) step(`Encerrando (${why})…`);
    await stopCommands();
    await supervisor.stop();
    if (ownsRunFile) rmSync(RUN_FILE, { force: true });
    if (code === 0) done('Tudo encerrado.');
    process.exit(code);
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0, signal));
// Ignores errors of the output, because the terminal may close before the shutdown ends.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtException', (error) => {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  void stop(1);
});
if (process.env.npm_lifecycle_event) {
  // A killed npm passes no signal on; a changed parent process shows that npm has ended.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop(0, 'o npm encerrou'), 1000).unref();
}

/** True if the process `pid` is an `npm start`; its number may have been reused by another program. */
function isStart(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('start.mjs');
}

/** Refuses to start if an `npm start` of this checkout is running, because both would use the same files in .data/. */
function refuseSecondStart() {
  if (existsSync(RUN_FILE)) {
    const other = JSON.parse(readFileSync(RUN_FILE, 'utf8'));
    if (isStart(other.pid)) {
      const where = other.url ? `, ${other.url}` : '';
      throw new UserError(`A Escuta já está rodando nesta pasta (processo ${other.pid}${where}).`);
    }
  }
  mkdirSync(DATA, { recursive: true });
  writeFileSync(RUN_FILE, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  ownsRunFile = true;
}

async function main() {
  checkNode();
  refuseSecondStart();
  say(bold('Escuta'));
  // Runs beside the installation of the system's packages and the servers' start, because neither needs npm's packages.
  const packages = timed('Pacotes do npm', () => ensureDependencies({ tools: false }));
  packages.catch(() => {}); // awaited below
  const given = readEnvironment();
  await timed('PostgreSQL e Redis do sistema', () =>
    ensurePrograms([...(given.DATABASE_URL ? [] : ['postgres']), ...(given.REDIS_URL ? [] : ['redis'])]),
  );
  const environment = { ...given };
  environment.FFMPEG_PATH ??= findFfmpeg() ?? undefined;
  // Only the worker needs ffmpeg, whose packages are many: their installation gives way to all that a sign-in needs.
  const ffmpeg = environment.FFMPEG_PATH
    ? undefined
    : timed('ffmpeg do sistema', () => ensurePrograms(['ffmpeg'], { background: true })).then(findFfmpeg);
  ffmpeg?.catch(() => {}); // awaited by startStack
  environment.STORAGE_DIR ??= join(DATA, 'objetos');
  rmSync(TEMPORARY, { recursive: true, force: true });
  mkdirSync(TEMPORARY, { mode: 0o700 });
  supervisor.removeAtEnd(TEMPORARY);
  environment.TMPDIR = TEMPORARY;

  rotateLogs(LOGS);
  const places = { supervisor, logs: LOGS };
  step(
    given.DATABASE_URL && given.REDIS_URL
      ? 'Usando o PostgreSQL e o Redis do ambiente'
      : 'Subindo PostgreSQL e Redis desta instalação',
  );
  const servers = Promise.all([
    given.DATABASE_URL ??
      timed('PostgreSQL', () => startPostgres({ ...places, folder: join(DATA, 'postgres') })).then((server) =>
        server.url('escuta'),
      ),
    given.REDIS_URL ??
      timed('Redis', () => startRedis({ ...places, folder: join(DATA, 'redis') })).then(
        (server) => server.url,
      ),
  ]);
  servers.catch(() => {}); // awaited below
  await packages;
  const staleWeb = isWebStale();
  if (staleWeb) step('Construindo a interface');
  const web = staleWeb ? timed('Interface', () => buildWeb(environment)) : Promise.resolve();
  web.catch(() => {}); // awaited below
  // Generates Prisma's client first, because the compiled programs contain it.
  const programs = timed('Cliente do Prisma', generateClient).then(() =>
    areProgramsStale() ? timed('Programas compilados', compilePrograms) : undefined,
  );
  programs.catch(() => {}); // awaited below
  // Checks the database before a key is made or a migration runs: it may belong to another key or a newer version.
  await timed('Conferência do banco', () =>
    refuseUnfitDatabase(
      servers.then(([url]) => url),
      given,
    ),
  );
  const [database, redis] = await servers;
  const secrets = ensureSecrets(given);
  if (secrets.made.length > 0) done(`Segredos criados em .env: ${secrets.made.join(', ')}`);
  Object.assign(environment, {
    ...secrets.environment,
    ...environment,
    DATABASE_URL: database,
    REDIS_URL: redis,
  });

  step('Aplicando as migrações');
  await timed('Migrações', () => applyMigrations(database));
  // An empty installation gets the demonstration only once, because the database records that it was made.
  const demoIs = existsSync(RESTORED_FILE) ? 'never' : await demoState(database);
  if (demoIs === 'due') step('Preparando o cenário de demonstração');
  await programs;
  const demoTold =
    demoIs === 'never'
      ? Promise.resolve(null)
      : timed('Demonstração', () => runSeed(environment, 'demo', { programs: PROGRAMS_DIST }));
  demoTold.catch(() => {}); // awaited below
  // Waits for a new demonstration; if it exists already, its logins are read and printed while the product starts.
  await Promise.all([web, demoIs === 'due' ? demoTold : null]);

  const port = await portFrom(Number(environment.PORT ?? 3000), environment.HOST ?? '127.0.0.1');
  step('Subindo a API e o worker');
  const stack = await timed('API e worker', () =>
    startStack({
      ...places,
      environment,
      port,
      webDist: environment.WEB_DIST ?? WEB_DIST,
      programs: PROGRAMS_DIST,
      ffmpeg,
      onSignIn: (there) => {
        tellAddress(there);
        // Compresses the built files only now, because the sign-in does not need the copies.
        if (!environment.WEB_DIST)
          compressWeb({ background: true }).catch((error) => !stopping && warn(error.message));
      },
    }),
  );
  if (stack.demo)
    warn(
      'Sem OPENAI_API_KEY e sem OPENAI_BASE_URL: modo demonstração. A IA de demonstração só conhece as ligações de amostra.',
    );
  else if (!given.OPENAI_API_KEY && given.OPENAI_BASE_URL)
    say(
      `  IA: o servidor em ${new URL(given.OPENAI_BASE_URL).host}, sem chave. O que ele faz: Administração, Modelos.`,
    );
  if (stack.mailbox) say(`  E-mails que seriam enviados: ${stack.mailbox}`);
  const demo = await demoTold;
  if (demo && demo.logins.length > 0) {
    say('\n  Acessos de demonstração (CNPJ · e-mail · senha):');
    for (const { cnpj, email, senha, papel, empresa } of demo.logins) {
      say(`    ${cnpj} · ${email} · ${senha}   ${papel}, ${empresa}`);
    }
    say('');
    if (demo.amostra && demo.logins[0].papel === 'gerente') await showSample(stack, demo);
  }
  say('  Registros em .data/logs. Ctrl+C encerra tudo.');
  if (tellsTimes) say(`\n${timesTable()}`);
}

/**
 * Prints the address for signing in, and stores the servers of this installation for the operators' commands
 * (scripts/operations).
 */
function tellAddress({ url, environment }) {
  const chosen = Object.fromEntries(CHOSEN_HERE.map((name) => [name, environment[name]]));
  writeFileSync(RUN_FILE, JSON.stringify({ pid: process.pid, url, environment: chosen }));
  done(`${bold(`Escuta no ar em ${url}`)}  (${((Date.now() - begun) / 1000).toFixed(0)} s)`);
}

async function showSample({ url }, { logins, amostra }) {
  const page = `${url}${amostra.pagina}`;
  try {
    await timed('Ligação de amostra', () =>
      processSample({
        url,
        login: logins[0],
        itemId: amostra.itemId,
        onStage: (stage) => step(`Processando a ligação de amostra: ${stage}`),
      }),
    );
    done(`Ligação de amostra processada: ${page}\n`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warn(`${error.message}\n  ${page}\n`);
  }
}

try {
  await main();
} catch (error) {
  if (!stopping) {
    fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
    await stop(1);
  }
}
