// Private instances of PostgreSQL and Redis, on free ports, reachable from this machine only.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { UserError } from './console.mjs';
import { freePort } from './ports.mjs';
import { findPostgres, findRedis, unprivilegedAccount } from './programs.mjs';
import { logFileIn, tail } from './supervisor.mjs';

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until `check` is true.
 * @throws UserError with the end of the log after `limitMs`
 */
async function waitFor(check, { name, logFile, limitMs = 30_000, child }) {
  const until = Date.now() + limitMs;
  while (Date.now() < until && child.exitCode === null) {
    if (await check()) return;
    await delay(60);
  }
  throw new UserError(`${name} não subiu. Fim do registro (${logFile}):\n${tail(logFile)}`);
}

/** True if this account can pass through every parent folder: a checkout under /root is closed to others. */
function canReach(folder, account) {
  for (let current = folder; ; current = dirname(current)) {
    const { mode, uid, gid } = statSync(current);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

/**
 * Folder for PostgreSQL's data: the wanted folder, or, if PostgreSQL's account may not enter it, a folder in `elsewhere`
 * with a name made from the wanted one.
 */
export function reachableFolder(folder, account, elsewhere = '/var/lib/escuta') {
  mkdirSync(dirname(folder), { recursive: true });
  if (!account || canReach(dirname(folder), account)) return folder;
  mkdirSync(elsewhere, { recursive: true });
  // A strict umask, or an older Escuta that gave only itself access to this folder, would exclude PostgreSQL's account.
  chmodSync(elsewhere, 0o755);
  const name = Buffer.from(folder).toString('base64url').slice(-24);
  return join(elsewhere, name);
}

/** Reads a random secret from a file that only this account may read; creates the file if it is missing. */
function secretIn(file) {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8');
}

/** True if `pid` is a PostgreSQL that uses this folder; the number in an old pid file may be another process's. */
function isPostgresOver(pid, data) {
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').split('\0').includes(data);
}

/** Stops a PostgreSQL that a killed `npm start` left running on this data folder; it may already be shutting down. */
async function endLeftover(data) {
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  for (let waited = 0; isPostgresOver(pid, data); waited += 200) {
    if (waited === 3000) process.kill(pid, 'SIGINT');
    if (waited > 20_000) throw new UserError(`O PostgreSQL de ${data} (processo ${pid}) não encerra.`);
    await delay(200);
  }
}

/**
 * Starts PostgreSQL over a folder, which it creates the first time.
 * @param {{ supervisor: import('./supervisor.mjs').Supervisor, folder: string, logs: string, temporary?: boolean,
 * copied?: boolean, port?: number }} options `temporary`: no password, no fsync, for temporary data; `copied`: true if
 * a temporary server must shut down cleanly, so that its files can be copied (migrated.mjs); `port`: default a free
 * port
 * @returns {Promise<{ url: (database: string) => string, socketUrl: (database: string) => string, pid: number |
 * undefined }>} `socketUrl`: by the Unix socket of a temporary server, which is cheaper; equal to `url` if there is
 * none
 */
export async function startPostgres({
  supervisor,
  folder,
  logs,
  temporary = false,
  copied = false,
  port: wantedPort,
}) {
  const account = unprivilegedAccount();
  const data = reachableFolder(folder, account);
  const isNew = !existsSync(join(data, 'PG_VERSION'));
  const servers = findPostgres();
  const wanted = isNew ? servers[0]?.version : Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'));
  const server = servers.find((s) => s.version === wanted);
  if (!server) {
    throw new UserError(
      `Os dados em ${data} são do PostgreSQL ${wanted}, que não está instalado: instale-o ou remova a pasta.`,
    );
  }
  const password = temporary ? '' : secretIn(`${folder}.senha`);
  const logFile = logFileIn(logs, 'postgres');
  if (isNew) {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { recursive: true, mode: 0o700 });
    if (account) chownSync(data, account.uid, account.gid);
    initCluster(server, data, account, password);
  }
  await endLeftover(data);
  const port = wantedPort ?? (await freePort());
  // Only accounts that may read the folder reach its socket: PostgreSQL's account, and the one that started the server.
  const socket = temporary && fitsSocket(data) ? data : '';
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket,
    max_connections: 200,
    // Values of a refused statement (names, numbers, speech) stay out of the log, like in docker-compose.yml.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(temporary
      ? {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          autovacuum_naptime: '1h',
          // With few rows, compiling a statement costs more than it saves.
          jit: 'off',
          // Preloads a library that each session would otherwise load at its first write: a test has many short
          // sessions.
          shared_preload_libraries: 'plpgsql',
        }
      : { shared_buffers: '256MB' }),
  };
  const child = supervisor.start({
    name: 'PostgreSQL',
    command: join(server.bin, 'postgres'),
    args: [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    account,
    cwd: '/',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' },
    logFile,
    // SIGINT ends open connections and writes all data (fast shutdown). Temporary data need no clean shutdown.
    stopSignal: temporary && !copied ? 'SIGQUIT' : 'SIGINT',
  });
  const ready = () =>
    spawnSync(join(server.bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port), '-d', 'postgres'])
      .status === 0;
  await waitFor(ready, { name: 'O PostgreSQL', logFile, child });
  const login = password ? `escuta:${password}` : 'escuta';
  const url = (database) => `postgresql://${login}@127.0.0.1:${port}/${database}`;
  const socketUrl = (database) =>
    socket ? `${url(database)}?host=${encodeURIComponent(socket)}` : url(database);
  return { url, socketUrl, pid: child.pid };
}

/** True if a socket in this folder fits the kernel's limit for paths; 85 bytes leave room for the socket's name. */
const fitsSocket = (folder) => process.platform !== 'win32' && Buffer.byteLength(folder) <= 85;

function initCluster(server, data, account, password) {
  const passwordFile = `${data}.inicial`;
  if (password) {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) chownSync(passwordFile, account.uid, account.gid);
  }
  const auth = password ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust'];
  const run = (locale) =>
    spawnSync(
      join(server.bin, 'initdb'),
      ['-D', data, '-U', 'escuta', '-E', 'UTF8', '--no-instructions', '--no-sync', ...auth, ...locale],
      {
        ...(account ?? {}),
        cwd: '/',
        env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' },
        encoding: 'utf8',
      },
    );
  // Uses Portuguese collation if this PostgreSQL has ICU.
  const locales = [
    ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=pt-BR'],
    ['--locale=C.UTF-8'],
    ['--locale=C'],
  ];
  let result;
  for (const locale of locales) {
    result = run(locale);
    if (result.status === 0) break;
  }
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) throw new UserError(`initdb falhou:\n${result.stderr}`);
}

function ping(port, password) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(500, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('connect', () => socket.write(`${password ? `AUTH ${password}\r\n` : ''}PING\r\n`));
    socket.on('data', (chunk) => {
      if (String(chunk).includes('PONG')) finish(true);
    });
  });
}

/**
 * Starts Redis (or Valkey) over a folder.
 * @param {{ supervisor: import('./supervisor.mjs').Supervisor, folder: string, logs: string, temporary?: boolean,
 * port?: number }} options `temporary`: no password, nothing on disk, 256 databases (one per test worker); `port`:
 * default a free port
 * @returns {Promise<{ url: string, pid: number | undefined }>}
 */
export async function startRedis({ supervisor, folder, logs, temporary = false, port: wantedPort }) {
  mkdirSync(folder, { recursive: true });
  const port = wantedPort ?? (await freePort());
  const password = temporary ? '' : secretIn(`${folder}.senha`);
  const config = join(folder, 'redis.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${folder}"`,
    'daemonize no',
    'save ""',
    'maxmemory-policy noeviction',
    ...(temporary ? ['appendonly no', 'databases 256'] : ['appendonly yes', `requirepass ${password}`]),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  chmodSync(config, 0o600);
  const logFile = logFileIn(logs, 'redis');
  const child = supervisor.start({
    name: 'Redis',
    command: findRedis(),
    args: [config],
    cwd: folder,
    logFile,
  });
  await waitFor(() => ping(port, password), { name: 'O Redis', logFile, child });
  return { url: `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}/0`, pid: child.pid };
}
