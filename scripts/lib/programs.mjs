// Finds the programs that the product needs (PostgreSQL, Redis, ffmpeg, Chromium), and installs them from the system's
// packages if possible.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { say, step, UserError } from './console.mjs';

export const MIN_POSTGRES = 15;

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Full path of the first of these names on the PATH (and in distributions' folders), or null. */
export function findProgram(...names) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/local/bin',
    '/usr/bin',
    '/usr/sbin',
    '/opt/homebrew/bin',
  ];
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      if (folder && isExecutable(file)) return file;
    }
  }
  return null;
}

/**
 * Programs' version outputs, by file and modification time; kept because each request starts a process, and Debian's
 * wrappers also start Perl.
 */
const said = new Map();

/** Output of the program's `--version`; '' if it cannot be run. */
function versionOf(file) {
  const key = `${file} ${statSync(file).mtimeMs}`;
  if (!said.has(key)) said.set(key, spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '');
  return said.get(key);
}

/**
 * Folders that hold all of these PostgreSQL programs, newest version first; the first program states the version.
 * @returns {{ bin: string, version: number }[]}
 */
function findPostgresPrograms(programs) {
  const folders = [];
  for (const base of [
    '/usr/lib/postgresql',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    '/usr',
    '/Library/PostgreSQL',
  ]) {
    if (!existsSync(base)) continue;
    for (const name of readdirSync(base)) {
      if (/^(\d+|(postgresql|libpq)(@\d+)?|pgsql-\d+)$/.test(name)) folders.push(join(base, name, 'bin'));
    }
  }
  folders.push(...(process.env.PATH ?? '').split(delimiter).filter(Boolean));
  const found = new Map();
  for (const bin of folders) {
    if (!programs.every((name) => isExecutable(join(bin, name)))) continue;
    const version = Number(/(\d+)(?:\.\d+|devel|beta|rc)/.exec(versionOf(join(bin, programs[0])))?.[1] ?? 0);
    if (version >= MIN_POSTGRES && !found.has(version)) found.set(version, { bin, version });
  }
  return [...found.values()].sort((a, b) => b.version - a.version);
}

/** Folders with a complete PostgreSQL server, newest version first. */
export const findPostgres = () => findPostgresPrograms(['postgres', 'initdb', 'pg_isready']);
/** Folders with PostgreSQL's dump and restore programs, newest version first. */
export const findPostgresClients = () => findPostgresPrograms(['pg_dump', 'pg_restore', 'psql']);

export const findRedis = () => findProgram('redis-server', 'valkey-server');
export const findFfmpeg = () =>
  process.env.FFMPEG_PATH || (findProgram('ffmpeg') && findProgram('ffprobe') ? findProgram('ffmpeg') : null);
export const findHaproxy = () => findProgram('haproxy');
export const findPgbouncer = () => findProgram('pgbouncer');
export const findEspeak = () => findProgram('espeak-ng');
export const findChromium = () =>
  process.env.CHROMIUM_PATH ||
  findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
const findHeadlessShell = () => findProgram('chromium-headless-shell');
/**
 * Chromium for tests that look at pages: the headless shell if present, a Debian package that takes a quarter less
 * processor time. It is no complete browser: it cannot record a microphone.
 */
export const findHeadlessChromium = () => process.env.CHROMIUM_PATH || findHeadlessShell() || findChromium();

const NEEDS = {
  postgres: {
    label: `PostgreSQL ${MIN_POSTGRES} ou mais novo`,
    packages: ['postgresql'],
    found: () => findPostgres().length > 0,
  },
  redis: { label: 'Redis (ou Valkey)', packages: ['redis-server'], found: () => findRedis() !== null },
  ffmpeg: { label: 'ffmpeg', packages: ['ffmpeg'], found: () => findFfmpeg() !== null },
  haproxy: { label: 'HAProxy', packages: ['haproxy'], found: () => findHaproxy() !== null },
  pgbouncer: { label: 'PgBouncer', packages: ['pgbouncer'], found: () => findPgbouncer() !== null },
  chromium: {
    label: 'Chromium',
    packages: ['chromium', 'fonts-liberation'],
    found: () => findChromium() !== null,
  },
};

const readSystem = () => (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '');

/** Command that runs apt-get as root; null if the system has no apt-get, or this account cannot become root. */
function aptCommand() {
  const apt = findProgram('apt-get');
  if (!apt || !/^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readSystem())) return null;
  if (process.getuid?.() === 0) return [apt];
  const sudo = findProgram('sudo');
  if (!sudo) return null;
  if (spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0) return [sudo, '-n', apt];
  return process.stdin.isTTY ? [sudo, apt] : null;
}

const INSTALL = [
  'install',
  '-y',
  '-qq',
  '--no-install-recommends',
  // No flush to the disk after each file.
  '-o',
  'Dpkg::Options::=--force-unsafe-io',
];

/**
 * Runs apt-get with the prefix of `aptCommand`, to its end: cut in the middle, it would leave packages half configured.
 * @param {string[]} apt
 * @param {string[]} args
 * @param {{ background?: boolean }} options `background`: low priority
 * @returns {Promise<string | null>} its last output if it failed
 */
function run([command, ...prefix], args, { background = false } = {}) {
  return runQuietly(command, [...prefix, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    label: 'apt-get',
    stdin: 'inherit',
    // A process group of its own could not ask for sudo's password.
    background: background && prefix.length !== 1,
    uncut: true,
  }).then(
    () => null,
    (error) => error.message,
  );
}

/**
 * Installs the headless shell of Chromium, with which the tests take the least processor time, if it can be installed
 * without a password (Debian). Optional: without it the tests use the browser that is installed.
 */
export async function preferHeadlessShell() {
  if (process.env.CHROMIUM_PATH || findHeadlessShell() || !/^ID=debian$/m.test(readSystem())) return;
  const apt = aptCommand();
  if (!apt || apt.length === 2) return;
  step('Instalando pelo sistema: chromium-headless-shell (o Chromium sem janelas, mais leve para os testes)');
  const once = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];
  const install = async () => (await run(apt, [...once, ...INSTALL, 'chromium-headless-shell'])) === null;
  // Updates the package lists, which may be old or missing, and tries again.
  if ((await install()) || ((await run(apt, [...once, 'update', '-qq'])) === null && (await install())))
    return;
  say('  Não foi possível: os testes usam o Chromium que há.');
}

/**
 * Ensures that these programs are present; installs packages if necessary.
 * @param {(keyof typeof NEEDS)[]} names
 * @param {{ background?: boolean }} [options] `background`: installs at low priority
 * @throws UserError naming the missing programs if they cannot be installed here
 */
export async function ensurePrograms(names, options) {
  const missing = names.filter((name) => !NEEDS[name].found());
  if (missing.length === 0) return;
  const labels = missing.map((name) => NEEDS[name].label).join(', ');
  const packages = missing.flatMap((name) => NEEDS[name].packages);
  const apt = aptCommand();
  const help =
    `Falta instalar: ${labels}.\n` +
    `  Debian/Ubuntu: sudo apt-get install ${packages.join(' ')}\n` +
    '  macOS:         brew install postgresql@17 redis ffmpeg\n' +
    '  Ou use Docker: docker compose up (veja docs/operacao/instalar.md).\n' +
    '  Ou aponte para servidores que já existem: DATABASE_URL e REDIS_URL no ambiente ou em .env.';
  if (!apt) throw new UserError(help);
  step(`Instalando pelo sistema: ${packages.join(', ')} (pode levar alguns minutos)`);
  await run(apt, ['update', '-qq'], options);
  const failure = await run(apt, [...INSTALL, ...packages], options);
  const still = missing.filter((name) => !NEEDS[name].found());
  if (still.length > 0) {
    const reason = (failure ?? '').trim().split('\n').slice(-5).join('\n  ');
    throw new UserError(`A instalação pelo apt-get não funcionou:\n  ${reason}\n${help}`);
  }
}

/**
 * The account for PostgreSQL, which refuses root: null if this process is not root, otherwise an unprivileged account.
 * @returns {{ uid: number, gid: number } | null}
 */
export function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new UserError(
    'O PostgreSQL não roda como root e não há o usuário "postgres" nesta máquina: crie-o com useradd --system postgres.',
  );
}
