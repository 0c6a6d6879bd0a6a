// The product as several processes behind HAProxy: each can be killed, stopped gracefully, and started again, in this
// or another version.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECRETS } from '../../scripts/lib/env-file.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { findFfmpeg } from '../../scripts/lib/programs.mjs';
import { logFileIn, tail } from '../../scripts/lib/supervisor.mjs';
import { type StoredObjects, storedObjects } from '../faults/installation.ts';
import type { Ground } from './ground.ts';
import { gone, startHaproxy } from './servers.ts';

/** Time after which a silent worker loses its stage, ms; shorter than the default, so that a tier ends sooner. */
const LEASE_MS = 10_000;
/** Time between a process's ready message and HAProxy's notice of it, ms: `downinter` plus the duration of a check. */
const SEEN_MS = 2500;
const READY_LIMIT_MS = 180_000;

/** A version of the product: its folder, and its compiled programs. */
export type Build = { root: string; api: string; worker: string };

type Slot = { kind: 'api' | 'worker'; name: string; port: number; child: ChildProcess | null };

const OTHER_CLOCK = join(import.meta.dirname, 'other-clock.mjs');

export class Cluster {
  readonly environment: Record<string, string> = {};
  readonly #ground: Ground;
  readonly #slots: Slot[] = [];
  #clocks: Readonly<Record<string, number>> = {};
  #entry = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.#entry}/api/v1`;
  }

  get crashes(): string[] {
    return this.#ground.crashes;
  }

  /** Slots of all workers and API processes, alternating: worker, API process, worker, and so on. */
  get slots(): readonly Slot[] {
    const of = (kind: Slot['kind']) => this.#slots.filter((slot) => slot.kind === kind);
    const [apis, workers] = [of('api'), of('worker')];
    return workers.flatMap((worker, n) => [worker, apis[n]].filter((slot) => slot !== undefined));
  }

  /**
   * Starts the cluster's processes, with HAProxy in front of those of the API.
   * @param engines DATABASE_URL and Redis' variables
   * @param options.clocks error of a process's clock, ms, by its name ('api-2'); other clocks are right
   */
  async start(
    build: Build,
    provider: string,
    engines: Record<string, string>,
    {
      apis = 3,
      workers = 4,
      environment = {},
      clocks = {},
    }: {
      apis?: number;
      workers?: number;
      environment?: Record<string, string>;
      clocks?: Readonly<Record<string, number>>;
    } = {},
  ): Promise<void> {
    this.#clocks = clocks;
    this.#entry = await freePort();
    Object.assign(
      this.environment,
      Object.fromEntries(Object.entries(SECRETS).map(([name, make]) => [name, make()])),
      {
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        TZ: 'America/Sao_Paulo',
        REDIS_PREFIX: 'distribuido',
        STORAGE_DRIVER: 'filesystem',
        STORAGE_DIR: join(this.#ground.folder, 'objetos'),
        FFMPEG_PATH: findFfmpeg(),
        PUBLIC_URL: `http://127.0.0.1:${this.#entry}`,
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMIT_MAX: '1000000',
        OPENAI_API_KEY: 'distribuido',
        OPENAI_BASE_URL: provider,
        ANTHROPIC_API_KEY: '',
        ANTHROPIC_BASE_URL: provider,
        STAGE_LEASE_MS: String(LEASE_MS),
        PROVIDER_SLOTS: '6',
        COMPANY_MAX_RUNNING: '60',
      },
      engines,
      environment,
    );
    for (let n = 1; n <= apis; n += 1)
      this.#slots.push({ kind: 'api', name: `api-${n}`, port: await freePort(), child: null });
    for (let n = 1; n <= workers; n += 1)
      this.#slots.push({ kind: 'worker', name: `worker-${n}`, port: await freePort(), child: null });
    const ports = this.#slots.filter(({ kind }) => kind === 'api').map(({ port }) => `127.0.0.1:${port}`);
    startHaproxy(this.#ground, 'haproxy', 'escuta.cfg', {
      ESCUTA_ENTRADA: `127.0.0.1:${this.#entry}`,
      API_1: ports[0] ?? '',
      API_2: ports[1] ?? ports[0] ?? '',
      API_3: ports[2] ?? ports[0] ?? '',
      WEB_1: ports[0] ?? '',
    });
    // Starts the processes one after another, because seven starts at once overload a small machine.
    for (const slot of this.#slots) await this.startSlot(slot, build);
    await sleep(SEEN_MS);
  }

  /** Starts a further worker. */
  async addWorker(build: Build): Promise<void> {
    const slot: Slot = {
      kind: 'worker',
      name: `worker-${this.#slots.length}`,
      port: await freePort(),
      child: null,
    };
    this.#slots.push(slot);
    await this.startSlot(slot, build);
  }

  /** Starts a process and waits until it is ready. */
  async startSlot(slot: Slot, build: Build): Promise<void> {
    const logFile = logFileIn(this.#ground.logs, slot.name);
    const env =
      slot.kind === 'api'
        ? { HOST: '127.0.0.1', PORT: String(slot.port) }
        : { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(slot.port) };
    const offsetMs = this.#clocks[slot.name];
    const clock = offsetMs === undefined ? {} : { RELOGIO_DESVIO_MS: String(offsetMs) };
    const child = this.#ground.spawn({
      name: slot.name,
      command: process.execPath,
      args: [
        ...(offsetMs === undefined ? [] : ['--import', OTHER_CLOCK]),
        '--max-semi-space-size=8',
        build[slot.kind],
      ],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.environment, ...env, ...clock },
      cwd: build.root,
      logFile,
      stopLimitMs: 30_000,
    });
    slot.child = child;
    const url = `http://127.0.0.1:${slot.port}${slot.kind === 'api' ? '/api/v1/ready' : '/ready'}`;
    for (const limit = Date.now() + READY_LIMIT_MS; ; await sleep(100)) {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      const said = await answer?.text().catch(() => '');
      if (answer?.ok) return;
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (ended || Date.now() > limit)
        throw new Error(`${slot.name} não ficou de pé (${said ?? 'não responde'}):\n${tail(logFile)}`);
    }
  }

  /** Kills a process with -9 and starts another in its place. */
  async killAndStart(slot: Slot, build: Build): Promise<void> {
    const pid = slot.child?.pid;
    slot.child?.kill('SIGKILL');
    if (pid) await gone(pid);
    await this.startSlot(slot, build);
    await sleep(SEEN_MS);
  }

  /** Ends a process with SIGTERM, then starts another version in its place, like an orchestrator's rolling update. */
  async replace(slot: Slot, build: Build): Promise<void> {
    if (slot.child) await this.#ground.end(slot.child);
    await this.startSlot(slot, build);
    await sleep(SEEN_MS);
  }

  objects(): Promise<StoredObjects> {
    return storedObjects(this.environment.STORAGE_DIR as string);
  }
}
