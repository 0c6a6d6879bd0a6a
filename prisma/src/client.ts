import { PrismaPg } from '@prisma/adapter-pg';
import { parseDatabaseUrl } from './database-url.ts';
import { PrismaClient } from './generated/client.ts';
import { type ConnectionOptions, createPool } from './pool.ts';

/**
 * Prisma over `pg`. It sees every company: repositories reach it through `guardScope` (./scope-guard.ts).
 * A broken idle connection is reported to `onError` and replaced, never fatal.
 */
export function createPrisma(options: ConnectionOptions): PrismaClient {
  const report = (error: Error) => options.onError?.(error);
  const adapter = new PrismaPg(createPool(options), {
    schema: parseDatabaseUrl(options.databaseUrl).schema,
    disposeExternalPool: true,
    onConnectionError: report,
  });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 30_000 } });
}
