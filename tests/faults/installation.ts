// The product's processes with their own PostgreSQL and Redis; tests can stop, kill and restart each of these.
import { createReadStream, readdirSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyMigrations } from '../../scripts/lib/database.mjs';
import { SECRETS } from '../../scripts/lib/env-file.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { findFfmpeg } from '../../scripts/lib/programs.mjs';
import { startPostgres, startRedis } from '../../scripts/lib/services.mjs';
import { logFileIn, Supervisor, tail } from '../../scripts/lib/supervisor.mjs';
import { processesOf, send } from '../support/processes.ts';

/** A silent worker loses its stage after this time, ms: shorter than the default, so that scenarios end sooner. */
const LEASE_MS = 5000;
export const WORKERS = 2;

type Process = { name: string; pid: number; port: number };

export class Installation {
  readonly folder: string;
  readonly environment: Record<string, string> = {};
  /** Processes that ended unexpectedly. */
  readonly crashes: string[] = [];
  readonly #logs: string;
  readonly #supervisor: Supervisor;
  /** Processes that the test ended. */
  readonly #ended = new Set<number>();
  #ports = { postgres: 0, redis: 0, api: 0 };
  #pids: { postgres?: number | undefined; redis?: number | undefined } = {};
  #workers: Process[] = [];
  #workersStarted = 0;

  /** @param folder folder of this run, for data, objects and logs */
  constructor(folder: string) {
    this.folder = folder;
    this.#logs = join(folder, 'logs');
    this.#supervisor = new Supervisor(({ name, how, logFile }) => {
      const pid = Number(/\((\d+)\)$/.exec(name)?.[1] ?? 0);
      const expected = /^sinal SIGKILL$/.test(how) || this.#ended.has(pid);
      if (!expected) this.crashes.push(`${name} encerrou (${how}):\n${tail(logFile)}`);
    });
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.#ports.api}/api/v1`;
  }

  get workers(): readonly Process[] {
    return this.#workers;
  }

  /** Starts PostgreSQL (durable, as in production), Redis (AOF), the API and the workers. */
  async start(provider: string): Promise<void> {
    const [postgres, redis, api] = await Promise.all([freePort(), freePort(), freePort()]);
    this.#ports = { postgres, redis, api };
    const [databaseUrl, redisUrl] = await Promise.all([this.startPostgres(), this.startRedis()]);
    await applyMigrations(databaseUrl);
    Object.assign(
      this.environment,
      Object.fromEntries(Object.entries(SECRETS).map(([name, make]) => [name, make()])),
      {
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        TZ: 'America/Sao_Paulo',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        REDIS_PREFIX: 'falhas',
        STORAGE_DRIVER: 'filesystem',
        STORAGE_DIR: join(this.folder, 'objetos'),
        FFMPEG_PATH: findFfmpeg(),
        PUBLIC_URL: `http://127.0.0.1:${api}`,
        RATE_LIMIT_MAX: '1000000',
        OPENAI_API_KEY: 'falhas',
        OPENAI_BASE_URL: provider,
        ANTHROPIC_API_KEY: '',
        ANTHROPIC_BASE_URL: provider,
        STAGE_LEASE_MS: String(LEASE_MS),
        // Number of audio slots that both workers share.
        AUDIO_SLOTS: String(WORKERS),
        PROVIDER_SLOTS: '12',
        COMPANY_MAX_RUNNING: '60',
      },
    );
    const api1 = this.#program('API', 'api/src/main.ts', { PORT: String(api), HOST: '127.0.0.1' }, api);
    await Promise.all([this.#ready(api1, `${this.apiUrl}/health`), this.startWorkers()]);
  }

  #program(name: string, file: string, env: Record<string, string>, port: number): Process {
    const child = this.#supervisor.start({
      name,
      command: process.execPath,
      args: ['--max-semi-space-size=32', '--import', 'tsx', join(ROOT, file)],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.environment, ...env },
      cwd: ROOT,
      logFile: logFileIn(this.#logs, name.toLowerCase().replaceAll(' ', '-')),
      stopLimitMs: 30_000,
    });
    return { name, pid: child.pid as number, port };
  }

  async #ready({ name, pid }: Process, url: string): Promise<void> {
    const until = Date.now() + 60_000;
    while (Date.now() < until && send(pid, 0)) {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
      await sleep(100);
    }
    const log = logFileIn(this.#logs, name.toLowerCase().replaceAll(' ', '-'));
    throw new Error(`${name} não ficou de pé:\n${tail(log)}`);
  }

  /** Starts missing workers, and waits until they are ready. */
  async startWorkers(): Promise<void> {
    const missing = WORKERS - this.#workers.length;
    const started = await Promise.all(
      Array.from({ length: missing }, async () => {
        const port = await freePort();
        this.#workersStarted += 1;
        const env = { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(port) };
        return this.#program(`Worker ${this.#workersStarted}`, 'worker/src/main.ts', env, port);
      }),
    );
    this.#workers.push(...started);
    await Promise.all(started.map((worker) => this.#ready(worker, `http://127.0.0.1:${worker.port}/ready`)));
  }

  /** Kills all workers at once with -9. */
  async killWorkers(): Promise<void> {
    const dying = this.#workers.splice(0);
    for (const { pid } of dying) send(pid, 'SIGKILL');
    await Promise.all(dying.map(({ pid }) => gone(pid)));
  }

  signalWorker(index: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    const worker = this.#workers[index];
    if (!worker || !send(worker.pid, signal)) throw new Error('o worker não está de pé');
  }

  async startPostgres(): Promise<string> {
    const { url, pid } = await startPostgres({
      supervisor: this.#supervisor,
      logs: this.#logs,
      folder: join(this.folder, 'postgres'),
      port: this.#ports.postgres,
    });
    this.#pids.postgres = pid;
    return url('escuta');
  }

  /** Signals every process of PostgreSQL: its backends have their own sessions, so the parent's signals miss them. */
  signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of processesOf(this.#pids.postgres)) send(pid, signal);
  }

  killPostgres(): Promise<void> {
    return kill(this.#pids.postgres);
  }

  async startRedis(): Promise<string> {
    const { url, pid } = await startRedis({
      supervisor: this.#supervisor,
      logs: this.#logs,
      folder: join(this.folder, 'redis'),
      port: this.#ports.redis,
    });
    this.#pids.redis = pid;
    return url;
  }

  signalRedis(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of processesOf(this.#pids.redis)) send(pid, signal);
  }

  killRedis(): Promise<void> {
    return kill(this.#pids.redis);
  }

  get #storage(): string {
    return this.environment.STORAGE_DIR as string;
  }

  /** Simulates an unmounted disk. */
  detachStorage(): void {
    renameSync(this.#storage, `${this.#storage}.fora`);
  }

  attachStorage(): void {
    renameSync(`${this.#storage}.fora`, this.#storage);
  }

  objects(): Promise<StoredObjects> {
    return storedObjects(this.#storage);
  }

  stop(): Promise<void> {
    // Continues frozen processes (SIGSTOP), because a frozen process does not react to SIGTERM.
    this.signalPostgres('SIGCONT');
    this.signalRedis('SIGCONT');
    for (const { pid } of this.#workers) {
      send(pid, 'SIGCONT');
      this.#ended.add(pid);
    }
    return this.#supervisor.stop();
  }
}

/** Keys of stored objects, and number of unfinished files. */
export type StoredObjects = { keys: Set<string>; unfinished: number };

export async function storedObjects(storage: string): Promise<StoredObjects> {
  const keys = new Set<string>();
  let unfinished = 0;
  const entries = readdirSync(storage, { recursive: true, withFileTypes: true });
  // True for a file in a subfolder; the file at the top is no object, but contains the folder's id.
  const isBelow = (found: { parentPath: string }) => found.parentPath !== storage;
  for (const entry of entries.filter((found) => found.isFile() && isBelow(found))) {
    if (entry.parentPath === join(storage, 'tmp')) {
      unfinished += 1;
      continue;
    }
    const file = await open(join(entry.parentPath, entry.name)).catch((error: NodeJS.ErrnoException) => {
      // Skips a file that was deleted after the folder was listed.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!file) continue;
    const { buffer } = await file.read(Buffer.alloc(512), 0, 512, 0);
    await file.close();
    keys.add((JSON.parse(buffer.toString()) as { key: string }).key);
  }
  return { keys, unfinished };
}

async function kill(server: number | undefined): Promise<void> {
  const all = processesOf(server);
  for (const pid of all) send(pid, 'SIGKILL');
  await Promise.all(all.map(gone));
}

export async function gone(pid: number): Promise<void> {
  while (send(pid, 0)) await sleep(20);
}

export const openRecording = () => createReadStream(join(ROOT, 'samples/teste-curta.mp3'));
