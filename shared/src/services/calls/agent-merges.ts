import type { Db } from '@escuta/prisma/db';
import { lock } from '../../platform/database/locks.ts';

/**
 * Holds who is who among a company's agents until the transaction ends: merging (`mudam`) is done by one at a time, and waits for
 * interviews that begin (`ficam`), which count for the agent whom they found. A merge touches agents that were merged earlier too, so
 * that no order of row locks serves both.
 */
export async function holdAgents(db: Db, empresaId: string, como: 'mudam' | 'ficam'): Promise<void> {
  await lock(db, 'agentes', empresaId, { shared: como === 'ficam' });
}
