import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Logger } from './log.ts';
import { StartRefusedError } from './start-refusal.ts';

const BEAT_MS = 5000;
/** A process that has not been heard of for this long no longer counts, ms. */
const EXPIRY_MS = 16_000;

/** Where the processes stand: a sorted set, score = when one expires. */
export function processesKey(prefix: string): string {
  return `${prefix}:processos`;
}

/** KEYS: the processes. ARGV: the present member, and for how long it counts, ms. By Redis' own clock. */
const BEAT = `
  local t = redis.call('TIME')
  local now = t[1] * 1000 + math.floor(t[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  return redis.call('ZRANGE', KEYS[1], 0, -1)
`;

/** What the processes know of each other. */
const processSchema = z.object({
  id: z.string(),
  tipo: z.enum(['api', 'worker']),
  /** machineId(). */
  maquina: z.string(),
  /** When it began, ms since 1970. */
  desde: z.number(),
  /** Keeps recordings in a folder of its machine, which no other machine sees. */
  pastaPropria: z.boolean(),
  /** Of a worker: the runs that its provider slots can have under way, and the slots for sound that it shares. */
  vagas: z.object({ provedor: z.number(), som: z.number(), lugar: z.string() }).optional(),
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

/**
 * The processes of the installation that are alive, in Redis. It divides limits, sizes look-aheads, hands out turns and
 * notices a second machine; a flushed Redis costs a few seconds of caution. While Redis is away the last list stands.
 */
export class Processes {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #log: Logger;
  readonly #own: ProcessEntry;
  readonly #member: string;
  #members: readonly ProcessEntry[];
  #timer: NodeJS.Timeout | null = null;
  #started: Promise<void> | null = null;
  #refused: ((error: StartRefusedError) => void) | null = null;

  constructor(
    options: { redis: Redis; prefix: string; log: Logger },
    own: Omit<ProcessEntry, 'id' | 'desde'>,
  ) {
    this.#redis = options.redis;
    this.#key = processesKey(options.prefix);
    this.#log = options.log;
    this.#own = { ...own, id: randomUUID(), desde: Date.now() };
    this.#member = JSON.stringify(this.#own);
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
      const found = (await this.#redis.eval(BEAT, 1, this.#key, this.#member, EXPIRY_MS)) as string[];
      this.#members = found.flatMap(readProcess);
      const refusal = this.refusal();
      if (refusal) this.#refused?.(refusal);
    } catch (error) {
      this.#log.debug({ motivo: (error as Error).message }, 'Registro de processos indisponível');
    }
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

  /** Whether what each of this kind could do every `everyMs` is this one's to do now: they take turns. */
  isMyTurn(everyMs: number): boolean {
    const ids = this.of(this.#own.tipo)
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
    return this.of('worker').filter(({ vagas }) => vagas?.lugar === this.#own.vagas?.lugar).length;
  }

  /**
   * Why this process may not go on: it keeps recordings in a folder of its machine, and one of another machine, which was
   * there before, does so too. Null: it may.
   */
  refusal(): StartRefusedError | null {
    const own = this.#own;
    if (!own.pastaPropria) return null;
    const earlier = (one: ProcessEntry) =>
      one.desde < own.desde || (one.desde === own.desde && one.id < own.id);
    const other = this.#members.find(
      (one) => one.pastaPropria && one.maquina !== own.maquina && earlier(one),
    );
    if (!other) return null;
    return new StartRefusedError(
      `STORAGE_DRIVER=filesystem guarda as gravações em uma pasta desta máquina, e outra máquina (${other.maquina}) já trabalha ` +
        'nesta instalação com uma pasta dela: cada uma só encontraria as suas gravações. Nada foi mudado.\n' +
        'O que fazer: use STORAGE_DRIVER=s3; ou, se STORAGE_DIR é a mesma pasta em todas as máquinas (um volume de rede), ' +
        'defina STORAGE_SHARED=true em todas. Se a outra máquina acaba de ser desligada, espere meio minuto e inicie de novo.',
    );
  }

  /** Calls `listener` when it turns out later that this process may not go on: Redis was away when it began. */
  onRefusal(listener: (error: StartRefusedError) => void): void {
    this.#refused = listener;
  }

  /** Says that this one is gone. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    if (this.#redis.status === 'ready')
      await this.#redis.zrem(this.#key, this.#member).catch(() => undefined);
  }
}
