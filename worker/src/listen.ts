import { poolConfig } from '@escuta/prisma/pool';
import type { Logger } from '@escuta/shared/platform/process/log';
import pg from 'pg';

const RECONNECT_MS = 1000;

/** Receives PostgreSQL's notifications on one connection, which it reopens; polls make up for missed notifications. */
export class DatabaseListener {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  readonly #handlers: Readonly<Record<string, () => void>>;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param handlers functions by channel, all called whenever the connection opens */
  constructor(databaseUrl: string, log: Logger, handlers: Readonly<Record<string, () => void>>) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    this.#handlers = handlers;
  }

  async start(): Promise<void> {
    const client = new pg.Client(
      poolConfig({ databaseUrl: this.#databaseUrl, poolSize: 1, name: 'escuta-worker-escuta' }),
    );
    const lost = (error?: Error) => {
      if (this.#client !== client) return;
      this.#client = null;
      client.end().catch(() => undefined);
      if (this.#stopped) return;
      this.#log.debug({ motivo: error?.message }, 'Aviso do banco de dados interrompido');
      this.#timer = setTimeout(() => void this.start(), RECONNECT_MS);
    };
    this.#client = client;
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ channel }) => this.#handlers[channel]?.());
    try {
      await client.connect();
      for (const [channel, handler] of Object.entries(this.#handlers)) {
        await client.query(`LISTEN ${channel}`);
        handler();
      }
    } catch (error) {
      lost(error as Error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}
