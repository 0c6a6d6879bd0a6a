import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Pool } from 'pg';
import { parseDatabaseUrl } from './database-url.ts';
import { PrismaClient } from './generated/client.ts';
import { type ConnectionOptions, createPool } from './pool.ts';

/** A Prisma transaction's longest wait for a connection, and longest duration, ms. */
const TRANSACTION_LIMITS = { maxWait: 10_000, timeout: 30_000 };

/** Opens a Prisma client for seeds and tests; `$disconnect` ends its pool. The product uses a `Db` (./db.ts). */
export function createPrisma(options: ConnectionOptions): PrismaClient {
  return prismaOver(createPool(options), options, { disposeExternalPool: true });
}

function prismaOver(
  pool: Pool,
  options: ConnectionOptions,
  end: { disposeExternalPool?: true } = {},
): PrismaClient {
  return clientOf(adapterOver(pool, options, end));
}

/** Makes Prisma's driver adapter over a pool; `onError` gets connection errors. */
export function adapterOver(
  pool: Pool,
  options: Pick<ConnectionOptions, 'databaseUrl' | 'onError'>,
  end: { disposeExternalPool?: true } = {},
): PrismaPg {
  return new PrismaPg(pool, {
    ...end,
    schema: parseDatabaseUrl(options.databaseUrl).schema,
    // Reports a connection lost inside a transaction; the pool reports lost idle connections.
    onConnectionError: (error) => options.onError?.(error),
  });
}

/** A Prisma client with TRANSACTION_LIMITS; its creation takes 0.25 s. */
export function clientOf(adapter: SqlDriverAdapterFactory): PrismaClient {
  return new PrismaClient({ adapter, transactionOptions: TRANSACTION_LIMITS });
}
