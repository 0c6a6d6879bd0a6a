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
/** A process that has not been heard of for this long no longer counts, ms. */
const EXPIRY_MS = 16_000;

/** A folder that does not say within this long which one it is (a network volume that hangs) is asked again at the next beat, ms. */
const FOLDER_MS = 3000;

/** Where the processes stand: a sorted set, score = when one expires. */
export function processesKey(prefix: string): string {
  return `${prefix}:processos`;
}

/**
 * KEYS: the processes, and what remembers the last gap. ARGV: the present member, for how long it counts, ms, the channel of gaps, and for
 * how long one is remembered, ms. By Redis' own clock. Who takes leave removes itself; whoever finds others expired removes them, and
 * tells in the same step, so that each death is told once: between storing an end and publishing it, a process may have been killed. One that
 * was only slow costs the open pages one reading, and comes back with its next beat.
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

/** What the processes know of each other. */
const processSchema = z.object({
  id: z.string(),
  tipo: z.enum(['api', 'worker']),
  /** machineId(). */
  maquina: z.string(),
  /** When Redis first heard of it, by Redis' clock, ms since 1970: hosts' clocks may differ. */
  desde: z.number(),
  /** Which folder it keeps recordings in (folderId); null: in none, or it does not say yet. */
  pasta: z.string().nullable(),
  /** Of a worker: the runs that its provider slots can have under way, and the slots for sound that it shares. */
  vagas: z.object({ provedor: z.number(), som: z.number(), lugar: z.string() }).optional(),
  /** Of a worker: what it is for (WORKER_ETAPAS); one of the version before does everything. */
  partes: z.array(z.enum(WORKER_PARTS)).optional(),
});
export type ProcessEntry = z.infer<typeof processSchema>;

/** What a member says; nothing where another version wrote it. */
export function readProcess(text: string): ProcessEntry[] {
  try {
    const parsed = processSchema.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/** What a process says of itself. `pasta`: asks which folder it keeps recordings in; null: in none. */
export type OwnProcess = Pick<ProcessEntry, 'tipo' | 'maquina' | 'vagas' | 'partes'> & {
  pasta: (() => Promise<string>) | null;
};

/** Where a process runs and keeps its recordings, for its entry. */
export function processPlace(
  env: Pick<Env, 'MACHINE_ID' | 'STORAGE_DRIVER' | 'STORAGE_DIR'>,
): Pick<OwnProcess, 'maquina' | 'pasta'> {
  return {
    maquina: machineId(env),
    pasta: env.STORAGE_DRIVER === 'filesystem' ? () => folderId(env.STORAGE_DIR) : null,
  };
}

/**
 * The processes of the installation that are alive, in Redis. It divides limits, sizes look-aheads, hands out turns and
 * notices a second folder of recordings; a flushed Redis costs a few seconds of caution. While Redis is away the last list stands.
 */
export class Processes {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #own: ProcessEntry;
  /** Null for a process that keeps recordings in no folder. */
  readonly #askFolder: OwnProcess['pasta'];
  /** How it stands in Redis; null before the first beat. */
  #member: string | null = null;
  /** Beats may overlap: there is one member, and one question to the folder. */
  #presenting: Promise<string> | null = null;
  #asking: Promise<void> | null = null;
  /** What the folder said, perhaps after its time. */
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
    // Since when it is there, Redis says at the first beat.
    this.#own = { ...own, id: randomUUID(), desde: 0, pasta: null };
    this.#members = [this.#own];
  }

  /** Says that this one is there, now and from now on. Resolves when Redis has answered, or did not. */
  start(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#beat(), BEAT_MS).unref();
    this.#started ??= this.#beat();
    return this.#started;
  }

  async #beat(): Promise<void> {
    try {
      this.#presenting ??= this.#present().finally(() => {
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

  /** What Redis is to hear: since when, by its own clock, once; and which folder, as soon as that is known. */
  async #present(): Promise<string> {
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

  /** @returns whether it was found out just now. Asked once it is known, it would make the folder of a disk that is away. */
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

  /** Those of one kind; this process always counts. */
  of(tipo: ProcessEntry['tipo']): ProcessEntry[] {
    const found = this.#members.filter((one) => one.tipo === tipo);
    const isKnown = tipo !== this.#own.tipo || found.some(({ id }) => id === this.#own.id);
    return isKnown ? found : [...found, this.#own];
  }

  /** How many of this process's kind there are: at least 1. */
  get replicas(): number {
    return this.of(this.#own.tipo).length;
  }

  /** Whether what each of this kind (of the workers for `part`, where it is named) could do every `everyMs` is this one's to do now: they take turns. */
  isMyTurn(everyMs: number, part?: WorkerPart): boolean {
    const ids = this.of(this.#own.tipo)
      .filter(({ partes }) => !part || !partes || partes.includes(part))
      .map(({ id }) => id)
      .sort();
    return Math.floor(Date.now() / everyMs) % ids.length === ids.indexOf(this.#own.id);
  }

  /** Runs that all workers together can have under way; workers that share slots for sound count them once. */
  async capacity(): Promise<number> {
    await this.#beat();
    const workers = this.of('worker').flatMap(({ vagas }) => (vagas ? [vagas] : []));
    const sound = new Map<string, number>();
    for (const { lugar, som } of workers) sound.set(lugar, Math.max(som, sound.get(lugar) ?? 0));
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0);
    return sum(workers.map(({ provedor }) => provedor)) + sum(sound.values());
  }

  /** How many workers share this one's slots for sound. */
  get soundSharers(): number {
    return this.of('worker').filter(
      ({ vagas }) => vagas?.lugar === this.#own.vagas?.lugar && vagas?.som !== 0,
    ).length;
  }

  /**
   * Why this process may not go on: it keeps recordings in a folder, and processes that were there before those of this
   * folder keep them in another one. Null: it may.
   */
  refusal(): StartRefusedError | null {
    const { pasta } = this.#own;
    // Before Redis has heard of it, nobody is known to be there.
    if (pasta === null || this.#member === null) return null;
    // A folder's place is that of the first who works with it: a process that starts again does not lose it.
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

  /** Calls `listener` when it turns out later that this process may not go on: Redis was away when it began. */
  onRefusal(listener: (error: StartRefusedError) => void): void {
    this.#refused = listener;
  }

  /** Says that this one is gone. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    if (this.#member !== null && this.#redis.status === 'ready')
      await this.#redis.zrem(this.#key, this.#member).catch(() => undefined);
  }
}
