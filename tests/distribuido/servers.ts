// PostgreSQL with a standby, Redis with Sentinels, PgBouncer and HAProxy, as an installation on several machines has
// them. Each server has its own port, and tests can kill it and start it again.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import pg from 'pg';
import { migratedCluster, TEMPLATE } from '../../scripts/lib/migrated.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import {
  findHaproxy,
  findPgbouncer,
  findPostgres,
  findRedis,
  unprivilegedAccount,
} from '../../scripts/lib/programs.mjs';
import { reachableFolder } from '../../scripts/lib/services.mjs';
import { logFileIn } from '../../scripts/lib/supervisor.mjs';
import { processesOf, send } from '../support/processes.ts';
import type { Ground } from './ground.ts';

/**
 * Waits for a condition.
 * @throws Error with `problem` if the condition does not hold within the limit, ms
 */
export async function until(check: () => Promise<boolean> | boolean, problem: string, limitMs = 60_000) {
  for (const limit = Date.now() + limitMs; ; await sleep(100)) {
    if (await Promise.resolve(check()).catch(() => false)) return;
    if (Date.now() > limit) throw new Error(problem);
  }
}

export async function gone(pid: number): Promise<void> {
  while (send(pid, 0)) await sleep(20);
}

/** Kills a server and all its processes with -9. */
export async function killServer(child: ChildProcess): Promise<void> {
  const all = processesOf(child.pid);
  for (const pid of all) send(pid, 'SIGKILL');
  await Promise.all(all.map(gone));
}

const TOOLS_ENV = { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' };

/** A PostgreSQL server with its own data folder. Its data survive kill -9, but not a machine's crash: fsync is off. */
export class PostgresServer {
  readonly name: string;
  readonly data: string;
  port = 0;
  child: ChildProcess | null = null;
  readonly #ground: Ground;

  constructor(ground: Ground, name: string) {
    this.#ground = ground;
    this.name = name;
    this.data = reachableFolder(join(ground.folder, name), unprivilegedAccount());
  }

  get url(): string {
    return `postgresql://escuta@127.0.0.1:${this.port}/${TEMPLATE}`;
  }

  /**
   * Runs a program of PostgreSQL under PostgreSQL's account.
   * @throws Error with the program's output
   */
  tool(program: string, args: readonly string[]): string {
    const [server] = findPostgres();
    const { status, stdout, stderr } = spawnSync(join(server?.bin ?? '', program), args, {
      ...(unprivilegedAccount() ?? {}),
      cwd: '/',
      env: TOOLS_ENV,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program}: ${stderr || stdout}`);
    return stdout;
  }

  /** Copies the tests' shared data folder, to which every migration has been applied, to this server's data folder. */
  async copyModel(): Promise<void> {
    const model = await migratedCluster();
    rmSync(this.data, { recursive: true, force: true });
    mkdirSync(dirname(this.data), { recursive: true });
    const { status, stderr } = spawnSync('cp', ['-a', model, this.data], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  /** Makes this server a standby of `primary`, from a base backup. */
  copyFrom(primary: PostgresServer): void {
    mkdirSync(dirname(this.data), { recursive: true });
    const account = unprivilegedAccount();
    mkdirSync(this.data, { mode: 0o700 });
    if (account) chownSync(this.data, account.uid, account.gid);
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'escuta'];
    this.tool('pg_basebackup', [...from, '-D', this.data, '-R', '-X', 'stream', '-c', 'fast']);
  }

  async start(settings: Record<string, string> = {}): Promise<void> {
    this.port ||= await freePort();
    const all = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '300',
      fsync: 'off',
      jit: 'off',
      ...settings,
    };
    const [server] = findPostgres();
    this.child = this.#ground.spawn({
      name: this.name,
      command: join(server?.bin ?? '', 'postgres'),
      args: [
        '-D',
        this.data,
        '-p',
        String(this.port),
        ...Object.entries(all).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
      ],
      account: unprivilegedAccount(),
      cwd: '/',
      env: TOOLS_ENV,
      logFile: logFileIn(this.#ground.logs, this.name),
      stopSignal: 'SIGQUIT',
    });
    await until(() => this.ask('select 1').then(() => true), `${this.name} não subiu`);
  }

  /** Runs a statement on a connection of its own. */
  async ask<T extends pg.QueryResultRow>(text: string, database = TEMPLATE): Promise<T[]> {
    const client = new pg.Client(`postgresql://escuta@127.0.0.1:${this.port}/${database}`);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async kill(): Promise<void> {
    if (this.child) await killServer(this.child);
  }
}

/** Starts a primary and its standby. Each commit on the primary waits for the standby. */
export async function startStandbyPair(ground: Ground): Promise<[PostgresServer, PostgresServer]> {
  const [primary, standby] = [new PostgresServer(ground, 'pg-1'), new PostgresServer(ground, 'pg-2')];
  await primary.copyModel();
  await primary.start();
  standby.copyFrom(primary);
  await standby.start({ hot_standby: 'on' });
  // Sets this after the copy, so that the standby lacks the setting and, once promoted, waits for no other server.
  await primary.ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await primary.ask('select pg_reload_conf()');
  const inStep = async () =>
    (await primary.ask<{ s: string }>('select sync_state as s from pg_stat_replication'))[0]?.s === 'sync';
  await until(inStep, 'o standby não acompanha');
  return [primary, standby];
}

/** Starts HAProxy with an example file shipped with the product (deploy/haproxy); `env` has the file's variables. */
export function startHaproxy(
  ground: Ground,
  name: string,
  file: string,
  env: Record<string, string>,
): ChildProcess {
  return ground.spawn({
    name,
    command: findHaproxy() as string,
    args: ['-db', '-f', join(ROOT, 'deploy/haproxy', file)],
    cwd: '/',
    env: { PATH: process.env.PATH, ...env },
    logFile: logFileIn(ground.logs, name),
    stopSignal: 'SIGINT',
  });
}

/**
 * Starts HAProxy in front of two PostgreSQL servers.
 * @returns the port at which HAProxy forwards to the primary
 */
export async function startPostgresProxy(ground: Ground, servers: readonly [PostgresServer, PostgresServer]) {
  const folder = join(ground.folder, 'haproxy-pg');
  mkdirSync(folder, { recursive: true });
  const check = join(folder, 'pg-primario.sh');
  copyFileSync(join(ROOT, 'deploy/haproxy/pg-primario.sh'), check);
  chmodSync(check, 0o755);
  writeFileSync(join(folder, 'pg_service.conf'), '[escuta-haproxy]\nuser=escuta\ndbname=postgres\n');
  const port = await freePort();
  startHaproxy(ground, 'haproxy-pg', 'postgresql.cfg', {
    POSTGRES_ENTRADA: `127.0.0.1:${port}`,
    POSTGRES_1: `127.0.0.1:${servers[0].port}`,
    POSTGRES_2: `127.0.0.1:${servers[1].port}`,
    POSTGRES_TESTE: check,
  });
  return port;
}

/** PgBouncer in session mode, in front of a PostgreSQL server. */
export class Pgbouncer {
  readonly #ground: Ground;
  readonly #server: PostgresServer;
  port = 0;
  child: ChildProcess | null = null;

  constructor(ground: Ground, server: PostgresServer) {
    this.#ground = ground;
    this.#server = server;
  }

  get url(): string {
    return `postgresql://escuta@127.0.0.1:${this.port}/${TEMPLATE}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    const folder = reachableFolder(join(this.#ground.folder, 'pgbouncer'), unprivilegedAccount());
    mkdirSync(folder, { recursive: true });
    const account = unprivilegedAccount();
    const write = (name: string, lines: string[]) => {
      const file = join(folder, name);
      writeFileSync(file, `${lines.join('\n')}\n`);
      if (account) chownSync(file, account.uid, account.gid);
      return file;
    };
    const users = write('usuarios.txt', ['"escuta" ""']);
    const config = write('pgbouncer.ini', [
      '[databases]',
      `* = host=127.0.0.1 port=${this.#server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = session',
      'max_client_conn = 500',
      'default_pool_size = 200',
    ]);
    this.child = this.#ground.spawn({
      name: 'pgbouncer',
      command: findPgbouncer() as string,
      args: [config],
      account,
      cwd: '/',
      env: TOOLS_ENV,
      logFile: logFileIn(this.#ground.logs, 'pgbouncer'),
      stopSignal: 'SIGINT',
    });
    await until(async () => {
      const client = new pg.Client(this.url);
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
      return true;
    }, 'o PgBouncer não subiu');
  }

  async kill(): Promise<void> {
    if (this.child) await killServer(this.child);
  }
}

const REDIS_PASSWORD = 'dos-servidores';
const SENTINEL_PASSWORD = 'dos-sentinelas';
export const REDIS_NAME = 'escuta';

/** A Redis primary with two replicas, and three Sentinels that watch them. */
export class RedisWithSentinels {
  readonly #ground: Ground;
  readonly #servers: { name: string; port: number; child: ChildProcess; file: string }[] = [];
  readonly #sentinels: number[] = [];

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** The product's environment variables. With Sentinels the product ignores the host in REDIS_URL. */
  get environment() {
    return {
      REDIS_URL: `redis://:${REDIS_PASSWORD}@127.0.0.1:9/0`,
      REDIS_SENTINELS: this.#sentinels.map((port) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_NAME: REDIS_NAME,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    };
  }

  #spawn(name: string, file: string, ...args: string[]): ChildProcess {
    const logFile = logFileIn(this.#ground.logs, name);
    return this.#ground.spawn({
      name,
      command: findRedis() as string,
      args: [file, ...args],
      cwd: '/',
      logFile,
    });
  }

  #write(name: string, port: number, lines: readonly string[]): string {
    const folder = join(this.#ground.folder, name);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'redis.conf');
    const all = [`port ${port}`, 'bind 127.0.0.1', `dir "${folder}"`, ...lines, ''];
    writeFileSync(file, all.join('\n'));
    return file;
  }

  async start(): Promise<void> {
    for (const name of ['redis-1', 'redis-2', 'redis-3']) {
      const port = await freePort();
      const first = this.#servers[0];
      const file = this.#write(name, port, [
        `requirepass ${REDIS_PASSWORD}`,
        `masterauth ${REDIS_PASSWORD}`,
        'appendonly yes',
        'save ""',
        'maxmemory-policy noeviction',
        ...(first ? [`replicaof 127.0.0.1 ${first.port}`] : []),
      ]);
      this.#servers.push({ name, port, child: this.#spawn(name, file), file });
    }
    for (const name of ['sentinela-1', 'sentinela-2', 'sentinela-3']) {
      const port = await freePort();
      const file = this.#write(name, port, [
        `requirepass ${SENTINEL_PASSWORD}`,
        `sentinel monitor ${REDIS_NAME} 127.0.0.1 ${this.#servers[0]?.port} 2`,
        `sentinel auth-pass ${REDIS_NAME} ${REDIS_PASSWORD}`,
        `sentinel down-after-milliseconds ${REDIS_NAME} 3000`,
        `sentinel failover-timeout ${REDIS_NAME} 10000`,
      ]);
      this.#spawn(name, file, '--sentinel');
      this.#sentinels.push(port);
    }
    const ready = async () => {
      const said = await this.#onPrimary((redis) => redis.info('replication'));
      return (said.match(/state=online/g) ?? []).length === 2;
    };
    await until(ready, 'o Redis e os Sentinels não se acharam');
  }

  async #onPrimary<T>(ask: (redis: ReturnType<typeof createRedis>) => Promise<T>): Promise<T> {
    const redis = createRedis(this.environment, { log: this.#ground.log, name: 'distribuido' });
    try {
      return await ask(redis);
    } finally {
      redis.disconnect();
    }
  }

  async #primary() {
    const port = await this.#onPrimary(async (redis) => ((await redis.config('GET', 'port')) as string[])[1]);
    const found = this.#servers.find((server) => server.port === Number(port));
    if (!found) throw new Error('os Sentinels não dizem quem é o primário');
    return found;
  }

  /**
   * Kills or freezes the primary and waits until a replica takes over. After another `awayMs` the old primary returns,
   * still believing itself primary; waits until it has become a replica.
   */
  async failover(how: 'SIGKILL' | 'SIGSTOP', awayMs: number): Promise<void> {
    const old = await this.#primary();
    if (how === 'SIGKILL') await killServer(old.child);
    else old.child.kill('SIGSTOP');
    await until(async () => (await this.#primary()).port !== old.port, 'nenhuma réplica assumiu', 90_000);
    await sleep(awayMs);
    if (how === 'SIGKILL') old.child = this.#spawn(old.name, old.file);
    else old.child.kill('SIGCONT');
    const two = async () =>
      ((await this.#onPrimary((redis) => redis.info('replication'))).match(/state=online/g) ?? []).length ===
      2;
    await until(two, 'o antigo primário não voltou como réplica', 90_000);
  }
}
