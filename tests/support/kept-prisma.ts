// Prisma clients that are kept for later apps, because reading the data model and compiling queries takes half the time
// of creating an app. Only a client's adapter is replaced: pool, adapter and limits are new for each app, as in the
// product.
import { adapterOver, clientOf } from '@escuta/prisma/client';
import { parseDatabaseUrl } from '@escuta/prisma/database-url';
import type { Pool } from 'pg';

type Client = ReturnType<typeof clientOf>;
type Adapter = Awaited<ReturnType<ReturnType<typeof adapterOver>['connect']>>;

/** A client with a replaceable adapter. */
class ReusableClient {
  #current: Promise<Adapter> | null = null;
  /** Number of unanswered queries and of open transactions. */
  #busy = 0;
  readonly client: Client;

  constructor() {
    let info: ReturnType<Adapter['getConnectionInfo']> | undefined;
    const adapter = {
      provider: 'postgres' as const,
      adapterName: '@prisma/adapter-pg',
      queryRaw: (query: Parameters<Adapter['queryRaw']>[0]) => this.#ask((to) => to.queryRaw(query)),
      executeRaw: (query: Parameters<Adapter['executeRaw']>[0]) => this.#ask((to) => to.executeRaw(query)),
      executeScript: (script: string) => this.#ask((to) => to.executeScript(script)),
      startTransaction: async (level?: Parameters<Adapter['startTransaction']>[0]) => {
        const transaction = await this.#ask((to) => to.startTransaction(level));
        this.#busy += 1;
        for (const end of ['commit', 'rollback'] as const) {
          const own = transaction[end].bind(transaction);
          transaction[end] = () => own().finally(() => (this.#busy -= 1));
        }
        return transaction;
      },
      getConnectionInfo: () => info!,
      dispose: async () => (await this.#current)?.dispose(),
    };
    this.client = clientOf({
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      connect: async () => {
        if (this.#current) info = (await this.#current).getConnectionInfo();
        return adapter;
      },
    });
  }

  async #ask<T>(what: (to: Adapter) => Promise<T>): Promise<T> {
    if (!this.#current) throw new Error('asked after its app had been closed');
    this.#busy += 1;
    try {
      return await what(await this.#current);
    } finally {
      this.#busy -= 1;
    }
  }

  speakTo(adapter: Promise<Adapter>): void {
    this.#current = adapter;
  }

  /** Takes the adapter from the client if the client is idle. @returns true if another app may use the client */
  leave(): boolean {
    if (this.#busy > 0) return false;
    this.#current = null;
    return true;
  }
}

/** Unused clients, by the schema named in their queries. */
const idle = new Map<string | undefined, ReusableClient[]>();

/** Provides a client over a pool, as openDatabase does. `$disconnect` only frees the client for another app. */
export function keptPrisma(pool: Pool, databaseUrl: string): Client {
  const { schema } = parseDatabaseUrl(databaseUrl);
  const kept = idle.get(schema)?.pop() ?? new ReusableClient();
  kept.speakTo(adapterOver(pool, { databaseUrl }).connect());
  let left = false;
  const leave = async () => {
    if (left) return;
    left = true;
    if (kept.leave()) idle.set(schema, [...(idle.get(schema) ?? []), kept]);
    else await kept.client.$disconnect();
  };
  return new Proxy(kept.client, {
    get: (client, name) => (name === '$disconnect' ? leave : Reflect.get(client, name, client)),
  });
}
