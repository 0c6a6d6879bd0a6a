import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { gapChannel, lastGapKey } from '../../queues/pipeline.ts';
import { StartRefusedError } from '../database/start-refusal.ts';
import { MEMORY_MS } from '../redis/live-events.ts';
import { folderId } from '../storage/folder-id.ts';
import type { Env } from './env.ts';
import type { Logger } from './log.ts';
import { machineId } from './machine.ts';
import { withLimit } from './with-limit.ts';
import { WORKER_PARTS, type WorkerPart } from './worker-parts.ts';

const BEAT_MS = 5000;
/** Silence after which a process is ignored, ms. */
const EXPIRY_MS = 16_000;

/** Longest wait of a heartbeat for the folder's id, ms, because network volumes may hang. */
const FOLDER_MS = 3000;

/** Redis key of the live processes, sorted by expiry. */
export function processesKey(prefix: string): string {
  return `${prefix}:processos`;
}

/**
 * Renews an entry, and announces a gap in the events if a process expired: a killed process may lose committed events.
 * KEYS: live processes, mark of the last gap. ARGV: own member, its lifetime (ms), gap channel, mark's lifetime (ms).
 */
const BEAT = `
  local t = redis.call('TIME')
  local now = t[1] * 1000 + math.floor(t[2] / 1000)
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  if redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now) > 0 then
    redis.call('SET', KEYS[2], '', 'PX', ARGV[4])
    redis.call('PUBLISH', ARGV[3], '')
  end
  return redis.call('ZRANGE', KEYS[1], 0, -1)
`;

const processSchema = z.object({
  id: z.string(),
  tipo: z.enum(['api', 'worker']),
  maquina: z.string(),
  /** First heartbeat by Redis' clock (hosts' clocks differ); ms since 1970. */
  desde: z.number(),
  /** The recordings folder's id (folderId); null: no folder, or not known yet. */
  pasta: z.string().nullable(),
  /** A worker's provider slots, and audio slots shared in `lugar`; absent for an API. */
  vagas: z.object({ provedor: z.number(), som: z.number(), lugar: z.string() }).optional(),
  /** A worker's parts (WORKER_ETAPAS); absent for an API, and for an earlier version's worker (all parts). */
  partes: z.array(z.enum(WORKER_PARTS)).optional(),
});
export type ProcessEntry = z.infer<typeof processSchema>;

/** Parses a member of the sorted set; empty for another version's format. */
export function readProcess(text: string): ProcessEntry[] {
  try {
    const parsed = processSchema.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/** `pasta`: reads the recordings folder's id; null: no folder. */
export type OwnProcess = Pick<ProcessEntry, 'tipo' | 'maquina' | 'vagas' | 'partes'> & {
  pasta: (() => Promise<string>) | null;
};

export function processPlace(
  env: Pick<Env, 'MACHINE_ID' | 'STORAGE_DRIVER' | 'STORAGE_DIR'>,
): Pick<OwnProcess, 'maquina' | 'pasta'> {
  return {
    maquina: machineId(env),
    pasta: env.STORAGE_DRIVER === 'filesystem' ? () => folderId(env.STORAGE_DIR) : null,
  };
}

/**
 * The installation's live processes in Redis, to divide limits, take turns, and detect a second recordings folder.
 * Without Redis the last list applies.
 */
export class Processes {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #own: ProcessEntry;
  readonly #askFolder: OwnProcess['pasta'];
  /** The member in Redis; null before the first heartbeat. */
  #member: string | null = null;
  /** Running update of the member, shared by overlapping heartbeats, so that only one member exists. */
  #presenting: Promise<string> | null = null;
  #asking: Promise<void> | null = null;
  #folder: string | null = null;
  #isStopped = false;
  #members: readonly ProcessEntry[];
  #timer: NodeJS.Timeout | null = null;
  #started: Promise<void> | null = null;
  #refused: ((error: StartRefusedError) => void) | null = null;

  constructor(options: { redis: Redis; prefix: string; log: Logger }, { pasta, ...own }: OwnProcess) {
    this.#redis = options.redis;
    this.#key = processesKey(options.prefix);
    this.#prefix = options.prefix;
    this.#log = options.log;
    this.#askFolder = pasta;
    // The first heartbeat sets `desde`.
    this.#own = { ...own, id: randomUUID(), desde: 0, pasta: null };
    this.#members = [this.#own];
  }

  /** Begins heartbeats; resolves after Redis' first answer or timeout. */
  start(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#beat(), BEAT_MS).unref();
    this.#started ??= this.#beat();
    return this.#started;
  }

  async #beat(): Promise<void> {
    try {
      this.#presenting ??= this.#refreshMember().finally(() => {
        this.#presenting = null;
      });
      const member = await this.#presenting;
      if (this.#isStopped) return;
      const keys = [this.#key, lastGapKey(this.#prefix)];
      const values = [member, EXPIRY_MS, gapChannel(this.#prefix), MEMORY_MS];
      const found = (await this.#redis.eval(BEAT, keys.length, ...keys, ...values)) as string[];
      this.#members = found.flatMap(readProcess);
      const refusal = this.refusal();
      if (refusal) this.#refused?.(refusal);
    } catch (error) {
      this.#log.debug({ motivo: (error as Error).message }, 'Registro de processos indisponível');
    }
  }

  /** Updates the member with its start (Redis' clock, set once) and folder, if known. */
  async #refreshMember(): Promise<string> {
    const before = this.#member;
    const isNew = await this.#readFolder();
    if (this.#member !== null && !isNew) return this.#member;
    if (this.#own.desde === 0) {
      const [seconds, micros] = await this.#redis.time();
      this.#own.desde = Number(seconds) * 1000 + Number(micros) / 1000;
    }
    this.#member = JSON.stringify(this.#own);
    if (before !== null) await this.#redis.zrem(this.#key, before);
    return this.#member;
  }

  /** Reads the folder's id once: later reads could create an unmounted disk's folder. Returns true if the id is new. */
  async #readFolder(): Promise<boolean> {
    if (!this.#askFolder || this.#own.pasta !== null) return false;
    this.#asking ??= this.#askFolder()
      .then((id) => {
        this.#folder = id;
      })
      .catch((error: Error) => {
        this.#log.debug({ motivo: error.message }, 'Pasta das gravações indisponível');
      })
      .finally(() => {
        this.#asking = null;
      });
    await withLimit(this.#asking, FOLDER_MS);
    this.#own.pasta = this.#folder;
    return this.#folder !== null;
  }

  of(tipo: ProcessEntry['tipo']): ProcessEntry[] {
    const found = this.#members.filter((one) => one.tipo === tipo);
    const isKnown = tipo !== this.#own.tipo || found.some(({ id }) => id === this.#own.id);
    return isKnown ? found : [...found, this.#own];
  }

  /** Counts processes of this kind, at least 1. */
  get replicas(): number {
    return this.of(this.#own.tipo).length;
  }

  /** True if it is this process's turn at work that any process of its kind could do every `everyMs` ms. */
  isMyTurn(everyMs: number, part?: WorkerPart): boolean {
    const ids = this.of(this.#own.tipo)
      .filter(({ partes }) => !part || !partes || partes.includes(part))
      .map(({ id }) => id)
      .sort();
    return Math.floor(Date.now() / everyMs) % ids.length === ids.indexOf(this.#own.id);
  }

  async capacity(): Promise<number> {
    await this.#beat();
    const workers = this.of('worker').flatMap(({ vagas }) => (vagas ? [vagas] : []));
    const sound = new Map<string, number>();
    for (const { lugar, som } of workers) sound.set(lugar, Math.max(som, sound.get(lugar) ?? 0));
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0);
    return sum(workers.map(({ provedor }) => provedor)) + sum(sound.values());
  }

  get soundSharers(): number {
    return this.of('worker').filter(
      ({ vagas }) => vagas?.lugar === this.#own.vagas?.lugar && vagas?.som !== 0,
    ).length;
  }

  /** Refusal of this process if earlier processes use another recordings folder; null: not refused. */
  refusal(): StartRefusedError | null {
    const { pasta } = this.#own;
    if (pasta === null || this.#member === null) return null;
    // Ranks a folder by its earliest process's start, so that the folder keeps its rank when a process restarts.
    const first = new Map<string, ProcessEntry>([[pasta, this.#own]]);
    for (const one of this.#members) {
      if (one.pasta === null) continue;
      const known = first.get(one.pasta);
      if (!known || one.desde < known.desde) first.set(one.pasta, one);
    }
    const since = (folder: string) => first.get(folder)?.desde ?? 0;
    const other = [...first.keys()].find(
      (folder) => since(folder) < since(pasta) || (since(folder) === since(pasta) && folder < pasta),
    );
    if (other === undefined) return null;
    return new StartRefusedError(
      'STORAGE_DRIVER=filesystem guarda as gravações na pasta STORAGE_DIR, e esta não é a pasta com que esta instalação já ' +
        `trabalha (na máquina ${first.get(other)?.maquina}): cada processo só encontraria as suas gravações. Nenhuma foi mudada.\n` +
        'O que fazer: dê a todos os processos a mesma pasta (o mesmo volume), ou use STORAGE_DRIVER=s3. Se os processos da ' +
        'outra pasta acabam de ser desligados, espere meio minuto e inicie de novo.',
    );
  }

  /** Calls `listener` if this process is refused only later, because Redis was unavailable at the start. */
  onRefusal(listener: (error: StartRefusedError) => void): void {
    this.#refused = listener;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    if (this.#member !== null && this.#redis.status === 'ready')
      await this.#redis.zrem(this.#key, this.#member).catch(() => undefined);
  }
}
