import type { Logger } from '@escuta/shared/platform/process/log';
import { createRedis, type RedisEnv } from '@escuta/shared/platform/redis/redis';
import type { Redis } from 'ioredis';

/** Interval of pings, ms; needed because a Redis server that hangs does not close its connections. */
const PING_MS = 5000;
/** Longest wait for Redis, ms. */
const LIMIT_MS = 2000;

type Listener = (message: string) => void;

/**
 * The process's only Redis connection in subscriber mode; subscribes again after a reconnection. `onGap` reports
 * messages lost meanwhile.
 */
export class Subscriptions {
  readonly #redis: Redis;
  readonly #log: Logger;
  readonly #channels = new Map<string, Set<Listener>>();
  readonly #gapListeners = new Set<() => void>();
  #connected = false;
  readonly #pinging: NodeJS.Timeout;

  constructor(env: RedisEnv, log: Logger) {
    this.#log = log;
    this.#redis = createRedis(env, { log, blocking: true, name: 'escuta-api-eventos' });
    this.#redis.on('ready', () => void this.#resubscribe());
    this.#redis.on('close', () => {
      this.#connected = false;
    });
    this.#pinging = setInterval(() => {
      if (this.#connected) void this.#within(this.#redis.ping());
    }, PING_MS).unref();
    this.#redis.on('message', (channel: string, message: string) => {
      for (const listener of this.#channels.get(channel) ?? []) listener(message);
    });
  }

  /** False while messages may be lost. */
  get connected(): boolean {
    return this.#connected;
  }

  /** Resolves at the first connection, or after `limitMs`. */
  async ready(limitMs: number): Promise<void> {
    const until = Date.now() + limitMs;
    while (!this.#connected && Date.now() < until) await new Promise((done) => setTimeout(done, 5));
  }

  /**
   * Calls `listener` when messages may have been lost.
   * @returns the function that unsubscribes
   */
  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  /**
   * Calls `listener` for each message of a channel sent after the promise resolves; if Redis is away at that time, for
   * each message sent after the next `onGap`.
   * @returns the function that unsubscribes
   */
  async listen(channel: string, listener: Listener): Promise<() => void> {
    let listeners = this.#channels.get(channel);
    if (!listeners) {
      listeners = new Set();
      this.#channels.set(channel, listeners);
    }
    listeners.add(listener);
    if (this.#connected) await this.#within(this.#redis.subscribe(channel));
    return () => this.#stop(channel, listener);
  }

  /**
   * Waits for Redis up to LIMIT_MS, then treats the connection as lost and reconnects, so that no stale cache is used.
   */
  async #within(answer: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('o Redis não responde')), LIMIT_MS);
    });
    try {
      await Promise.race([answer, late]);
    } catch (error) {
      if (!this.#connected) return;
      this.#connected = false;
      this.#log.warn({ err: error }, 'Avisos entre processos interrompidos');
      this.#redis.disconnect(true);
    } finally {
      clearTimeout(timer);
    }
  }

  #stop(channel: string, listener: Listener): void {
    const listeners = this.#channels.get(channel);
    if (!listeners?.delete(listener) || listeners.size > 0) return;
    this.#channels.delete(channel);
    if (!this.#connected) return;
    this.#redis.unsubscribe(channel).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'Falha ao deixar um canal de eventos');
    });
  }

  async #resubscribe(): Promise<void> {
    try {
      const done = new Set<string>();
      // Repeats until all channels are subscribed, because listeners may be added during a request to Redis.
      for (;;) {
        const missing = [...this.#channels.keys()].filter((channel) => !done.has(channel));
        if (missing.length === 0) break;
        await this.#redis.subscribe(...missing);
        for (const channel of missing) done.add(channel);
      }
      this.#connected = true;
      for (const listener of this.#gapListeners) listener();
    } catch (error) {
      this.#log.warn({ err: error }, 'Falha ao assinar os canais de eventos');
      this.#redis.disconnect(true);
    }
  }

  close(): void {
    clearInterval(this.#pinging);
    this.#connected = false;
    this.#redis.disconnect();
  }
}
