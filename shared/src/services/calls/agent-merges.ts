import type { Db } from '@escuta/prisma/db';
import { lock } from '../../platform/database/locks.ts';

/** Locks a company's agents: merges (`mudam`) exclude other merges and the start of interviews (`ficam`). */
export async function lockAgents(db: Db, empresaId: string, como: 'mudam' | 'ficam'): Promise<void> {
  await lock(db, 'agentes', empresaId, { shared: como === 'ficam' });
}
